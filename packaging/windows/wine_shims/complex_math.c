/* The complex functions of ucrtbase.dll that numpy imports and Wine exports by name only. wine.py links them into a
   ucrtbase.dll that forwards every other name to Wine's own. */
#include <complex.h>

typedef struct { double real, imaginary; } Double;
typedef struct { float real, imaginary; } Float;

static inline double complex from_double(Double value) {
    double complex result;
    __real__ result = value.real;
    __imag__ result = value.imaginary;
    return result;
}

static inline float complex from_float(Float value) {
    float complex result;
    __real__ result = value.real;
    __imag__ result = value.imaginary;
    return result;
}

static inline Double to_double(double complex value) {
    Double result = {__real__ value, __imag__ value};
    return result;
}

static inline Float to_float(float complex value) {
    Float result = {__real__ value, __imag__ value};
    return result;
}

/* long double is double in Microsoft's runtime. */
#define COMPLEX(name) \
    Double shim_##name(Double value) { return to_double(name(from_double(value))); } \
    Double shim_##name##l(Double value) { return to_double(name(from_double(value))); } \
    Float shim_##name##f(Float value) { return to_float(name##f(from_float(value))); }
#define REAL(name) \
    double shim_##name(Double value) { return name(from_double(value)); } \
    double shim_##name##l(Double value) { return name(from_double(value)); } \
    float shim_##name##f(Float value) { return name##f(from_float(value)); }

COMPLEX(cacos) COMPLEX(cacosh) COMPLEX(casin) COMPLEX(casinh) COMPLEX(catan) COMPLEX(catanh) COMPLEX(ccos)
COMPLEX(ccosh) COMPLEX(cexp) COMPLEX(clog) COMPLEX(conj) COMPLEX(cproj) COMPLEX(csin) COMPLEX(csinh) COMPLEX(csqrt)
COMPLEX(ctan) COMPLEX(ctanh)
REAL(cabs) REAL(carg) REAL(creal) REAL(cimag)

Double shim_cpow(Double base, Double power) { return to_double(cpow(from_double(base), from_double(power))); }
Double shim_cpowl(Double base, Double power) { return to_double(cpow(from_double(base), from_double(power))); }
Float shim_cpowf(Float base, Float power) { return to_float(cpowf(from_float(base), from_float(power))); }

/* libmingwex calls it for domain errors. */
void __mingw_raise_matherr(int type, const char *name, double first, double second, double result) {}

int __stdcall DllMain(void *module, unsigned reason, void *reserved) { return 1; }
