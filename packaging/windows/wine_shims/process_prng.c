/* bcryptprimitives.dll: the random numbers of Rust libraries. Wine has this library from version 9 on. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG size); /* RtlGenRandom of advapi32 */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
    return SystemFunction036(data, (ULONG)size);
}

int WINAPI DllMain(void *module, unsigned reason, void *reserved) { return 1; }
