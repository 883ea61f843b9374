// test_sparse_json.c - examples/sparse/gc_sparse_json.h: worlds out as JSON, and in again. The
// worlds are those of test_sparse_save.c and test_sparse_fields.c.
//
//     -DTEST_JSON_WORLDS=10000 -DTEST_JSON_FLOATS=10000000    longer
#ifndef TEST_AMALGAM
#define TEST_JSON_ALONE
#define TEST_AMALGAM
#endif
#ifndef GC_SPARSE_FIELDS
#define GC_SPARSE_FIELDS
#endif
#ifdef TEST_JSON_ALONE
#include "test_sparse_save.c"
#include "test_sparse_fields.c"
#endif

// Memory that is refused from a call on.
static uint32_t test_json_calls, test_json_refused = UINT32_MAX;
static void *test_json_resize(void *p, size_t n) {
    return test_json_calls++ >= test_json_refused ? NULL : realloc(p, n);
}
#define GC_SPARSE_JSON_REALLOC(p, n) test_json_resize(p, n)
#define GC_SPARSE_JSON_FREE(p) free(p)
#define GC_SPARSE_JSON_IMPLEMENTATION
#include "examples/sparse/gc_sparse_json.h"

#ifndef TEST_JSON_WORLDS
#define TEST_JSON_WORLDS 1000
#endif
#ifndef TEST_JSON_FLOATS
#define TEST_JSON_FLOATS 100000
#endif

// ---- a text

typedef struct test_json_text { char *at; size_t size, capacity; } test_json_text;

static int test_json_put(void *user, const char *text, size_t size) {
    test_json_text *to = (test_json_text *)user;
    if (size > to->capacity - to->size) {
        to->capacity = (to->size + size) * 2;
        to->at = (char *)realloc(to->at, to->capacity);
    }
    memcpy(to->at + to->size, text, size);
    to->size += size;
    return GC_SPARSE_OK;
}

static test_json_text test_json_of(const gc_sparse_world *world) {
    test_json_text text = { NULL, 0, 0 };
    CHECK_INT(gc_sparse_json_write(world, test_json_put, &text), GC_SPARSE_OK);
    test_json_put(&text, "", 1);
    text.size--;
    return text;
}

// Reads a text, in a block of its own; where and why it was refused, as "2:7 what".
static int test_json_read(gc_sparse_world *world, const char *text, size_t size, char *why) {
    gc_sparse_json_error error;
    char *own = (char *)malloc(size + (size == 0));
    memcpy(own, text, size);
    int result = gc_sparse_json_read(world, own, size, &error);
    free(own);
    snprintf(why, 128, "%u:%u %s", (unsigned)error.line, (unsigned)error.column, error.what ? error.what
             : "");
    return result;
}

// Out, and into another world: equal. False: it is not, and its text is printed.
static bool test_json_again(const gc_sparse_world *from, gc_sparse_world *to) {
    char why[128];
    test_json_text text = test_json_of(from), again;
    bool equal = CHECK_INT(test_json_read(to, text.at, text.size, why), GC_SPARSE_OK);
    equal = equal && CHECK_U64(gc_sparse_hash_all(to), gc_sparse_hash_all(from));
    if (equal) {
        again = test_json_of(to);
        equal = CHECK_STR(again.at, text.at);
        free(again.at);
    }
    if (!equal) printf("%s\n%.3000s\n", why, text.at);
    free(text.at);
    return equal;
}

// ---- out and in

static void test_sparse_json_worlds(void) {
    for (uint32_t i = 0; i < TEST_JSON_WORLDS / 2; i++) {
        gc_sparse_world *a = test_save_open((int)(i % 4), NULL), *b = test_save_open((int)(i % 4), NULL);
        for (uint32_t frame = 0; frame < i % 7; frame++) test_save_frame(a, i * 8 + frame, i % 60);
        bool equal = test_json_again(a, b);
        gc_sparse_close(a);
        gc_sparse_close(b);
        if (!equal) return;
    }
}

static void test_sparse_json_described(void) {
    uint64_t random = test_seed;
    for (int i = 0; i < TEST_JSON_WORLDS / 2; i++) {
        gc_sparse_world *a = test_fields_open(), *b = test_fields_open();
        test_fields_spawn(a, i % 40, true, &random);
        for (int k = 0; k < i % 5; k++) {
            gc_sparse_destroy(a, gc_sparse_id_of(a, (uint32_t)test_fields_random(&random) % 40));
        }
        bool equal = test_json_again(a, b);
        gc_sparse_close(a);
        gc_sparse_close(b);
        if (!equal) return;
    }
}

