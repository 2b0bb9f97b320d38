/* icuuc.dll: the functions that Qt6Core imports for text encodings other than Unicode. It opens no converter. */
#define EXPORT __declspec(dllexport)
#define U_FILE_ACCESS_ERROR 4

static void *unknown(int *error) {
    if (error) *error = U_FILE_ACCESS_ERROR;
    return 0;
}

EXPORT void *ucnv_open(const char *name, int *error) { return unknown(error); }
EXPORT const char *ucnv_getName(void *converter, int *error) { return unknown(error); }
EXPORT const char *ucnv_getStandardName(const char *name, const char *standard, int *error) { return unknown(error); }
EXPORT const char *ucnv_getAvailableName(int number) { return 0; }
EXPORT int ucnv_countAvailable(void) { return 0; }
EXPORT signed char ucnv_getMaxCharSize(void *converter) { return 1; }
EXPORT int ucnv_toUCountPending(void) { return 0; }
EXPORT int ucnv_fromUCountPending(void) { return 0; }
EXPORT void ucnv_close(void *converter) {}
EXPORT void ucnv_reset(void *converter) {}
EXPORT void ucnv_toUnicode(void) {}
EXPORT void ucnv_fromUnicode(void) {}
EXPORT void ucnv_getToUCallBack(void) {}
EXPORT void ucnv_getFromUCallBack(void) {}
EXPORT void ucnv_setToUCallBack(void) {}
EXPORT void ucnv_setFromUCallBack(void) {}
EXPORT void ucnv_cbToUWriteUChars(void) {}
EXPORT void ucnv_cbFromUWriteUChars(void) {}
EXPORT void UCNV_TO_U_CALLBACK_SUBSTITUTE(void) {}
EXPORT void UCNV_FROM_U_CALLBACK_SUBSTITUTE(void) {}

int __stdcall DllMain(void *module, unsigned reason, void *reserved) { return 1; }
