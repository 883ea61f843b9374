// fuzz.h - what the fuzzers share: FUZZ_NEED, which ends the program where something does not
// hold; and, with -DFUZZ_MAIN, a main that runs each file named on the command line once, so
// that a corpus is replayed by any compiler, without libFuzzer.
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUZZ_NEED(c) ((c) ? (void)0 : fuzz_fail(#c, __FILE__, __LINE__))
static void fuzz_fail(const char *what, const char *file, int line) {
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef FUZZ_MAIN
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file || fseek(file, 0, SEEK_END) != 0) return 1;
        long size = ftell(file);
        rewind(file);

        // In a block of its own, so that a sanitizer sees its end.
        uint8_t *data = (uint8_t *)malloc(size > 0 ? (size_t)size : 1);
        if (!data || fread(data, 1, (size_t)size, file) != (size_t)size) return 1;
        fclose(file);
        LLVMFuzzerTestOneInput(data, (size_t)size);
        free(data);
    }
    printf("%d inputs\n", argc - 1);
    return argc < 2;
}
#endif
#endif