// What a text looks like.
static void test_sparse_json_text(void) {
    gc_sparse_world *world = test_fields_open(), *other = test_fields_open();
    gc_sparse_id id = gc_sparse_create(world), gone = gc_sparse_create(world);
    GC_SPARSE_SET(world, id, TfPoint, 0.1f, -INFINITY);
    GC_SPARSE_PUT(world, id, TfFrozen);
    TfShip *ship = gc_sparse_add_TfShip(world, id);
    ship->armed = true;
    memcpy(ship->name, "a\"\xc3\xa9\n", 5);
    ship->parts[1].at.y = -0.0f;
    ship->parts[1].kind = 255;
    ship->team = TF_BLUE;
    ship->mode = (TfMode)2;
    ship->fuel = NAN;
    ship->crew[2] = id;
    TfNumbers *numbers = gc_sparse_add_TfNumbers(world, id);
    numbers->g = INT64_MIN;
    numbers->h = (uint64_t)1 << 53;
    gc_sparse_resource_TfSpan(world)->from = -3;
    gc_sparse_destroy(world, gone);

    static const char *const parts[] = {
        "{\"gc_sparse_json\":1,\"settings\":",
            "\"entities\":[\"0:1\"],\n\"free\":[\"1:2\"],\n\"retired\":[],\n",
        "\"fields\":\"x f4@0;y f4@4;\",\"rows\":{\n\"0:1\":{\"x\":0.1,\"y\":\"-Infinity\"}}",
        "\"enums\":{\"TF_RED\":0,\"TF_BLUE\":7,\"TF_NONE\":-1,\"TF_CALM\":0,\"TF_WILD\":3},\"rows\":{\n"
        "\"0:1\":{\"armed\":true,\"target\":\"0:0\",\"name\":\"a\\\"\xc3\xa9\\u000a\","
        "\"parts\":[{\"at\":{\"x\":0,"
        "\"y\":0},\"kind\":0},{\"at\":{\"x\":0,\"y\":-0.0},\"kind\":255}],\"team\":\"TF_BLUE\",\"mode\":2,"
        "\"fuel\":\"NaN\",\"crew\":[\"0:0\",\"0:0\",\"0:1\"]}}",
        "{\"name\":\"TfFrozen\",\"version\":0,\"size\":0,\"fields\":\"\",\"rows\":{\n\"0:1\":{}}}",
        "\"g\":\"-9223372036854775808\",\"h\":9007199254740992,", "\"resource\":{\"from\":-3,\"to\":0}" };
    test_json_text text = test_json_of(world);

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!CHECK(strstr(text.at, parts[i]) != NULL)) printf("%s\n", parts[i]);
    }

    if (test_failures_here) printf("%s\n", text.at);
    free(text.at);

    // NaNs of other bits, texts that are no UTF-8, integers beyond 2^53.
    uint64_t nan = 0xfff0000000000001u;
    memcpy(&ship->fuel, &nan, 8);
    memcpy(ship->name, "\xff\0z", 4);
    numbers->h++;
    text = test_json_of(world);
    CHECK(strstr(text.at, "\"fuel\":\"NaN:fff0000000000001\"") != NULL);
    CHECK(strstr(text.at, "\"name\":{\"base16\":\"ff007a") != NULL);
    CHECK(strstr(text.at, "\"h\":\"9007199254740993\"") != NULL);
    free(text.at);
    test_json_again(world, other);
    gc_sparse_close(world);
    gc_sparse_close(other);
}

// A tree, and raw bytes.
static void test_sparse_json_without_names(void) {
    gc_sparse_world *worlds[2];
    gc_sparse_type types[3], raw = { 0 };

    for (int i = 0; i < 2; i++) {
        gc_sparse_component_desc desc;
        worlds[i] = gc_sparse_open(NULL, NULL);
        for (int t = 0; t < 3; t++) {
            memset(&desc, 0, sizeof desc);
            desc.name = t ? "raw \"\xff" : "parent";        // two of one name
            desc.size = t ? 3 : sizeof(gc_sparse_node);
            CHECK_INT(gc_sparse_component(worlds[i], &desc, &types[t]), GC_SPARSE_OK);
        }
        CHECK_INT(gc_sparse_tree(worlds[i], types[0]), GC_SPARSE_OK);
    }

    gc_sparse_id a = gc_sparse_create(worlds[0]), b = gc_sparse_create(worlds[0]);
    CHECK_INT(gc_sparse_attach(worlds[0], b, a), GC_SPARSE_OK);
    memcpy(gc_sparse_add(worlds[0], a, types[1]), "\x01\xab\xff", 3);
    memcpy(gc_sparse_add(worlds[0], b, types[2]), "xyz", 3);
    if (test_json_again(worlds[0], worlds[1])) {
        CHECK_U64(gc_sparse_next_child(worlds[1], a, raw.index ? a : gc_sparse_id_of(worlds[1], 99)).slot,
                  b.slot);
    }

    test_json_text text = test_json_of(worlds[0]);
    CHECK(strstr(text.at, "{\"base16\":\"01abff\"}") != NULL);
    CHECK(strstr(text.at, "\"fields\":\"i4*5\",\"rows\":{\n\"0:") != NULL);
    free(text.at);
    gc_sparse_close(worlds[0]);
    gc_sparse_close(worlds[1]);
}

