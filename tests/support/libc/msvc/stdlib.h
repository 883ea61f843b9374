// For targets whose C library is not at hand: what the headers want of <stdlib.h>, and on
// Windows of <malloc.h>.
#include <stddef.h>
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
