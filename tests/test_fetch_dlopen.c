// test_fetch_dlopen.c - gc_fetch.h with libcurl loaded at run time: the HTTP tests of test_fetch.c, without libcurl's headers.
#undef GC_FETCH_NO_CURL
#define GC_FETCH_DLOPEN
#define TEST_FETCH_OTHER_MAIN
#include "test_fetch.c"

#ifdef LIBCURL_VERSION_NUM
#error "libcurl's headers have come in"
#endif

int main(int argc, char **argv) {
    test_options(argc, argv);
    if (!test_filter[0]) test_filter = "test_fetch_http";
    if (!gc_fetch_priv_curl_load()) {
        printf("SKIP test_fetch_dlopen: no libcurl.so.4 to load\n");
        test_skipped++;
        return test_report();
    }
    test_run(test_fetch_cases, sizeof test_fetch_cases / sizeof test_fetch_cases[0]);
    return test_report();
}