// ---- by hand

static void test_sparse_json_by_hand(void) {
    static const char text[] =
        " {\"types\" : [ { \"rows\": { \"1:7\" : { \"y\": 2.50, \"x\" : 1e1 } } , "
        "\"name\":\"TfPoint\" } ,\r\n"
        "\t{\"rows\":{\"0:1\":{\"parts\":[{},{\"kind\":\"9\",\"at\":{\"y\":\"0.5\"}}],\"team\":\"TF_NONE\",\n"
        "\"name\":\"\\ud83d\\ude00\\u00e9\\/\",\"mode\":3.0e0,\"crew\":[\"1:7\"],\"armed\":2}},"
        "\"name\":\"TfShip\"},"
        "{\"name\":\"TfSpan\",\"resource\":{\"from\":-12}}],\"free\":[\"3:4\",\"2:2\"],"
        "\"entities\":[\"1:7\",\"0:1\"],\"retired\":[4]}\n";
    gc_sparse_world *world = test_fields_open();
    char why[128];
    CHECK_INT(test_json_read(world, text, sizeof text - 1, why), GC_SPARSE_OK);
    CHECK_STR(why, "0:0 ");

    const gc_sparse_id first = { 0, 1 }, second = { 1, 7 };
    const TfPoint *point = gc_sparse_get_TfPoint(world, second);
    const TfShip *ship = gc_sparse_get_TfShip(world, first);
    if (CHECK(point && ship)) {
        CHECK(point->x == 10 && point->y == 2.5f);
        CHECK(ship->parts[0].at.x == 0 && ship->parts[1].at.y == 0.5f && ship->parts[1].kind == 9);
        CHECK(ship->team == TF_NONE && ship->mode == TF_WILD && gc_sparse_id_equal(ship->crew[0], second));
        CHECK(memcmp(ship->name, "\xf0\x9f\x98\x80\xc3\xa9/", 8) == 0 && ship->fuel == 0);
    }

    CHECK_INT(gc_sparse_resource_TfSpan(world)->from, -12);
    CHECK_U64(gc_sparse_create(world).slot, 3);
    gc_sparse_id made = gc_sparse_create(world);
    CHECK(made.slot == 2 && made.generation == 2);
    CHECK_U64(gc_sparse_create(world).slot, 5);
    gc_sparse_close(world);
}

// Of another version: by names, as a save of it.
static void test_sparse_json_migrates(void) {
    static const char text[] =
        "{\"entities\":[\"0:1\"],\"types\":[{\"name\":\"Old\",\"version\":2,\"size\":24,"
        "\"fields\":\"y u1@3;gone c1@4*4;"
        "h f8@8;e u8@16;\",\"enums\":{\"TWO\":2},"
        "\"rows\":{\"0:1\":{\"h\":7.9,\"y\":\"TWO\",\"gone\":\"abc\",\"e\":1e18}}}]}";
    static const char *const renamed[] = { "y", "a", NULL };
    const gc_sparse_alias alias = { "Old", "TfNumbers", renamed, NULL };
    const gc_sparse_migration rules = { 3, &alias, 1, NULL, NULL };
    gc_sparse_world *world = test_fields_open();
    char why[128];

    CHECK_INT(test_json_read(world, text, sizeof text - 1, why), GC_SPARSE_E_TYPE);
    CHECK_STR(why, "0:0 component type not registered");
    CHECK_INT(gc_sparse_migrate(world, &rules), GC_SPARSE_OK);
    CHECK_INT(test_json_read(world, text, sizeof text - 1, why), GC_SPARSE_OK);
    const gc_sparse_id id = { 0, 1 };
    const TfNumbers *numbers = gc_sparse_get_TfNumbers(world, id);

    if (CHECK(numbers)) CHECK(numbers->a == 2 && numbers->h == 7 && numbers->e == INT32_MAX &&
                              numbers->l == 0);
    gc_sparse_close(world);
}

// ---- refused

