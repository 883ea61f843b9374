// sched.h - beside pthread.h.
#include <windows.h>
static inline int sched_yield(void) { return SwitchToThread(), 0; }
