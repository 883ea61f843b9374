// cache_loader - a game's whole loader: asks before it downloads, brings the tutorial first and
// the rest while one plays, keeps 500 MB at most, takes what is signed alone, starts offline.
//
//     cc -O2 -I. examples/cache_loader.c -o cache_loader -lcurl -pthread        (in the project's root)
//     ./cache_loader FOLDER https://example.com/assets [PUBLIC KEY]       asset_cache pack and sign make them
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"
#define GC_FETCH_IMPLEMENTATION
#include "gc_fetch.h"
#define ASSET_SIGN_IMPLEMENTATION
#include "examples/asset_sign.h"
#define ASSET_CACHE_IMPLEMENTATION
#include "examples/asset_cache.h"

// What is missing, in words.
static bool player_wants(asset_cache *cache) {
    static const char *const tutorial[] = {"tutorial/", NULL};
    asset_cache_missing all, first;
    asset_cache_get_missing(cache, NULL, &all);
    asset_cache_get_missing(cache, tutorial, &first);
    printf("%u files to download, %.1f MB, the tutorial alone %.1f. All of it? [y/n] ", (unsigned)all.files,
           (double)all.bytes / 1e6, (double)first.bytes / 1e6);
    return fflush(stdout), getchar() == 'y';
}

int main(int argc, char **argv) {
    asset_cache_desc desc = {.folder = argv[1], .quota = 500000000};
    asset_cache_error error = {.what = "usage: cache_loader FOLDER URL [PUBLIC KEY]"};
    if (argc > 2) desc.origin = argv[2];
    if (argc > 3) desc.keys = argv[3];
    asset_cache *cache = argc > 2 ? asset_cache_open(&desc, &error) : NULL;
    if (!cache) return fprintf(stderr, "%s\n", error.what), 2;

    // A frame is a little of the loader's work, then the game's own.
    bool loading = asset_cache_update(cache, ASSET_CACHE_PAUSED) == ASSET_CACHE_OK, playing = false;
    for (asset_cache_progress first = {.assets = 1}; loading || first.ready + first.failed < first.assets;) {
        for (asset_cache_event event; asset_cache_poll(cache, &event);) {
            if (event.type == ASSET_CACHE_FAILED) printf("%s: %s\n", event.name, event.detail);
            if (event.type == ASSET_CACHE_NOT_UPDATED) printf("as before: %s\n", event.detail);
            if (event.type == ASSET_CACHE_UPDATED) printf("version %u is whole\n", (unsigned)event.number);
            if (event.type <= ASSET_CACHE_FAILED) continue;

            // It is known what will come, or that nothing will: the tutorial first.
            if (event.type != ASSET_CACHE_ASKS) loading = false;
            else if (player_wants(cache)) asset_cache_pause(cache, false);
            else asset_cache_cancel(cache);
            asset_cache_get_all(cache, "tutorial/", 1);
        }

        asset_cache_data map = {0};
        asset_cache_get_progress(cache, "tutorial/", &first);
        bool whole = first.assets && first.ready == first.assets;
        if (whole && !playing && asset_cache_acquire(cache, "tutorial/map", &map) == ASSET_CACHE_OK) {
            playing = printf("the tutorial begins: %.*s", (int)map.size, (const char *)map.bytes) > 0;
            asset_cache_get_all(cache, "level-1/", 1);      // where the player goes next
        }
        nanosleep(&(struct timespec){0, 16000000}, NULL);
    }
    return asset_cache_close(cache), !playing;
}