#define TEST_JSON_ROW(row) \
    "{\"entities\":[\"0:1\"],\"types\":[{\"name\":\"TfShip\",\"rows\":{\n\"0:1\":" row "}}]}"
#define TEST_JSON_TYPE(type) "{\"entities\":[\"0:1\"],\"types\":[\n{" type "}]}"
static const char *const test_json_hostile[][2] = {
    { "", "1:1 an object is wanted" },
    { "[]", "1:1 an object is wanted" },
    { "{} x", "1:4 something stands behind the world" },
    { "{\"entities\":[],\n \"entities\":[]}", "2:2 a key is there twice" },
    { "{\"entity\":1}", "1:2 no such part" },
    { "{\"gc_sparse_json\":2}", "1:20 of a later version of gc_sparse_json.h" },
    { "{\"skipped\":01}", "1:12 a number is wanted" },
    { "{\"shift\":4294967296}", "1:10 not an integer that fits" },
    { "{\"entities\":[\"0:1\",]}", "1:20 a string is wanted" },
    { "{\"entities\":[\"0:1\" \"1:1\"]}", "1:20 a comma or the end of the list is wanted" },
    { "{\"entities\":[\"0:1\",\"0:2\"]}", "1:13 slots of entities, free and retired: not each one once" },
    { "{\"entities\":[\"1:1\"]}", "1:13 slots of entities, free and retired: not each one once" },
    { "{\"entities\":[\"0:4294967296\"]}", "1:14 an id is wanted, as \"12:1\"" },
    { "{\"entities\":[\"0 :1\"]}", "1:14 an id is wanted, as \"12:1\"" },
    { "{\"free\":[\"0:0\"]}", "1:9 slots of entities, free and retired: not each one once" },
    { "{\"types\":[[}]}", "1:12 another bracket is open" },
    { "{\"types\":[", "1:11 the text ends too early" },
    { "{\"types\":[{}]}", "1:13 a type wants a name" },
    { "{\"types\":[{\"name\":\"None\"}]}", "1:25 a type that is not known wants its fields and size" },
    { TEST_JSON_ROW("{\"fuel\":1,\"fuel\":1}"), "2:24 a field is there twice" },
    { TEST_JSON_ROW("{\"full\":1}"), "2:15 no such field" },
    { TEST_JSON_ROW("{\"parts\":[{},{},{\"kind\":1}]}"), "2:31 no such field" },
    { TEST_JSON_ROW("{\"parts\":[{\"kind\":1}],\"parts\":[]}"), "2:37 a field is there twice" },
    { TEST_JSON_ROW("{\"parts\":[{\"kind\":256}]}"), "2:25 not an integer that fits" },
    { TEST_JSON_ROW("{\"parts\":[{\"kind\":-1}]}"), "2:25 not an integer that fits" },
    { TEST_JSON_ROW("{\"parts\":[{\"kind\":0.5}]}"), "2:25 not an integer that fits" },
    { TEST_JSON_ROW("{\"parts\":[{\"kind\":1e99999999999999999999}]}"), "2:25 not an integer that fits" },
    { TEST_JSON_ROW("{\"team\":\"GREEN\"}"), "2:15 a number is wanted" },
    { TEST_JSON_ROW("{\"name\":\"too long a\"}"), "2:15 a string is too long" },
    { TEST_JSON_ROW("{\"name\":\"\\x\"}"), "2:17 no such escape" },
    { TEST_JSON_ROW("{\"name\":\"\\ud800\"}"), "2:17 half a surrogate pair" },
    { TEST_JSON_ROW("{\"name\":\"\\ud800\\u0041\"}"), "2:17 half a surrogate pair" },
    { TEST_JSON_ROW("{\"name\":\"\xff\"}"), "2:16 a string is not UTF-8" },
    { TEST_JSON_ROW("{\"name\":\"\xc0\x80\"}"), "2:16 a string is not UTF-8" },
    { TEST_JSON_ROW("{\"name\":\"\n\"}"), "2:16 a control character in a string" },
    { TEST_JSON_ROW("{\"name\":{\"base16\":\"0g\"}}"), "2:25 not base16 of this size" },
    { TEST_JSON_ROW("{\"fuel\":nan}"), "2:15 a number is wanted" },
    { TEST_JSON_ROW("{\"fuel\":\"1 \"}"), "2:15 a number is wanted" },
    { TEST_JSON_ROW("{\"fuel\":1e}"), "2:15 an exponent is wanted" },
    { TEST_JSON_ROW("{\"fuel\":.5}"), "2:15 a number is wanted" },
    { TEST_JSON_ROW("{\"fuel\":\"NaN:7ff0000000000000\"}"), "2:15 not the bits of a NaN" },
    { TEST_JSON_ROW("{\"crew\":[\"0:1\",\"0:1\",\"0:1\",\"0:1\"]}"), "2:34 too many elements" },
    { TEST_JSON_ROW("{}, \"0:1\":{}"), "2:11 an entity is there twice" },
    { TEST_JSON_ROW("{}, \"0:2\":{}"), "2:11 no such entity" },
    { TEST_JSON_ROW("3"), "2:7 an object is wanted" },
    { TEST_JSON_TYPE("\"name\":\"TfPoint\",\"fields\":\"x f4@0;\",\"size\":3"),
        "2:28 no such fields, or they do not fit the size" },
    { TEST_JSON_TYPE("\"name\":\"TfPoint\",\"fields\":\"x f3@0;\",\"size\":8"),
        "2:28 no such fields, or they do not fit the size" },
    { TEST_JSON_TYPE("\"name\":\"TfPoint\",\"fields\":\"x \",\"size\":8"),
        "2:28 no such fields, or they do not fit the size" },
    { TEST_JSON_TYPE("\"name\":\"TfPoint\",\"fields\":\"44\\u0000\",\"size\":8"), "2:28 no such fields" },
    { TEST_JSON_TYPE("\"name\":\"A\",\"fields\":\"\",\"size\":3,\"rows\":{\"0:1\":{\"base16\":\"0102\"}}"),
      "2:58 not base16 of this size" },
    { TEST_JSON_TYPE("\"name\":\"A\",\"fields\":\"1*2\",\"size\":2,\"rows\":{\"0:1\":[1,2,3]}"),
        "2:56 too many elements" },
    { TEST_JSON_TYPE("\"name\":\"A\",\"fields\":\"\",\"size\":1073741824,\"rows\":{\"0:1\":{},\"0:2\":{}}"),
      "2:50 more than GC_SPARSE_JSON_MOST bytes" },
    { TEST_JSON_TYPE("\"name\":\"A\",\"fields\":\"\",\"enums\":{\"A\":1,\"A\":2}"),
      "2:40 an enumerator is there twice, or has escapes" },
    { TEST_JSON_TYPE("\"name\":\"A\",\"fields\":\"\",\"resource\":["), "2:37 another bracket is open" },
};

