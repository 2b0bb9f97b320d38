/* Asks Linux for the AMX tiles of new Intel processors. Windows grants them without being asked, so the Windows build
   of onnxruntime uses them at once and is ended by Linux. */
#include <sys/syscall.h>
#include <unistd.h>

#define ARCH_REQ_XCOMP_PERM 0x1023
#define XFEATURE_XTILEDATA 18

__attribute__((constructor)) static void request_tiles(void) {
    syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA);
}
