// The functions of string.h, and the one of compiler-rt, that a WebAssembly program of the
// headers needs. Compile with -fno-builtin.
#include "string.h"

void *memmove(void *d, const void *s, size_t n) {
    unsigned char *to = d;
    const unsigned char *from = s;
    if (to < from) for (size_t i = 0; i < n; i++) to[i] = from[i];
    else while (n-- > 0) to[n] = from[n];
    return d;
}
void *memcpy(void *d, const void *s, size_t n) { return memmove(d, s, n); }
void *memset(void *d, int c, size_t n) {
    for (size_t i = 0; i < n; i++) ((unsigned char *)d)[i] = (unsigned char)c;
    return d;
}
int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

// The lower 128 bits of a product, which the address of the result and the halves are given
// for.
void __multi3(unsigned long long *to, unsigned long long al, unsigned long long ah, unsigned long long bl,
              unsigned long long bh) {
    unsigned long long a0 = al & 0xffffffffu, a1 = al >> 32, b0 = bl & 0xffffffffu, b1 = bl >> 32;
    unsigned long long middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & 0xffffffffu);
    to[0] = al * bl;
    to[1] = a1 * b1 + (middle >> 32) + (other >> 32) + ah * bl + al * bh;
}