static void test_sparse_json_refused(void) {
    gc_sparse_world *world = test_fields_open();
    uint64_t random = test_seed;
    test_fields_spawn(world, 5, false, &random);
    uint64_t before = gc_sparse_hash_all(world);
    char why[128], deep[300], whole[600];
    for (size_t i = 0; i < sizeof test_json_hostile / sizeof *test_json_hostile; i++) {
        const char *text = test_json_hostile[i][0];
        bool refused = CHECK(test_json_read(world, text, strlen(text), why) != GC_SPARSE_OK);
        if (!CHECK_STR(why, test_json_hostile[i][1]) || !refused) printf("%s\n", text);
    }

    // Brackets, in a struct too.
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    snprintf(whole, sizeof whole, TEST_JSON_ROW("{\"parts\":%s}"), deep);
    CHECK_INT(test_json_read(world, whole, strlen(whole), why), GC_SPARSE_E_DATA);
    CHECK(strstr(why, "too many brackets") != NULL);
    CHECK_U64(gc_sparse_hash_all(world), before);

    CHECK_INT(gc_sparse_json_read(world, NULL, 0, NULL), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_json_read(NULL, "", 0, NULL), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_json_write(NULL, test_json_put, NULL), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_json_write(world, NULL, NULL), GC_SPARSE_E_ARGUMENT);
    gc_sparse_close(world);
}

// Each begin of a text is refused, and of changed ones what is taken is a whole world.
static void test_sparse_json_cut(void) {
    gc_sparse_world *from = test_fields_open(), *world = test_fields_open();
    uint64_t random = test_seed;
    char why[128];
    test_fields_spawn(from, 4, false, &random);
    test_json_text text = test_json_of(from);
    uint64_t before = gc_sparse_hash_all(world);

    for (size_t size = 0; size + 2 < text.size; size++) {
        if (!CHECK(test_json_read(world, text.at, size, why) != GC_SPARSE_OK)) break;
        if (!CHECK_U64(gc_sparse_hash_all(world), before)) break;
    }

    for (size_t i = 0; i < text.size; i++) {
        char was = text.at[i];
        text.at[i] = "\"{}[],:0e-\\\x7f"[test_fields_random(&random) % 12];
        before = gc_sparse_hash_all(world);
        if (test_json_read(world, text.at, text.size, why) == GC_SPARSE_OK) {
            if (!test_json_again(world, from)) break;
        } else {
            CHECK_U64(gc_sparse_hash_all(world), before);
        }
        text.at[i] = was;
    }
    free(text.at);
    gc_sparse_close(from);
    gc_sparse_close(world);
}

