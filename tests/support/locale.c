// locale.c - for LD_PRELOAD: a program begins in the locale that GC_TEST_LOCALE names, as one
// that calls setlocale(LC_ALL, "") first. Where there is no such locale, it ends at once.
#include <locale.h>
#include <stdlib.h>

__attribute__((constructor)) static void test_locale_begin(void) {
    const char *name = getenv("GC_TEST_LOCALE");
    if (name && !setlocale(LC_ALL, name)) abort();
}
