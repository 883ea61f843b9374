// fetch_replies.c - the servers of test_fetch.c alone, for clients in other processes (under
// Wine, in a browser). Prints a line for each of their answers: name, URL, what is to become of
// it (a result, "fails", or "any" result but wrong bytes), attempts. Ends when stdin does.
#undef GC_FETCH_NO_CURL
#define GC_FETCH_DLOPEN
#define TEST_FETCH_OTHER_MAIN
#include "../test_fetch.c"

int main(void) {
    enum { PART = 10, SERVERS = TEST_FETCH_REPLIES / PART + 3 };
    static test_fetch_server servers[SERVERS];
    int started = 0;
    (void)test_fetch_cases;

    // A server of this kind is for 64 requests.
    for (int i = 0; i < TEST_FETCH_REPLIES; i++) {
        const test_fetch_reply *reply = &test_fetch_replies[i];
        bool next = i % PART == 0;
        if (next && !test_fetch_server_start(&servers[started++], test_fetch_answer_replies)) return 1;
        printf("%s %s%s %d %u\n", reply->path, servers[started - 1].url, reply->path, reply->result,
               reply->attempts);
    }

    for (int cut = 0; cut < 2; cut++) {
        const char *kind = cut ? "cut" : "whole";
        if (!test_fetch_server_start(&servers[started++], test_fetch_answer_codings)) return 1;
        for (int i = 0; i < TEST_FETCH_CODINGS; i++) {
            int known = test_fetch_codings[i].known;
            bool right = known == TEST_FETCH_KNOWN && !cut;
            const char *want = right ? "0" : known == TEST_FETCH_UNKNOWN ? "-30" : cut ? "fails" : "any";
            printf("coding-%s-%d %s/%s/%d %s 1\n", kind, i, servers[started - 1].url, kind, i, want);
        }
    }

    fflush(stdout);
    while (getchar() != EOF) {}
    return 0;
}