static int test_json_stop(void *user, const char *text, size_t size) {
    (void)text, (void)size;
    return --*(int *)user < 0 ? GC_SPARSE_E_FULL : GC_SPARSE_OK;
}

// Without memory, and where the text goes nowhere.
static void test_sparse_json_without_memory(void) {
    gc_sparse_world *from = test_save_open(2, NULL), *world = test_save_open(2, NULL);
    char why[128];
    for (uint32_t frame = 0; frame < 20; frame++) test_save_frame(from, frame, 1000);
    test_json_text text = test_json_of(from), nothing = { NULL, 0, 0 };
    uint64_t before = gc_sparse_hash_all(world);
    CHECK(text.size > 3 * GC_SPARSE_JSON_PRIV_BUFFER);
    for (int stop = 0; stop < 3; stop++) {
        int left = stop;
        CHECK_INT(gc_sparse_json_write(from, test_json_stop, &left), GC_SPARSE_E_FULL);
    }

    for (test_json_refused = 0; test_json_refused < 1000; test_json_refused++) {
        test_json_calls = 0;
        int error = gc_sparse_json_write(from, test_json_put, &nothing);
        if (error == GC_SPARSE_OK) break;
        CHECK_INT(error, GC_SPARSE_E_MEMORY);
    }

    CHECK(test_json_refused > 10);
    for (test_json_refused = 0; test_json_refused < 1000; test_json_refused++) {
        test_json_calls = 0;
        int error = test_json_read(world, text.at, text.size, why);
        if (error == GC_SPARSE_OK) break;
        CHECK_INT(error, GC_SPARSE_E_MEMORY);
        CHECK(strstr(why, "memory") != NULL);
        if (!CHECK_U64(gc_sparse_hash_all(world), before)) break;
    }

    CHECK(test_json_refused > 10 && test_json_refused < 1000);
    test_json_refused = UINT32_MAX;
    CHECK_U64(gc_sparse_hash_all(world), gc_sparse_hash_all(from));
    free(text.at);
    free(nothing.at);
    gc_sparse_close(from);
    gc_sparse_close(world);
}

// ---- floats

// Against the C library: it reads back equal; %.*e of fewer digits does not; of as many it is
// the same, where that reads back equal.
static bool test_json_shortest(gc_sparse_json_priv_powers powers, uint64_t bits, bool wide) {
    char text[40], digits[64], nearest[64], less[64];
    double value;
    float narrow;
    uint32_t low = (uint32_t)bits;
    memcpy(&value, &bits, 8);
    memcpy(&narrow, &low, 4);
    if (!wide) value = (double)narrow;
    if (value != value || value - value != 0) return true;
    text[gc_sparse_json_priv_float(powers, bits, wide, text)] = 0;

    int n = test_fields_digits(text, digits);
    double read = wide ? strtod(text, NULL) : (double)strtof(text, NULL), shorter = 0;
    bool sound = memcmp(&read, &value, sizeof value) == 0 && n <= (wide ? 17 : 9);
    snprintf(less, sizeof less, "%.*e", n - 1 > 0 ? n - 1 : 0, value);
    test_fields_digits(less, nearest);
    bool reads = (wide ? strtod(less, NULL) : (double)strtof(less, NULL)) == value;
    sound = sound && (!reads || strcmp(digits, nearest) == 0);
    if (n > 1) {
        snprintf(less, sizeof less, "%.*e", n - 2, value);
        shorter = wide ? strtod(less, NULL) : (double)strtof(less, NULL);
        sound = sound && shorter != value;
    }

    if (!CHECK(sound)) printf("%s, not %.17g\n", text, value);
    return sound;
}

// Reads as strtod and strtof do.
static bool test_json_reads(gc_sparse_json_priv_in *in, const char *text) {
    gc_sparse_json_priv_number number;
    uint64_t wide;
    uint32_t narrow;
    double value = strtod(text, NULL);
    float value_narrow = strtof(text, NULL);
    memcpy(&wide, &value, 8);
    memcpy(&narrow, &value_narrow, 4);
    in->at = text;
    in->end = text + strlen(text);
    bool sound = CHECK(gc_sparse_json_priv_scan(in, &number) && in->at == in->end);
    sound = sound && CHECK_U64(gc_sparse_json_priv_bits(in->powers, &number, true), wide);
    sound = sound && CHECK_U64(gc_sparse_json_priv_bits(in->powers, &number, false), narrow);
    if (!sound) printf("%.900s\n", text);
    return sound;
}

