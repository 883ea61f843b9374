// test_fetch_dlopen.c - gc_fetch.h with libcurl loaded at run time: the HTTP tests of
// test_fetch.c and the uploads, without libcurl's headers.
#undef GC_FETCH_NO_CURL
#define GC_FETCH_DLOPEN
#define TEST_FETCH_OTHER_MAIN
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <string.h>

// gc_fetch.h loads through this, which hides a library.
static const char *test_fetch_hidden = "", *test_fetch_loaded = "";
static void *test_fetch_dlopen(const char *name, int flags) {
    if (strcmp(name, test_fetch_hidden) == 0) return NULL;
    void *library = dlopen(name, flags);
    if (library) test_fetch_loaded = name;
    return library;
}
#define dlopen(name, flags) test_fetch_dlopen(name, flags)
#include "test_fetch.c"
#undef dlopen
#include "test_fetch_upload.c"

#ifdef LIBCURL_VERSION_NUM
#error "libcurl's headers have come in"
#endif

// Debian's libcurl3-gnutls is the only libcurl of many a machine.
static void test_fetch_http_gnutls(void) {
    void *there = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!there) SKIP("no libcurl-gnutls.so.4 to load");
    dlclose(there);

    struct gc_fetch_priv_libcurl usual = gc_fetch_priv_libcurl;
    memset(&gc_fetch_priv_libcurl, 0, sizeof gc_fetch_priv_libcurl);
    test_fetch_hidden = "libcurl.so.4";
    CHECK(gc_fetch_priv_curl_load());
    CHECK_STR(test_fetch_loaded, "libcurl-gnutls.so.4");
    if (!gc_fetch_priv_libcurl.library) return;

    // It fetches.
    if (test_fetch_server_start(&test_fetch_web, test_fetch_answer_ok)) {
        gc_fetch *fetch = gc_fetch_open(NULL, NULL);
        gc_fetch_request request = test_fetch_request(test_fetch_web.url);
        gc_fetch_event event = test_fetch_run(fetch, &request);
        CHECK(event.type == GC_FETCH_DONE && event.size == 2);
        gc_fetch_close(fetch);
        test_fetch_server_stop(&test_fetch_web);
    }
    test_fetch_hidden = "";
    gc_fetch_priv_libcurl = usual;
}
static const test_case test_fetch_dlopen_cases[] = {TEST_CASE(test_fetch_http_gnutls)};

int main(int argc, char **argv) {
    test_options(argc, argv);
    bool all = !test_filter[0];
    if (all) test_filter = "test_fetch_http";
    if (!gc_fetch_priv_curl_load()) {
        printf("SKIP test_fetch_dlopen: no libcurl.so.4 to load\n");
        test_skipped++;
        return test_report();
    }
    test_run(test_fetch_cases, sizeof test_fetch_cases / sizeof test_fetch_cases[0]);
    if (all) test_filter = "test_fetch_upload";
    test_run(test_fetch_upload_cases, sizeof test_fetch_upload_cases / sizeof test_fetch_upload_cases[0]);
    if (all) test_filter = "";

    // Not among those that the amalgamated binary must have, too: there libcurl is linked.
    if (!test_list) test_run(test_fetch_dlopen_cases, 1);
    return test_report();
}