static void test_sparse_json_floats(void) {
    static gc_sparse_json_priv_in in;
    uint64_t random = test_seed;

    for (uint64_t e = 0; e < 2047; e++) {
        for (int d = -2; d < 3; d++) test_json_shortest(in.powers, (e << 52) + (uint64_t)d, true);
        for (int d = -2; d < 3 && e < 255; d++) test_json_shortest(in.powers,
            ((e << 23) + (uint64_t)d) & UINT32_MAX, false);
    }

    for (uint32_t i = 0; i < TEST_JSON_FLOATS; i++) {
        uint64_t bits = test_fields_random(&random), some;
        double usual = (double)(int64_t)(bits % 2000001) / 1000 - 1000;
        memcpy(&some, &usual, 8);
        bool sound = test_json_shortest(in.powers, bits, true) &&
            test_json_shortest(in.powers, bits & UINT32_MAX, false);
        if (!sound || !test_json_shortest(in.powers, some, true)) return;
    }
}

static void test_sparse_json_numbers(void) {
    static gc_sparse_json_priv_in in;
    static const char *const hard[] = { "0", "-0", "-0.0", "1", "0.1", "1e23", "9007199254740993",
        "9007199254740992.5",
        "9007199254740993.00000000000000000000000000000000000000000000001", "2.2250738585072011e-308",
        "2.2250738585072012e-308", "2.2250738585072014e-308", "4.9406564584124654e-324",
            "2.4703282292062327e-324",
        "2.4703282292062328e-324", "1.7976931348623157e308", "1.7976931348623158e308",
            "1.7976931348623159e308",
        "1e309", "1e-400", "1e99999999999999999999", "0e99999999999999999999", "1e-99999999999999999999",
        "3.4028235677973366e38", "3.4028235677973367e38", "1.401298464324817e-45", "7.006492321624085e-46",
        "7.006492321624086e-46", "16777217", "16777217.0000000000000000000000000001", "18446744073709551615",
        "18446744073709551616", "99999999999999999999999", "0.000000000000000000000000000000000000000001e42",
        "6.631236846766476e-316", "3.237883913302901e-319", "8.533e+68", "4.1006e-184", "9.998e+307",
        "9.9538452227e-280", "6.47660115e-260", "7.4e+47", "5.92e+48", "7.35e+66", "8.32116e+55" };
    char text[1200];
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++) test_json_reads(&in, hard[i]);

    uint64_t random = test_seed;
    for (uint32_t i = 0; i < TEST_JSON_FLOATS; i++) {
        uint64_t bits = test_fields_random(&random), more = test_fields_random(&random);
        double value;
        float narrow;
        uint32_t low = (uint32_t)more;
        memcpy(&value, &bits, 8);
        memcpy(&narrow, &low, 4);
        if (i % 4 == 0) snprintf(text, sizeof text, "%.*e", (int)(more % 25), value);
        if (i % 4 == 1) snprintf(text, sizeof text, "%.*e", (int)(more % 12), (double)narrow);
        if (i % 4 == 2) snprintf(text, sizeof text, "%u.%ue%d", (unsigned)bits, (unsigned)more,
                                 (int)(bits >> 40) % 350);
        if (i % 4 == 3) snprintf(text, sizeof text, "%u%09ue-%d", (unsigned)bits, (unsigned)more,
                                 (int)(bits >> 40) % 350);
        if (strpbrk(text, "in")) continue;
        if (!test_json_reads(&in, text)) return;
    }

    // The middles between floats, all their digits, and beside them.
    for (uint32_t i = 0; i < TEST_JSON_FLOATS / 50; i++) {
        uint64_t bits = test_fields_random(&random) & (UINT64_MAX >> 1);
        bool wide = i % 2 == 0;
        if (wide && i % 3 == 0) bits >>= 11;
        double value;
        float narrow;
        uint32_t low = (uint32_t)bits & INT32_MAX, next = low + 1;
        memcpy(&value, &bits, 8);
        memcpy(&narrow, &low, 4);
        if (wide) {
            // Of numbers whose middles a long double, or nothing, holds: by digits of a sum.
            int two;
            double m = frexp(value, &two);
            if (!(m - m == 0) || two > 1000 || two < 60) continue;
            snprintf(text, sizeof text, "%.0f", ldexp(m, two));
            size_t n = strlen(text);
            snprintf(text + n, sizeof text - n, ".%d", (int)(bits % 2) * 5);
        } else {
            float after;
            memcpy(&after, &next, 4);
            if (!(after - after == 0) || !(narrow - narrow == 0)) continue;
            snprintf(text, sizeof text, "%.200f", ((double)narrow + (double)after) / 2);
        }
        size_t n = strlen(text);
        if (!test_json_reads(&in, text)) return;
        memcpy(text + n, "000001", 7);
        if (wide ? false : !test_json_reads(&in, text)) return;
        for (size_t k = n; k-- > 0; ) {
            if (text[k] > '0' && text[k] <= '9') { text[k]--; break; }
        }
        if (!test_json_reads(&in, text)) return;
    }
}

// Digits beyond the 800 that are looked at: just above, upon and below the middle of two
// doubles.
static void test_sparse_json_long_numbers(void) {
    static gc_sparse_json_priv_in in;
    static char text[5000];

    for (int e = -1074; e < 960; e += 7) {
        snprintf(text, sizeof text, "%.1100f", e < -1000 ? ldexp(1, e) : 1.5 * ldexp(1, e));
        if (!test_json_reads(&in, text)) return;
        size_t n = strlen(text);
        memset(text + n, '0', 1000);
        text[n + 1000] = 0;
        if (!test_json_reads(&in, text)) return;
        text[n + 999] = '1';
        if (!test_json_reads(&in, text)) return;
    }

    // 2^53 + 1 is the middle of two.
    strcpy(text, "9007199254740993.");
    size_t n = strlen(text);
    memset(text + n, '0', 2000);
    text[n + 2000] = 0;
    test_json_reads(&in, text);
    text[n + 1999] = '1';
    test_json_reads(&in, text);
}

// A comma of the C library's does not reach it.
static void test_sparse_json_locale(void) {
    gc_sparse_world *a = test_fields_open(), *b = test_fields_open();
    gc_sparse_id id = gc_sparse_create(a);
    GC_SPARSE_SET(a, id, TfPoint, 0.5f, 1e-7f);
    setlocale(LC_NUMERIC, "de_DE.UTF-8");
    test_json_text text = test_json_of(a);
    CHECK(strstr(text.at, "{\"x\":0.5,\"y\":1e-7}") != NULL);
    test_json_again(a, b);
    setlocale(LC_NUMERIC, "C");
    free(text.at);
    gc_sparse_close(a);
    gc_sparse_close(b);
}

// A save that a program has put together.
static void test_sparse_json_seal(void) {
    gc_sparse_world *world = test_save_open(0, NULL);

    for (uint32_t frame = 0; frame < 3; frame++) test_save_frame(world, frame, 20);
    test_save_bytes save = test_save_to_bytes(world);
    unsigned char *own = (unsigned char *)malloc(save.size);
    memcpy(own, save.at, save.size);
    memset(own + 16, 0xff, 8);
    memset(own + save.size - 8, 0xff, 8);
    CHECK_INT(gc_sparse_load(world, own, save.size), GC_SPARSE_E_DATA);
    CHECK_INT(gc_sparse_seal(own, save.size), GC_SPARSE_OK);
    CHECK(memcmp(own, save.at, save.size) == 0);
    int before = test_sparse_asserts;
#ifdef NDEBUG
    before -= 3;
#endif
    CHECK_INT(gc_sparse_seal(NULL, 80), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_seal(own, 64), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_seal(own, 81), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(test_sparse_asserts, before + 3);
    free(own);
    free(save.at);
    gc_sparse_close(world);
}

static const test_case test_sparse_json_cases[] = {
    TEST_CASE(test_sparse_json_worlds),
    TEST_CASE(test_sparse_json_described),
    TEST_CASE(test_sparse_json_text),
    TEST_CASE(test_sparse_json_without_names),
    TEST_CASE(test_sparse_json_by_hand),
    TEST_CASE(test_sparse_json_migrates),
    TEST_CASE(test_sparse_json_refused),
    TEST_CASE(test_sparse_json_cut),
    TEST_CASE(test_sparse_json_without_memory),
    TEST_CASE(test_sparse_json_floats),
    TEST_CASE(test_sparse_json_numbers),
    TEST_CASE(test_sparse_json_long_numbers),
    TEST_CASE(test_sparse_json_locale),
    TEST_CASE(test_sparse_json_seal),
};

#ifdef TEST_JSON_ALONE
int main(int argc, char **argv) {
    (void)test_sparse_save_cases, (void)test_sparse_fields_cases;
    test_options(argc, argv);
    test_run(test_sparse_json_cases, sizeof test_sparse_json_cases / sizeof *test_sparse_json_cases);
    return test_report();
}
#endif
