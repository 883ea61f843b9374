// test_sparse_fields.c - GC_SPARSE_FIELDS: descriptions of components, and what is made of
// them.
#ifndef GC_SPARSE_FIELDS
#define GC_SPARSE_FIELDS
#endif
#if !defined(GC_SPARSE_H) && !defined(TEST_SPARSE_COUNTS_ASSERTS)
#define TEST_SPARSE_COUNTS_ASSERTS
static int test_sparse_asserts;
#define GC_SPARSE_ASSERT(c) ((c) ? (void)0 : (void)test_sparse_asserts++)
#endif
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#include "support/test.h"

#include <locale.h>
#include <math.h>

// ---- a game

typedef enum TfTeam { TF_RED, TF_BLUE = 7, TF_NONE = -1 } TfTeam;
#define TF_TEAM(E) E(TF_RED) E(TF_BLUE) E(TF_NONE)
GC_SPARSE_ENUM_OF(TfTeam, TF_TEAM)
typedef enum TfMode { TF_CALM, TF_WILD = 3 } TfMode;
#define TF_MODE(E) E(TF_CALM) E(TF_WILD)
GC_SPARSE_ENUM_OF(TfMode, TF_MODE)

#define TF_POINT(F) F(float, x) F(float, y)
GC_SPARSE_STRUCT(TfPoint, TF_POINT)
#define TF_PART(F) F(TfPoint, at) F(uint8_t, kind)
GC_SPARSE_STRUCT(TfPart, TF_PART)
#define TF_SHIP(F) F(bool, armed) F(gc_sparse_id, target) F(char, name, 8) F(TfPart, parts, 2) \
    F(TfTeam, team) F(TfMode, mode) F(double, fuel) F(gc_sparse_id, crew, 3)
GC_SPARSE_STRUCT(TfShip, TF_SHIP)
#define TF_NUMBERS(F) F(int8_t, a) F(uint8_t, b) F(int16_t, c) F(uint16_t, d) F(int32_t, e) F(uint32_t, f) \
    F(int64_t, g) F(uint64_t, h) F(int, i) F(unsigned, j) F(float, k, 3) F(double, l)
GC_SPARSE_STRUCT(TfNumbers, TF_NUMBERS)

// Of a struct that is there; its fields fill it.
typedef struct TfSpan { int32_t from, to; } TfSpan;
#define TF_SPAN(F) F(int32_t, from) F(int32_t, to)
GC_SPARSE_FIELDS_OF(TfSpan, TF_SPAN)

#define TF_GAME(X) X(DENSE, TfPoint) X(DIRECT, TfShip) X(TAG, TfFrozen) X(DENSE, TfNumbers) \
    X(RESOURCE, TfSpan)
GC_SPARSE_COMPONENTS(TF_GAME)
GC_SPARSE_DESCRIBED(TF_GAME)

// Without a description.
typedef struct TfRaw { uint32_t words[3]; } TfRaw;
#define TF_MORE(X) X(DENSE, TfRaw)
GC_SPARSE_COMPONENTS_AFTER(TF_MORE, TF_GAME)

// As TF_GAME was described before there were shapes.
static const char *const test_fields_texts[] = { "", "44", "1 i 1*8 441441 44 8 i*3", "",
    "1122448844 4*3 8", "44" };

static gc_sparse_world *test_fields_open(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    CHECK_INT(TF_GAME_register(world), GC_SPARSE_OK);
    CHECK_INT(TF_GAME_describe(world), GC_SPARSE_OK);
    return world;
}

static uint64_t test_fields_random(uint64_t *state) {       // splitmix64
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// Fields of any bytes, and bools that are; padding, too, where it is asked for.
static void test_fields_fill(const gc_sparse_world *world, gc_sparse_type type, void *component, bool padding,
                             uint64_t *random) {
    gc_sparse_field field;
    gc_sparse_type_info info = gc_sparse_info(world, type);
    uint8_t *bytes = (uint8_t *)component;
    for (size_t i = 0; i < info.size && padding; i++) bytes[i] = (uint8_t)test_fields_random(random);
    for (uint32_t n = 0; gc_sparse_field_at(world, type, n, &field); n++) {
        uint32_t mask = field.shape->is == GC_SPARSE_IS_BOOL ? 1 : 255;
        for (uint32_t i = 0; i < field.count * field.shape->size; i++) {
            bytes[field.offset + i] = (uint8_t)(test_fields_random(random) & mask);
        }
    }
}

static void test_fields_spawn(gc_sparse_world *world, int n, bool padding, uint64_t *random) {
    for (int i = 0; i < n; i++) {
        gc_sparse_id id = gc_sparse_create(world);
        for (gc_sparse_type type = { 1 }; type.index <= 4; type.index++) {
            if (test_fields_random(random) % 3 == 0) continue;
            void *component = gc_sparse_add(world, id, type);
            test_fields_fill(world, type, component, padding, random);
        }
    }
    test_fields_fill(world, gc_sparse_type_TfSpan(), gc_sparse_resource_TfSpan(world), padding, random);
}

// ---- what components are made of

static void test_sparse_fields_names(void) {
    static const char *const names[] = { "armed", "target", "name", "parts[0].at.x", "parts[0].at.y",
        "parts[0].kind", "parts[1].at.x", "parts[1].at.y", "parts[1].kind", "team", "mode", "fuel", "crew" };
    static const char is[] = "becffuffuiufe";
    static const size_t first = offsetof(TfShip, parts), second = offsetof(TfShip, parts) + sizeof(TfPart);
    const size_t offsets[] = { offsetof(TfShip, armed), offsetof(TfShip, target), offsetof(TfShip, name),
        first, first + 4, first + 8, second, second + 4, second + 8, offsetof(TfShip, team),
        offsetof(TfShip, mode), offsetof(TfShip, fuel), offsetof(TfShip, crew) };
    gc_sparse_world *world = test_fields_open();
    gc_sparse_field field;

    for (uint32_t n = 0; n < 13; n++) {
        if (!CHECK(gc_sparse_field_at(world, gc_sparse_type_TfShip(), n, &field))) break;
        CHECK_STR(field.name, names[n]);
        CHECK_INT(field.shape->is, is[n]);
        CHECK_U64(field.offset, offsets[n]);
        CHECK_U64(field.count, n == 2 ? 8 : n == 12 ? 3 : 1);
    }
    CHECK(!gc_sparse_field_at(world, gc_sparse_type_TfShip(), 13, &field));
    CHECK(!gc_sparse_field_at(world, gc_sparse_type_TfFrozen(), 0, &field));
    CHECK(gc_sparse_field_at(world, gc_sparse_type_TfSpan(), 1, &field));
    CHECK_STR(field.name, "to");

    // The kinds of all numbers.
    static const char numbers[] = "iuiuiuiuiuff", sizes[] = "112244884448";
    for (uint32_t n = 0; n < 12; n++) {
        CHECK(gc_sparse_field_at(world, gc_sparse_type_TfNumbers(), n, &field));
        CHECK_INT(field.shape->is, numbers[n]);
        CHECK_U64(field.shape->size, sizes[n] - '0');
    }
    CHECK_STR(gc_sparse_shape_TfShip()->name, "TfShip");
    CHECK_U64(gc_sparse_shape_TfTeam()->count, 3);
    gc_sparse_close(world);
}

static void test_sparse_fields_text(void) {
    TfShip ship;

    memset(&ship, 0, sizeof ship);
    ship.armed = true;
    ship.target.slot = 12;
    ship.target.generation = 3;
    memcpy(ship.name, "a\"\\\n\0z", 6);
    ship.parts[1].at.y = -0.1f;
    ship.team = TF_NONE;
    ship.mode = (TfMode)2;
    ship.fuel = 1e300;
    ship.crew[1].slot = UINT32_MAX;
    static const char *const texts[] = { "true", "12:3",
        "\"a\\\"\\\\\\x0a\\x00z\"", "0", "0", "0", "0", "-0.1",
        "0", "TF_NONE", "2", "1e+300", "[0:0, 4294967295:0, 0:0]" };

    gc_sparse_world *world = test_fields_open();
    gc_sparse_field field;
    char text[64];
    for (uint32_t n = 0; gc_sparse_field_at(world, gc_sparse_type_TfShip(), n, &field); n++) {
        size_t length = gc_sparse_field_text(&field, &ship, text, sizeof text);
        CHECK_STR(text, texts[n]);
        CHECK_U64(length, strlen(texts[n]));

        // With each lesser room.
        for (size_t room = 0; room <= length; room++) {
            char less[64];
            memset(less, '#', sizeof less);
            CHECK_U64(gc_sparse_field_text(&field, &ship, less, room), length);
            CHECK(less[room] == '#');
            if (room) CHECK(less[room - 1] == 0 && strncmp(less, text, room - 1) == 0);
        }
    }
    gc_sparse_close(world);
}

// Least and greatest numbers of each kind.
static void test_sparse_fields_bounds(void) {
    TfNumbers least, most;
    memset(&least, 0, sizeof least);
    memset(&most, 0, sizeof most);

    least.a = INT8_MIN; least.c = INT16_MIN; least.e = INT32_MIN; least.g = INT64_MIN; least.i = -1;
    least.k[0] = -INFINITY; least.k[1] = 1e-45f; least.k[2] = -0.0f; least.l = 5e-324;

    most.a = INT8_MAX; most.b = UINT8_MAX; most.c = INT16_MAX; most.d = UINT16_MAX; most.e = INT32_MAX;
    most.f = UINT32_MAX; most.g = INT64_MAX; most.h = UINT64_MAX; most.i = 1; most.j = 9;
    most.k[0] = INFINITY; most.k[1] = 3.4028235e38f; most.k[2] = 16777216; most.l = 1.7976931348623157e308;
    static const char *const texts[2][12] = {
        { "-128", "0", "-32768", "0", "-2147483648", "0", "-9223372036854775808", "0", "-1", "0",
          "[-inf, 1e-45, -0]", "5e-324" },
        { "127", "255", "32767", "65535", "2147483647", "4294967295", "9223372036854775807",
          "18446744073709551615", "1", "9", "[inf, 3.4028235e+38, 16777216]", "1.7976931348623157e+308" },
    };

    gc_sparse_world *world = test_fields_open();
    gc_sparse_field field;
    char text[64];
    for (uint32_t n = 0; gc_sparse_field_at(world, gc_sparse_type_TfNumbers(), n, &field); n++) {
        gc_sparse_field_text(&field, &least, text, sizeof text);
        CHECK_STR(text, texts[0][n]);
        gc_sparse_field_text(&field, &most, text, sizeof text);
        CHECK_STR(text, texts[1][n]);
    }
    gc_sparse_close(world);
}

// Digits of a text, without zeros at its ends.
static int test_fields_digits(const char *text, char *digits) {
    int n = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text >= '0' + (n == 0) && *text <= '9') digits[n++] = *text;
    }
    while (n > 0 && digits[n - 1] == '0') n--;
    digits[n] = 0;
    return n;
}

// Against the C library: it reads back equal, %.*e of fewer digits does not; and it is what
// %.*e of as many digits is, where that reads back equal.
static void test_fields_shortest(double value, bool wide) {
    gc_sparse_field field = { "", wide ? gc_sparse_shape_double() : gc_sparse_shape_float(), 0, 1 };
    float narrow = (float)value;
    char text[64], less[64];
    gc_sparse_field_text(&field, wide ? (void *)&value : (void *)&narrow, text, sizeof text);
    char digits[64], nearest[64];
    int n = test_fields_digits(text, digits);
    double read = strtod(text, NULL), shorter = 0;
    float read_narrow = strtof(text, NULL);
    bool equal = wide ? memcmp(&read, &value, sizeof value) == 0
                      : memcmp(&read_narrow, &narrow, sizeof narrow) == 0;

    if (n > 1) {
        snprintf(less, sizeof less, "%.*e", n - 2, wide ? value : (double)narrow);
        shorter = wide ? strtod(less, NULL) : (double)strtof(less, NULL);
    }
    snprintf(less, sizeof less, "%.*e", n - 1 > 0 ? n - 1 : 0, wide ? value : (double)narrow);
    test_fields_digits(less, nearest);
    bool reads = wide ? strtod(less, NULL) == value : strtof(less, NULL) == narrow;
    equal = equal && (!reads || strcmp(digits, nearest) == 0);
    if (!equal || n > (wide ? 17 : 9) || (n > 1 && shorter == (wide ? value : (double)narrow))) {
        printf("%s (%.17g)\n", text, value);
        CHECK_STR(digits, nearest);
        CHECK(equal);
    }
}

static void test_sparse_fields_floats(void) {
    static const double numbers[] = { 0.1, 0.3, 1, 10, 1e21, 1e22, 123456789012345678.0, 1e-5, 1e-6,
        9.5367431640625e-7, 5.684341886080802e-14, 9007199254740993.0, 2.2250738585072014e-308,
        2.2250738585072011e-308, 1e23, 6.02e23, 0.5, 100, 1024, 1e15, 4.35, 0.30000000000000004, 299792458,
        5e-324, 1.7976931348623157e308 };
    uint64_t random = test_seed;
    double power = 5e-324;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) test_fields_shortest(numbers[i], true);
    for (int e = -1074; e < 1024; e++, power *= 2) {
        test_fields_shortest(power, true);
        if (e >= -149 && e < 128) test_fields_shortest(power, false);
    }

    // Any bits, and what games have.
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = test_fields_random(&random);
        double wide;
        float narrow;
        uint32_t low = (uint32_t)bits;
        memcpy(&wide, &bits, 8);
        memcpy(&narrow, &low, 4);
        if (isfinite(wide)) test_fields_shortest(wide, true);
        if (isfinite(narrow)) test_fields_shortest((double)narrow, false);
        test_fields_shortest((double)(int64_t)(bits % 2000001) / 1000 - 1000, i % 2 == 0);
    }

    // A comma of the C library's does not reach it.
    gc_sparse_field field = { "", gc_sparse_shape_double(), 0, 1 };
    double half = 0.5;
    char text[8];
    setlocale(LC_NUMERIC, "de_DE.UTF-8");
    gc_sparse_field_text(&field, &half, text, sizeof text);
    setlocale(LC_NUMERIC, "C");
    CHECK_STR(text, "0.5");
}

static void test_sparse_fields_holes(void) {
    typedef struct { char a; int32_t b; int16_t c; } gap;
    static const gc_sparse_member members[] = {
        { "a", offsetof(gap, a), 1, gc_sparse_shape_char },
        { "b", offsetof(gap, b), 4, gc_sparse_shape_int32_t },
        { "c", offsetof(gap, c), 2, gc_sparse_shape_int16_t },
    };
    gc_sparse_shape shape = { "gap", sizeof(gap), GC_SPARSE_IS_STRUCT, 3, members };
    char text[100];

    CHECK_U64(gc_sparse_holes(&shape, text, sizeof text), 22);
    CHECK_STR(text, "3 behind a, 2 behind c");
    shape.count = 2;        // a forgotten one
    gc_sparse_holes(&shape, text, sizeof text);
    CHECK_STR(text, "3 behind a, 4 behind b");
    shape.count = 0;
    gc_sparse_holes(&shape, text, sizeof text);
    CHECK_STR(text, "12 at the begin");

    CHECK_U64(gc_sparse_holes(gc_sparse_shape_TfPoint(), text, sizeof text), 0);
    CHECK_STR(text, "");
    gc_sparse_holes(gc_sparse_shape_TfPart(), text, sizeof text);
    CHECK_STR(text, "3 behind kind");
    gc_sparse_holes(gc_sparse_shape_TfShip(), text, 40);
    CHECK(strncmp(text, "3 behind armed, 3 behind parts[0].kind, 3 behind", 39) == 0 && strlen(text) == 39);
}

static void test_sparse_fields_refused(void) {
#ifndef TEST_SPARSE_COUNTS_ASSERTS
    SKIP("the assertions of gc_sparse.h are not counted in this build");
#else
    static char long_name[130];
    memset(long_name, 'n', 128);
    const gc_sparse_member good = { "a", 0, 4, gc_sparse_shape_float };
    const gc_sparse_member last = { "b", 4, 4, gc_sparse_shape_float };
    const gc_sparse_member over = { "b", 2, 4, gc_sparse_shape_float };
    const gc_sparse_member long_one = { long_name, 4, 4, gc_sparse_shape_float };
    const gc_sparse_member behind = { "b", 8, 4, gc_sparse_shape_float };
    const gc_sparse_member sound[2] = { good, last }, pairs[][2] = {
        { last, good }, { good, over }, { good, good }, { good, long_one }, { good, behind } };
    gc_sparse_world *world = test_fields_open();
    gc_sparse_type type = gc_sparse_type_TfPoint();
    gc_sparse_shape shape = { "TfPoint", 8, GC_SPARSE_IS_STRUCT, 2, sound };
    gc_sparse_field field;
    int before = test_sparse_asserts;
    CHECK_INT(gc_sparse_describe_as(world, type, &shape), GC_SPARSE_OK);
    CHECK_INT(test_sparse_asserts, before);

    for (size_t i = 0; i < 5; i++) {
        shape.members = pairs[i];
        CHECK_INT(gc_sparse_describe_as(world, type, &shape), GC_SPARSE_E_ARGUMENT);
    }
    shape.members = sound;
    shape.size = 12;
    CHECK_INT(gc_sparse_describe_as(world, type, &shape), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_describe_as(world, type, gc_sparse_shape_double()), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_describe_as(world, type, NULL), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_describe_as(NULL, type, &shape), GC_SPARSE_E_ARGUMENT);
    type.index = 99;
    CHECK_INT(gc_sparse_describe_as(world, type, &shape), GC_SPARSE_E_TYPE);
    CHECK(!gc_sparse_field_at(world, type, 0, &field));
    CHECK(!gc_sparse_field_at(NULL, type, 0, &field));
    CHECK(!gc_sparse_field_at(world, gc_sparse_type_TfPoint(), 0, NULL));
    CHECK_U64(gc_sparse_field_text(NULL, "", NULL, 0), 0);
    CHECK_U64(gc_sparse_holes(NULL, NULL, 0), 0);
    CHECK_U64(gc_sparse_holes(gc_sparse_shape_int(), NULL, 0), 0);
    CHECK_INT(test_sparse_asserts - before, 16);

    // What is refused changes nothing.
    CHECK(gc_sparse_field_at(world, gc_sparse_type_TfPoint(), 1, &field));
    CHECK_STR(field.name, "b");
    gc_sparse_close(world);
#endif
}

static void *test_fields_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    int *left = (int *)user;
    (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return *left >= 0 && (*left)-- == 0 ? NULL : realloc(ptr, new_size);
}

// Describing with no memory leaves the old description.
static void test_sparse_fields_without_memory(void) {
    int left = -1;
    gc_sparse_desc desc;

    memset(&desc, 0, sizeof desc);
    desc.allocator.resize = test_fields_resize;
    desc.allocator.user = &left;
    gc_sparse_world *world = gc_sparse_open(&desc, NULL), *like = NULL;
    CHECK_INT(TF_GAME_register(world), GC_SPARSE_OK);
    CHECK_INT(TF_GAME_describe(world), GC_SPARSE_OK);

    left = 0;
    CHECK_INT(TF_GAME_describe(world), GC_SPARSE_E_MEMORY);
    gc_sparse_field field;
    CHECK(gc_sparse_field_at(world, gc_sparse_type_TfPoint(), 1, &field));
    for (int fail = 0; !like && fail < 200; fail++) {
        int error = 0;
        left = fail;
        like = gc_sparse_open_like(world, &error);
        CHECK_INT(error, like ? 0 : GC_SPARSE_E_MEMORY);
    }
    left = -1;

    // A world like it has the same description.
    CHECK(like && gc_sparse_field_at(like, gc_sparse_type_TfShip(), 12, &field));
    CHECK_STR(field.name, "crew");
    gc_sparse_close(like);
    gc_sparse_close(world);
}

// ---- what gc_sparse_describe gives, by a shape

// Padding counts in no hash, and a copy or a save of it is equal; a text of the same fields
// gives the same hashes.
static void test_sparse_fields_as_texts(void) {
    uint64_t random = test_seed, again = test_seed;
    gc_sparse_world *a = test_fields_open(), *b = test_fields_open(), *text = gc_sparse_open(NULL, NULL);
    CHECK_INT(TF_GAME_register(text), GC_SPARSE_OK);
    for (gc_sparse_type type = { 1 }; type.index <= 5; type.index++) {
        CHECK_INT(gc_sparse_describe(text, type, test_fields_texts[type.index], false), GC_SPARSE_OK);
    }

    test_fields_spawn(a, 50, false, &random);
    test_fields_spawn(b, 50, false, &again);
    CHECK_INT(gc_sparse_copy(text, b), GC_SPARSE_OK);
    GC_SPARSE_EACH(b, TfShip, ship) ((char *)ship)[1] = 'p';     // behind `armed`
    CHECK_U64(gc_sparse_hash(a), gc_sparse_hash(b));
    CHECK_U64(gc_sparse_hash_all(a), gc_sparse_hash_all(b));
    CHECK_U64(gc_sparse_hash(a), gc_sparse_hash(text));
    CHECK_U64(gc_sparse_hash_all(a), gc_sparse_hash_all(text));

    size_t size = gc_sparse_save(b, NULL, 0);
    void *save = malloc(size);
    gc_sparse_save(b, save, size);
    gc_sparse_world *loaded = test_fields_open();
    CHECK_INT(gc_sparse_load(loaded, save, size), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_hash_all(loaded), gc_sparse_hash_all(a));
    free(save);
    gc_sparse_close(loaded);
    gc_sparse_close(text);
    gc_sparse_close(b);
    gc_sparse_close(a);
}

// Temporary ids of a recording become real in the fields that are ids, also in arrays.
static void test_sparse_fields_ids(void) {
    gc_sparse_world *world = test_fields_open();
    gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);
    gc_sparse_id one = gc_sparse_record_create(commands), two = gc_sparse_record_create(commands);
    TfShip *ship = gc_sparse_record_add_TfShip(commands, one);
    memset(ship, 0, sizeof *ship);
    ship->target = ship->crew[2] = two;

    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    int found = 0;
    GC_SPARSE_EACH(world, TfShip, made) {
        found++;
        CHECK(gc_sparse_alive(world, made->target) && !gc_sparse_id_equal(made->target, self));
        CHECK(gc_sparse_id_equal(made->target, made->crew[2]));
        CHECK_U64(made->crew[0].generation, 0);
    }
    CHECK_INT(found, 1);
    gc_sparse_close(world);
}

// ---- two worlds in words

typedef struct test_fields_told {
    int count;
    gc_sparse_id id;
    gc_sparse_type type;
    char words[700];
} test_fields_told;

static void test_fields_tell(void *user, gc_sparse_id id, gc_sparse_type type, const char *words) {
    test_fields_told *told = (test_fields_told *)user;
    told->count++;
    told->id = id;
    told->type = type;
    snprintf(told->words, sizeof told->words, "%s", words);
}

// How many there are, and the words of the last one.
static int test_fields_difference(const gc_sparse_world *a, const gc_sparse_world *b,
                                  test_fields_told *told) {
    memset(told, 0, sizeof *told);
    size_t count = gc_sparse_difference(a, b, test_fields_tell, told);
    CHECK_U64(count, told->count);
    return told->count;
}

// One bit of a component or a resource of `b`, which is like `a`: found, named, with both
// values.
static void test_fields_flip(const gc_sparse_world *a, gc_sparse_world *b, gc_sparse_id id,
                             gc_sparse_type type, uint64_t *random) {
    char *of_a = (char *)gc_sparse_get(a, id, type), *of_b = (char *)gc_sparse_get(b, id, type);
    if (!id.generation) {
        of_a = (char *)gc_sparse_resource_TfSpan(a);
        of_b = (char *)gc_sparse_resource_TfSpan(b);
    }
    gc_sparse_field field = { "", NULL, 0, 0 };
    uint32_t n = 0, size = 1, at;
    while (gc_sparse_field_at(b, type, n, &field)) n++;
    if (n) {
        gc_sparse_field_at(b, type, (uint32_t)(test_fields_random(random) % n), &field);
        size = field.shape->size;
        at = field.offset + (uint32_t)(test_fields_random(random) % (field.count * size));
    } else {
        at = (uint32_t)(test_fields_random(random) % sizeof(TfRaw));
    }
    int bit = 1 << test_fields_random(random) % 8;
    of_b[at] = (char)(of_b[at] ^ bit);

    // Which words are wanted.
    char want[700], owner[32] = "resource ", index[16] = "", first[160], second[160];
    if (id.generation) snprintf(owner, sizeof owner, "entity %u: ", (unsigned)id.slot);
    if (n) {
        if (field.shape->is != GC_SPARSE_IS_CHAR && field.count > 1) {
            snprintf(index, sizeof index, "[%u]", (unsigned)((at - field.offset) / size));
            field.offset += (at - field.offset) / size * size;
            field.count = 1;
        }
        gc_sparse_field_text(&field, of_a, first, sizeof first);
        gc_sparse_field_text(&field, of_b, second, sizeof second);
        CHECK(strcmp(first, second) != 0);
        snprintf(want, sizeof want, "%s%s.%s%s %s, not %s", owner, gc_sparse_name(a, type), field.name, index,
                 first, second);
    } else {
        snprintf(want, sizeof want, "%sTfRaw byte %u 0x%x, not 0x%x", owner, (unsigned)at,
                 (unsigned)(unsigned char)of_a[at], (unsigned)(unsigned char)of_b[at]);
    }

    test_fields_told told;
    CHECK_INT(test_fields_difference(a, b, &told), 1);
    CHECK_STR(told.words, want);
    CHECK(gc_sparse_id_equal(told.id, id) && told.type.index == type.index);
    of_b[at] = (char)(of_b[at] ^ bit);
}

static void test_sparse_fields_each_bit(void) {
    uint64_t random = test_seed;
    gc_sparse_world *a = test_fields_open();
    CHECK_INT(TF_MORE_register(a), GC_SPARSE_OK);
    test_fields_spawn(a, 20, true, &random);
    GC_SPARSE_EACH(a, TfPoint, p) if (p->x < 1) GC_SPARSE_SET(a, gc_sparse_id_of(a, 3), TfRaw, { 1, 2, 3 });
    gc_sparse_world *b = gc_sparse_open_like(a, NULL);
    CHECK_INT(gc_sparse_copy(b, a), GC_SPARSE_OK);
    test_fields_told told;
    CHECK_INT(test_fields_difference(a, b, &told), 0);

    for (int flips = 0; flips < 10000; ) {
        gc_sparse_id id = gc_sparse_id_of(a, (uint32_t)(test_fields_random(&random) % 20));
        gc_sparse_type type = { 1 + (uint32_t)(test_fields_random(&random) % 6) };
        if (type.index == gc_sparse_type_TfSpan().index) id.slot = id.generation = 0;
        else if (type.index == gc_sparse_type_TfFrozen().index || !gc_sparse_has(a, id, type)) continue;
        test_fields_flip(a, b, id, type, &random);
        if (test_failures_here) break;
        flips++;
    }
    CHECK_INT(test_fields_difference(a, b, &told), 0);
    gc_sparse_close(b);
    gc_sparse_close(a);
}

// What is in one world alone, generations, the order of rows.
static void test_sparse_fields_differences(void) {
    uint64_t random = test_seed;
    test_fields_told told;
    gc_sparse_world *a = test_fields_open(), *b = test_fields_open();
    gc_sparse_id ids[4], others[4];
    CHECK_INT(gc_sparse_create_n(a, ids, 4), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(b, others, 4), GC_SPARSE_OK);
    CHECK_INT(test_fields_difference(a, b, &told), 0);

    gc_sparse_id extra = gc_sparse_create(b);
    CHECK_INT(test_fields_difference(a, b, &told), 1);
    CHECK_STR(told.words, "entity 4: only in the second world");
    CHECK_INT(test_fields_difference(b, a, &told), 1);
    CHECK_STR(told.words, "entity 4: only in the first world");
    CHECK(gc_sparse_id_equal(told.id, extra));
    gc_sparse_create(a);

    GC_SPARSE_PUT(a, ids[2], TfFrozen);
    CHECK_INT(test_fields_difference(a, b, &told), 1);
    CHECK_STR(told.words, "entity 2: TfFrozen only in the first world");
    CHECK_U64(told.type.index, gc_sparse_type_TfFrozen().index);
    GC_SPARSE_PUT(b, others[2], TfFrozen);

    gc_sparse_destroy(b, others[3]);
    others[3] = gc_sparse_create(b);
    CHECK_INT(test_fields_difference(a, b, &told), 1);
    CHECK_STR(told.words, "entity 3: generation 1, not 2");
    gc_sparse_destroy(a, ids[3]);
    ids[3] = gc_sparse_create(a);

    // Rows in another order.
    GC_SPARSE_SET(a, ids[0], TfPoint, 0.5f, 1);
    GC_SPARSE_SET(a, ids[1], TfPoint, 0.25f, 1);
    GC_SPARSE_SET(b, others[1], TfPoint, 0.25f, 1);
    GC_SPARSE_SET(b, others[0], TfPoint, 0.5f, 1);
    CHECK_INT(test_fields_difference(a, b, &told), 1);
    CHECK_STR(told.words, "the same content, but another order of rows, free slots or lists");
    GC_SPARSE_SET(b, others[1], TfPoint, -0.25f, -0.0f);
    CHECK_INT(test_fields_difference(a, b, &told), 2);
    CHECK_STR(told.words, "entity 1: TfPoint.y 1, not -0");

    // Padding is no content.
    test_fields_spawn(a, 1, false, &random);
    CHECK_INT(gc_sparse_copy(b, a), GC_SPARSE_OK);
    GC_SPARSE_EACH(b, TfShip, ship) ((char *)ship)[1] ^= 1;
    CHECK_INT(test_fields_difference(a, b, &told), 0);
    gc_sparse_close(b);
    gc_sparse_close(a);
}

static gc_sparse_world *test_fields_open_raw(size_t size, gc_sparse_type *type) {
    gc_sparse_component_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.name = "R";
    desc.size = size;
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    CHECK_INT(gc_sparse_component(world, &desc, type), GC_SPARSE_OK);
    return world;
}

// A resource that one world has: of zeros it is as if it was not there.
static void test_sparse_fields_difference_resource(void) {
    test_fields_told told;
    gc_sparse_type type;
    gc_sparse_world *a = test_fields_open_raw(4, &type), *b = test_fields_open_raw(4, &type);
    uint8_t *value = (uint8_t *)gc_sparse_resource(a, type);
    CHECK_INT(test_fields_difference(a, b, &told), 0);
    value[1] = 18;
    CHECK_INT(test_fields_difference(a, b, &told), 1);
    CHECK_STR(told.words, "resource R only in the first world");
    gc_sparse_resource(b, type);
    CHECK_INT(test_fields_difference(b, a, &told), 1);
    CHECK_STR(told.words, "resource R byte 1 0x0, not 0x12");
    gc_sparse_close(b);
    gc_sparse_close(a);
}

static void test_sparse_fields_differences_refused(void) {
#ifndef TEST_SPARSE_COUNTS_ASSERTS
    SKIP("the assertions of gc_sparse.h are not counted in this build");
#else
    test_fields_told told;
    gc_sparse_world *a = test_fields_open(), *b = gc_sparse_open(NULL, NULL);
    int before = test_sparse_asserts;
    CHECK(gc_sparse_difference(a, b, test_fields_tell, &told) == SIZE_MAX);
    CHECK(gc_sparse_difference(a, a, NULL, &told) == SIZE_MAX);
    CHECK(gc_sparse_difference(NULL, a, test_fields_tell, &told) == SIZE_MAX);
    CHECK(gc_sparse_difference(a, NULL, test_fields_tell, &told) == SIZE_MAX);

    // Another size.
    gc_sparse_close(b);
    gc_sparse_type type;
    gc_sparse_world *c = test_fields_open_raw(4, &type);
    b = test_fields_open_raw(8, &type);
    CHECK(gc_sparse_difference(b, c, test_fields_tell, &told) == SIZE_MAX);
    CHECK_INT(test_sparse_asserts - before, 5);
    gc_sparse_close(c);
    gc_sparse_close(b);
    gc_sparse_close(a);
#endif
}

// ---- saves of other versions

// Four versions of a game. Components have the names without Tf1, Tf2 ...
typedef enum Tf1Sex { TF1_NONE, TF1_ONE } Tf1Sex;
#define TF1_SEX(E) E(TF1_NONE) E(TF1_ONE)
GC_SPARSE_ENUM_OF(Tf1Sex, TF1_SEX)
#define TF1_HEALTH(F) F(int32_t, hp) F(uint16_t, hps)
GC_SPARSE_STRUCT(Tf1Health, TF1_HEALTH)
#define TF1_BODY(F) F(TfPoint, at) F(float, vx) F(float, vy) F(uint8_t, kind)
GC_SPARSE_STRUCT(Tf1Body, TF1_BODY)
#define TF1_LINK(F) F(gc_sparse_id, to, 2) F(char, name, 8) F(Tf1Sex, sex)
GC_SPARSE_STRUCT(Tf1Link, TF1_LINK)
#define TF1_OLD(F) F(uint16_t, n)
GC_SPARSE_STRUCT(Tf1Old, TF1_OLD)
// 2: a field more, one fewer; shorter and longer arrays.
#define TF2_HEALTH(F) F(int16_t, most) F(int32_t, hp) F(int8_t, hps)
GC_SPARSE_STRUCT(Tf2Health, TF2_HEALTH)
#define TF2_BODY(F) F(float, vx) F(TfPoint, at) F(float, vy)
GC_SPARSE_STRUCT(Tf2Body, TF2_BODY)
#define TF2_LINK(F) F(char, name, 4) F(gc_sparse_id, to, 3) F(Tf1Sex, sex)
GC_SPARSE_STRUCT(Tf2Link, TF2_LINK)
// 3: renamed and widened; 32-bit x86 has `now` behind 4 bytes, others behind 8.
#define TF3_HEALTH(F) F(bool, ill) F(int64_t, now) F(double, most) F(float, hps)
GC_SPARSE_STRUCT(Tf3Health, TF3_HEALTH)
#define TF3_PLACE(F) F(float, y) F(float, x)
GC_SPARSE_STRUCT(Tf3Place, TF3_PLACE)
#define TF3_BODY(F) F(Tf3Place, place) F(double, vx) F(double, vy)
GC_SPARSE_STRUCT(Tf3Body, TF3_BODY)
// 4: a type has gone, another one is two, a third has another name.
#define TF4_SPEED(F) F(float, x) F(float, y)
GC_SPARSE_STRUCT(Tf4Speed, TF4_SPEED)

// A text, and what it is now.
#define TF_TEXT(F) F(char, m, 24)
GC_SPARSE_STRUCT(TfText, TF_TEXT)
#define TF_NOW(F) F(char, m, 9) F(double, real)
GC_SPARSE_STRUCT(TfNow, TF_NOW)

// Names that move on.
#define TF_THEN(F) F(uint8_t, a) F(uint16_t, b) F(uint8_t, c) F(int8_t, n, 3)
GC_SPARSE_STRUCT(TfThen, TF_THEN)
#define TF_MOVED(F) F(uint8_t, a) F(uint8_t, b) F(uint16_t, c) F(uint8_t, d) F(int8_t, n, 2)
GC_SPARSE_STRUCT(TfMoved, TF_MOVED)

typedef struct test_fields_type { const char *name; const gc_sparse_shape *(*shape)(void); } test_fields_type;
static const test_fields_type test_fields_versions[4][5] = {
    { { "Health", gc_sparse_shape_Tf1Health }, { "Body", gc_sparse_shape_Tf1Body },
      { "Link", gc_sparse_shape_Tf1Link }, { "Old", gc_sparse_shape_Tf1Old }, { "Red", NULL } },
    { { "Link", gc_sparse_shape_Tf2Link }, { "Health", gc_sparse_shape_Tf2Health }, { "Red", NULL },
      { "Body", gc_sparse_shape_Tf2Body }, { "Old", gc_sparse_shape_Tf1Old } },
    { { "Health", gc_sparse_shape_Tf3Health }, { "Body", gc_sparse_shape_Tf3Body },
      { "Link", gc_sparse_shape_Tf2Link }, { "Red", NULL }, { "Old", gc_sparse_shape_Tf1Old } },
    { { "Health", gc_sparse_shape_Tf3Health }, { "Place", gc_sparse_shape_TfPoint }, { "Red", NULL },
      { "Speed", gc_sparse_shape_Tf4Speed }, { "Tie", gc_sparse_shape_Tf1Link } },
};
// What each version gives for saves of all others.
static const char *const test_fields_now[] = { "hp", "now", NULL };
static const char *const test_fields_hp[] = { "now", "hp", NULL };
static const char *const test_fields_place[] = { "at", "place", "x", "place.x", "y", "place.y", NULL };
static const char *const test_fields_at[] = { "place", "at", "x", "at.x", "y", "at.y", NULL };
static const char *const test_fields_point[] = { "at.x", "x", "at.y", "y", "place.x", "x", "place.y", "y",
    NULL };
static const char *const test_fields_speed[] = { "vx", "x", "vy", "y", NULL };
static const gc_sparse_alias test_fields_to_1[] = {
    { "Health", "Health", test_fields_hp, NULL }, { "Body", "Body", test_fields_at, NULL },
    { "Place", "Body", test_fields_at, NULL }, { "Speed", NULL, NULL, NULL },
    { "Tie", "Link", NULL, NULL }, { "Redder", NULL, NULL, NULL } };
static const gc_sparse_alias test_fields_to_3[] = {
    { "Health", "Health", test_fields_now, NULL }, { "Body", "Body", test_fields_place, NULL },
    { "Place", "Body", test_fields_place, NULL }, { "Speed", NULL, NULL, NULL },
    { "Tie", "Link", NULL, NULL }, { "Redder", NULL, NULL, NULL } };
static const gc_sparse_alias test_fields_to_4[] = {
    { "Health", "Health", test_fields_now, NULL }, { "Body", "Place", test_fields_point, NULL },
    { "Body", "Speed", test_fields_speed, NULL }, { "Link", "Tie", NULL, NULL },
    { "Old", NULL, NULL, NULL }, { "Redder", NULL, NULL, NULL } };

static gc_sparse_world *test_fields_open_types(const test_fields_type *types, size_t n,
                                               const gc_sparse_allocator *allocator) {
    gc_sparse_desc open;
    memset(&open, 0, sizeof open);
    if (allocator) open.allocator = *allocator;
    gc_sparse_world *world = gc_sparse_open(&open, NULL);
    for (size_t i = 0; i < n; i++) {
        gc_sparse_component_desc desc;
        gc_sparse_type type;
        memset(&desc, 0, sizeof desc);
        desc.name = types[i].name;
        desc.size = types[i].shape ? types[i].shape()->size : 0;
        desc.kind = i % 2 ? GC_SPARSE_DIRECT : GC_SPARSE_DENSE;
        CHECK_INT(gc_sparse_component(world, &desc, &type), GC_SPARSE_OK);
        if (desc.size) CHECK_INT(gc_sparse_describe_as(world, type, types[i].shape()), GC_SPARSE_OK);
    }
    return world;
}

static gc_sparse_world *test_fields_version(int version, const gc_sparse_allocator *allocator) {
    gc_sparse_migration rules;
    memset(&rules, 0, sizeof rules);
    rules.version = (uint32_t)version;
    rules.aliases = version == 4 ? test_fields_to_4 : version == 3 ? test_fields_to_3 : test_fields_to_1;
    rules.alias_count = 6;
    gc_sparse_world *world = test_fields_open_types(test_fields_versions[version - 1], 5, allocator);
    CHECK_INT(gc_sparse_migrate(world, &rules), GC_SPARSE_OK);
    return world;
}

static void *test_fields_get(const gc_sparse_world *world, uint32_t slot, const char *name) {
    return gc_sparse_get(world, gc_sparse_id_of(world, slot), gc_sparse_find(world, name));
}

// Entities of all five types of version 1, some destroyed, and a resource.
enum { TEST_FIELDS_SLOTS = 24 };
static const gc_sparse_query_desc test_fields_query = { { { 3 }, { 1 } }, { { 0 } }, { { 0 } }, { { 0 } },
    { 0 }, 0 };
static gc_sparse_world *test_fields_first_of(uint32_t slots) {
    gc_sparse_world *world = test_fields_version(1, NULL);
    CHECK_INT(gc_sparse_cache(world, &test_fields_query), GC_SPARSE_OK);
    for (uint32_t slot = 0; slot < slots; slot++) {
        gc_sparse_id id = gc_sparse_create(world), to = { slot / 2, 1 };
        Tf1Health health = { (int32_t)slot * 1000 - 30000, (uint16_t)slot };
        Tf1Body body = { { 0.5f * (float)slot, -1 }, (float)slot, 2, (uint8_t)slot };
        Tf1Link link = { { { 0, 0 }, { 0, 0 } }, "abc", TF1_ONE };
        Tf1Old old = { (uint16_t)slot };

        link.to[0] = link.to[1] = to;
        memset(link.name + 3, (int)(slot % 3) + 'd', 4);
        if (slot % 2) gc_sparse_set_value(world, id, gc_sparse_find(world, "Health"), &health);
        if (slot % 3) gc_sparse_set_value(world, id, gc_sparse_find(world, "Body"), &body);
        if (slot % 5) gc_sparse_set_value(world, id, gc_sparse_find(world, "Link"), &link);
        if (slot % 7) gc_sparse_set_value(world, id, gc_sparse_find(world, "Old"), &old);
        if (slot % 4) gc_sparse_add(world, id, gc_sparse_find(world, "Red"));
    }

    for (uint32_t slot = 0; slot < slots; slot += 9) gc_sparse_destroy(world, gc_sparse_id_of(world, slot));
    Tf1Health *kept = (Tf1Health *)gc_sparse_resource(world, gc_sparse_find(world, "Health"));
    kept->hp = -7;
    return world;
}

static gc_sparse_world *test_fields_first(void) {
    return test_fields_first_of(TEST_FIELDS_SLOTS);
}

typedef struct test_fields_bytes { unsigned char *at; size_t size; } test_fields_bytes;

static test_fields_bytes test_fields_save(const gc_sparse_world *world) {
    test_fields_bytes save = { NULL, gc_sparse_save(world, NULL, 0) };
    save.at = (unsigned char *)malloc(save.size);
    CHECK_U64(gc_sparse_save(world, save.at, save.size), save.size);
    return save;
}

// The sum made right.
static void test_fields_seal(test_fields_bytes save) {
    uint64_t sum = gc_sparse_priv_sum((const char *)save.at, save.size - 8);
    for (int i = 0; i < 8; i++) save.at[save.size - 8 + (size_t)i] = (unsigned char)(sum >> 8 * i);
}

// What version `to` has of what was saved by the first program, or by version `least` that got
// it from there. Each version loses what it does not know.
static void test_fields_check(const gc_sparse_world *world, int to, int least) {
    gc_sparse_world *first = test_fields_first();
    CHECK_U64(gc_sparse_stats(world).entities, gc_sparse_stats(first).entities);
    for (uint32_t slot = 0; slot < TEST_FIELDS_SLOTS; slot++) {
        const Tf1Health *health = (const Tf1Health *)test_fields_get(first, slot, "Health");
        const Tf1Body *body = (const Tf1Body *)test_fields_get(first, slot, "Body");
        const Tf1Link *link = (const Tf1Link *)test_fields_get(first, slot, "Link");
        const void *now = test_fields_get(world, slot, "Health");
        CHECK((now != NULL) == (health != NULL));
        if (now && to == 1) CHECK_INT(((const Tf1Health *)now)->hp, health->hp);
        if (now && to == 2) CHECK_INT(((const Tf2Health *)now)->hp, health->hp);
        if (now && to > 2) CHECK_INT(((const Tf3Health *)now)->now, health->hp);
        if (now && to == 1) CHECK_INT(((const Tf1Health *)now)->hps, slot);
        if (now && to > 2) CHECK(((const Tf3Health *)now)->hps == (float)slot);
        if (now && to == 2) CHECK_INT(((const Tf2Health *)now)->most, 0);

        // A struct in a struct, renamed, or a type of its own.
        now = test_fields_get(world, slot, to == 4 ? "Place" : "Body");
        const TfPoint *at = now && to == 2 ? &((const Tf2Body *)now)->at : (const TfPoint *)now;
        TfPoint third = { 0, 0 };
        if (now && to == 3) {
            third.x = ((const Tf3Body *)now)->place.x;
            third.y = ((const Tf3Body *)now)->place.y;
            at = &third;
        }
        CHECK((now != NULL) == (body != NULL));
        if (now) CHECK(at->x == body->at.x && at->y == body->at.y);
        float vx = body && (to == 4 || least < 4) ? body->vx : 0, vy = to == 4 || least < 4 ? 2 : 0;
        if (now && to == 1) CHECK(((const Tf1Body *)now)->vx == vx && ((const Tf1Body *)now)->vy == vy);
        if (now && to == 1) CHECK_INT(((const Tf1Body *)now)->kind, least == 1 ? body->kind : 0);
        if (now && to == 2) CHECK(((const Tf2Body *)now)->vx == vx && ((const Tf2Body *)now)->vy == vy);
        if (now && to == 3) CHECK(((const Tf3Body *)now)->vx == (double)vx);
        if (now && to == 3) CHECK(((const Tf3Body *)now)->vy == (double)vy);
        if (now && to == 4) CHECK(((Tf4Speed *)test_fields_get(world, slot, "Speed"))->x == body->vx);

        // Ids, texts, which are cut to end, and enums.
        now = test_fields_get(world, slot, to == 4 ? "Tie" : "Link");
        CHECK((now != NULL) == (link != NULL));
        bool short_one = to == 2 || to == 3;
        if (now) {
            const gc_sparse_id *ids = short_one ? ((const Tf2Link *)now)->to : ((const Tf1Link *)now)->to;
            const char *name = short_one ? ((const Tf2Link *)now)->name : ((const Tf1Link *)now)->name;
            CHECK(memcmp(ids, link->to, sizeof link->to) == 0);
            if (short_one) CHECK(ids[2].slot == 0 && ((const Tf2Link *)now)->sex == TF1_ONE);
            CHECK_STR(name, short_one || least == 2 || least == 3 ? "abc" : link->name);
        }
        const void *old = test_fields_get(first, slot, "Old");
        if (to < 4) CHECK(!test_fields_get(world, slot, "Old") == (!old || least == 4));
        CHECK(!test_fields_get(first, slot, "Red") == !test_fields_get(world, slot, "Red"));
    }
    gc_sparse_close(first);
}

static void test_sparse_fields_migrate(void) {
    gc_sparse_world *first = test_fields_first();
    test_fields_bytes save = test_fields_save(first);
    for (int to = 1; to <= 4; to++) {
        gc_sparse_world *world = test_fields_version(to, NULL);
        if (to == 1) CHECK_INT(gc_sparse_cache(world, &test_fields_query), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
        if (to == 1) CHECK_U64(gc_sparse_hash_all(world), gc_sparse_hash_all(first));
        test_fields_check(world, to, 1);
        const void *kept = gc_sparse_resource(world, gc_sparse_find(world, "Health"));
        CHECK_INT(to == 1 ? *(const int32_t *)kept : to == 2 ? ((const Tf2Health *)kept)->hp
                  : ((const Tf3Health *)kept)->now, -7);

        // And on to the others, also back.
        test_fields_bytes again = test_fields_save(world);
        for (int then = 1; then <= 4; then++) {
            gc_sparse_world *other = test_fields_version(then, NULL);
            CHECK_INT(gc_sparse_load(other, again.at, again.size), GC_SPARSE_OK);
            test_fields_check(other, then, to);
            if (then == 1 && to == 1) CHECK_U64(gc_sparse_hash(other), gc_sparse_hash(first));
            gc_sparse_close(other);
        }
        free(again.at);
        gc_sparse_close(world);
    }
    free(save.at);
    gc_sparse_close(first);
}

static test_fields_bytes test_fields_read(const char *path) {
    FILE *file = fopen(path, "rb");
    test_fields_bytes save = { (unsigned char *)malloc(16384), 0 };
    if (CHECK(file != NULL)) save.size = fread(save.at, 1, 16384, file);
    if (file) fclose(file);
    return save;
}

// The world above as version 3 saves it, on x86-64, 32-bit x86 and s390x, loads into each
// version on each machine.
static void test_sparse_fields_migrate_vectors(void) {
    static const char *const paths[] = { "tests/vectors/sparse_fields_x86_64.bin",
        "tests/vectors/sparse_fields_i386.bin", "tests/vectors/sparse_fields_s390x.bin" };
    const char *write = getenv("TEST_SPARSE_FIELDS_WRITE");
    if (write) {
        gc_sparse_world *first = test_fields_first(), *third = test_fields_version(3, NULL);
        test_fields_bytes save = test_fields_save(first), again;
        CHECK_INT(gc_sparse_load(third, save.at, save.size), GC_SPARSE_OK);
        again = test_fields_save(third);
        FILE *out = fopen(write, "wb");
        if (CHECK(out != NULL)) CHECK(fwrite(again.at, 1, again.size, out) == again.size);
        if (out) fclose(out);
        free(save.at);
        free(again.at);
        gc_sparse_close(third);
        gc_sparse_close(first);
    }

    for (int i = 0; i < 3; i++) {
        test_fields_bytes save = test_fields_read(paths[i]);
        for (int to = 1; to <= 4; to++) {
            gc_sparse_world *world = test_fields_version(to, NULL);
            CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
            test_fields_check(world, to, 3);
            gc_sparse_close(world);
        }
        free(save.at);
    }
}

static void test_fields_leave(void *user, const gc_sparse_old *old, gc_sparse_type type, void *component) {
    (void)user;
    (void)type;
    CHECK_INT(old->version, 0);
    CHECK_INT(((TfMoved *)component)->a, 0);
}

// Names that move on: what had a name no longer has it.
static void test_sparse_fields_migrate_renamed(void) {
    static const char *const renamed[] = { "a", "b", "b", "c", "c", "d", NULL };
    static const test_fields_type then = { "N", gc_sparse_shape_TfThen };
    static const test_fields_type now = { "N", gc_sparse_shape_TfMoved };
    const gc_sparse_alias alias = { "N", "N", renamed, NULL };
    const gc_sparse_migration rules = { 0, &alias, 1, NULL, NULL };

    gc_sparse_world *first = test_fields_open_types(&then, 1, NULL);
    gc_sparse_world *world = test_fields_open_types(&now, 1, NULL);
    const TfThen value = { 1, 2, 3, { -4, -5, -6 } };
    gc_sparse_set_value(first, gc_sparse_create(first), gc_sparse_find(first, "N"), &value);
    test_fields_bytes save = test_fields_save(first);
    CHECK_INT(gc_sparse_migrate(world, &rules), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
    const TfMoved *moved = (const TfMoved *)test_fields_get(world, 0, "N");
    CHECK(moved && moved->a == 0 && moved->b == 1 && moved->c == 2 && moved->d == 3);
    CHECK(moved && moved->n[0] == -4 && moved->n[1] == -5);

    // Saves of today have today's names.
    free(save.at);
    save = test_fields_save(world);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
    moved = (const TfMoved *)test_fields_get(world, 0, "N");
    CHECK(moved && moved->a == 0 && moved->b == 1 && moved->c == 2 && moved->d == 3);
    const gc_sparse_migration hooked = { 1, &alias, 1, test_fields_leave, NULL };
    CHECK_INT(gc_sparse_migrate(world, &hooked), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
    moved = (const TfMoved *)test_fields_get(world, 0, "N");
    CHECK(moved && moved->a == 0 && moved->b == 1 && moved->c == 2 && moved->d == 3);
    free(save.at);
    gc_sparse_close(world);
    gc_sparse_close(first);
}

// A save with its sum made right, in memory of just its size: refused, or a whole world.
static bool test_fields_forge(gc_sparse_world *world, const unsigned char *bytes, size_t size) {
    test_fields_bytes save = { (unsigned char *)malloc(size), size };
    uint64_t hash = gc_sparse_hash_all(world);
    memcpy(save.at, bytes, size);
    test_fields_seal(save);
    bool taken = gc_sparse_load(world, save.at, size) == GC_SPARSE_OK;
    free(save.at);
    if (taken) {
        save = test_fields_save(world);
        hash = gc_sparse_hash_all(world);
        CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
        free(save.at);
    }
    CHECK_U64(gc_sparse_hash_all(world), hash);
    return taken;
}

// Each cut and each bit, as it is and with its size and sum made right.
static void test_sparse_fields_migrate_forged(void) {
    gc_sparse_world *first = test_fields_first_of(7), *world = test_fields_version(4, NULL);
    test_fields_bytes save = test_fields_save(first);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
    uint64_t hash = gc_sparse_hash_all(world);

    for (size_t n = 0; n < save.size; n++) CHECK_INT(gc_sparse_load(world, save.at, n), GC_SPARSE_E_DATA);
    for (size_t bit = 0; bit < save.size * 8; bit++) {
        save.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_E_DATA);
        save.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    CHECK_U64(gc_sparse_hash_all(world), hash);

    int taken = 0, refused = 0;
    for (size_t bit = 0; bit < save.size * 8; bit++) {
        save.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        bool is_taken = test_fields_forge(world, save.at, save.size);
        taken += is_taken;
        refused += !is_taken;
        save.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    CHECK(taken > 100 && refused > 100);

    for (size_t n = 72; n < save.size; n += 8) {
        for (size_t i = 0; i < 4; i++) save.at[16 + i] = (unsigned char)(n >> 8 * i);
        CHECK(!test_fields_forge(world, save.at, n));
    }
    free(save.at);
    gc_sparse_close(world);
    gc_sparse_close(first);
}

// A list that the save has of a type that is no more: left out, beside one over as many types.
static void test_sparse_fields_migrate_gone_list(void) {
    static const test_fields_type then[] = { { "N", gc_sparse_shape_TfText }, { "Red", NULL },
                                             { "Gone", gc_sparse_shape_Tf1Old } };
    static const test_fields_type now[] = { { "N", gc_sparse_shape_TfText }, { "Red", NULL },
                                            { "Other", gc_sparse_shape_Tf1Old } };
    static const gc_sparse_alias gone[] = { { "Gone", NULL, NULL, NULL } };
    static const gc_sparse_query_desc both = { { { 1 }, { 3 } }, { { 0 } }, { { 0 } }, { { 0 } }, { 0 }, 0 };
    gc_sparse_migration rules;
    memset(&rules, 0, sizeof rules);
    rules.aliases = gone;
    rules.alias_count = 1;

    gc_sparse_world *first = test_fields_open_types(then, 3, NULL);
    gc_sparse_world *world = test_fields_open_types(now, 3, NULL);
    CHECK_INT(gc_sparse_cache(first, &both), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_cache(world, &both), GC_SPARSE_OK);
    const TfText value = { "abcdefg" };
    const gc_sparse_id id = gc_sparse_create(first);
    CHECK_INT(gc_sparse_set_value(first, id, gc_sparse_find(first, "N"), &value), GC_SPARSE_OK);
    gc_sparse_add(first, id, gc_sparse_find(first, "Gone"));

    // It has what is left.
    test_fields_bytes save = test_fields_save(first);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_E_TYPE);
    CHECK_INT(gc_sparse_migrate(world, &rules), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
    const TfText *loaded = (const TfText *)test_fields_get(world, id.slot, "N");
    CHECK(loaded && memcmp(loaded, &value, sizeof value) == 0);
    CHECK(!test_fields_get(world, id.slot, "Other"));

    free(save.at);
    gc_sparse_close(world);
    gc_sparse_close(first);
}

// Texts of fields that are none, or beyond the component: refused.
static void test_sparse_fields_migrate_texts(void) {
    static const struct { const char *text; bool taken; } texts[] = {
        { "m c1@0*24;", true }, { "m c1@1*24;", false }, { "m c1@0*25;", false }, { "m c1@0*00;", false },
        { "m c1@24*1;", false }, { "m c1@25*1;", false }, { "m c1@23*1;", true }, { "m c1@25*0;", false },
        { "m u2@0*12;", true }, { "m u2@2*12;", false }, { "m u2@0*13;", false }, { "m i4@20*1;", true },
        { "m i4@21*1;", false }, { "m f8@0*03;", true }, { "m u8@0*04;", false }, { "m e8@17*1;", false },
        { "m e8@16*1;", true }, { "m b1@00007", false }, { "m b1@0007;", true }, { "m b1@0024;", false },
        { "m i3@0*02;", false }, { "m f2@0*02;", false }, { "m e4@0*02;", false }, { "m s8@0*01;", false },
        { "m i0@0*01;", false }, { "m c11@0*2;", false }, { "m i10@000;", false }, { "m c1@*;;;;", false },
        { "m c1@0*24 ", false }, { "m;c1@0*24;", false }, { "m c1@0*2*;", false }, { "m c1 0@24;", false },
        { "m c1@0;@1;", false }, { "@ c1:0*24;", false }, { "m@mmmmmmm ", false }, { "@mmmmmmmmm", false },
        { "m c1@0;nn ", false }, { "m c1@0;nn;", false }, { "m i4@0*-01", false }, { "m i4@0*07;", false },
        { " c1@0;;;@;", false }, { "m 18@0*01;", false }, { "m@@@@@@@ c", false }, { " u1@0;@ u1", false },
    };
    static const test_fields_type then = { "N", gc_sparse_shape_TfText };
    static const test_fields_type now = { "N", gc_sparse_shape_TfNow };

    gc_sparse_world *first = test_fields_open_types(&then, 1, NULL);
    gc_sparse_world *world = test_fields_open_types(&now, 1, NULL);
    const TfText value = { "abcdefg" };
    gc_sparse_set_value(first, gc_sparse_create(first), gc_sparse_find(first, "N"), &value);
    test_fields_bytes save = test_fields_save(first);
    unsigned char *at = save.at;
    while (memcmp(at, "m c1@0*24;", 10) != 0) at++;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        memcpy(at, texts[i].text, 10);
        if (test_fields_forge(world, save.at, save.size) == texts[i].taken) continue;
        printf("%s: %s\n", texts[i].text, texts[i].taken ? "refused" : "taken");
        CHECK(false);
    }
    free(save.at);
    gc_sparse_close(world);
    gc_sparse_close(first);
}

static void test_sparse_fields_migrate_without_memory(void) {
    int left = -1, error = GC_SPARSE_E_MEMORY;
    gc_sparse_allocator allocator = { test_fields_resize, &left };
    gc_sparse_world *first = test_fields_first(), *world = test_fields_version(3, &allocator);
    test_fields_bytes save = test_fields_save(first);
    uint64_t hash = gc_sparse_hash_all(world);
    for (int fail = 0; error == GC_SPARSE_E_MEMORY && fail < 500; fail++) {
        left = fail;
        error = gc_sparse_load(world, save.at, save.size);
        if (error != GC_SPARSE_OK) CHECK_U64(gc_sparse_hash_all(world), hash);
        CHECK(error == GC_SPARSE_OK || fail < 400);
    }
    CHECK_INT(error, GC_SPARSE_OK);
    left = -1;
    test_fields_check(world, 3, 1);
    free(save.at);
    gc_sparse_close(world);
    gc_sparse_close(first);
}

// ---- what numbers become

static void test_fields_number(const gc_sparse_shape *(*was)(void), const void *from,
                               const gc_sparse_shape *(*now)(void), const void *want) {
    const gc_sparse_member before = { "n", 0, was()->size, was }, after = { "n", 0, now()->size, now };
    const gc_sparse_shape old = { "N", was()->size, GC_SPARSE_IS_STRUCT, 1, &before };
    const gc_sparse_shape today = { "N", now()->size, GC_SPARSE_IS_STRUCT, 1, &after };
    gc_sparse_component_desc desc;
    gc_sparse_type type;
    memset(&desc, 0, sizeof desc);
    desc.name = "N";

    gc_sparse_world *a = gc_sparse_open(NULL, NULL), *b = gc_sparse_open(NULL, NULL);
    desc.size = was()->size;
    CHECK_INT(gc_sparse_component(a, &desc, &type), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_describe_as(a, type, &old), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_set_value(a, gc_sparse_create(a), type, from), GC_SPARSE_OK);
    desc.size = now()->size;
    CHECK_INT(gc_sparse_component(b, &desc, &type), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_describe_as(b, type, &today), GC_SPARSE_OK);

    test_fields_bytes save = test_fields_save(a);
    CHECK_INT(gc_sparse_load(b, save.at, save.size), GC_SPARSE_OK);
    const void *got = test_fields_get(b, 0, "N");
    if (!CHECK(got && memcmp(got, want, now()->size) == 0)) {
        gc_sparse_field field = { "n", now(), 0, 1 };
        char text[2][40];
        gc_sparse_field_text(&field, got ? got : want, text[0], 40);
        gc_sparse_field_text(&field, want, text[1], 40);
        printf("%s to %s: %s, not %s\n", was()->name, now()->name, text[0], text[1]);
    }
    free(save.at);
    gc_sparse_close(b);
    gc_sparse_close(a);
}

#define TEST_FIELDS_NUMBER(T, value, to, wanted)                                                             \
    do {                                                                                                     \
        const T from = value;                                                                                \
        const to want = wanted;                                                                              \
        test_fields_number(gc_sparse_shape_##T, &from, gc_sparse_shape_##to, &want);                         \
    } while (0)

static void test_sparse_fields_numbers(void) {
    TEST_FIELDS_NUMBER(int8_t, -5, int64_t, -5);
    TEST_FIELDS_NUMBER(int8_t, -5, uint64_t, 0);
    TEST_FIELDS_NUMBER(uint8_t, 255, int8_t, 127);
    TEST_FIELDS_NUMBER(int64_t, INT64_MIN, int32_t, INT32_MIN);
    TEST_FIELDS_NUMBER(int64_t, INT64_MIN, int64_t, INT64_MIN);
    TEST_FIELDS_NUMBER(uint64_t, UINT64_MAX, int64_t, INT64_MAX);
    TEST_FIELDS_NUMBER(uint64_t, UINT64_MAX, uint16_t, UINT16_MAX);
    TEST_FIELDS_NUMBER(int64_t, INT64_MIN, double, -9223372036854775808.0);
    TEST_FIELDS_NUMBER(uint32_t, UINT32_MAX, double, 4294967295.0);
    TEST_FIELDS_NUMBER(int16_t, -300, float, -300);
    // Rounded once: by way of a double the first would be 2^63; and from a float to no other.
    TEST_FIELDS_NUMBER(uint64_t, 0x8000008000000001u, float, 9223373136366403584.0f);
    TEST_FIELDS_NUMBER(int64_t, -0x4000004000000001, float, -4611686568183201792.0f);
    TEST_FIELDS_NUMBER(uint64_t, 0xfffffffffffffbffu, double, 18446744073709549568.0);
    TEST_FIELDS_NUMBER(double, 18446744073709549568.0, uint64_t, 0xfffffffffffff800u);
    TEST_FIELDS_NUMBER(double, 9223372036854775808.0, int64_t, INT64_MAX);
    TEST_FIELDS_NUMBER(double, 18446744073709551616.0, uint64_t, UINT64_MAX);
    TEST_FIELDS_NUMBER(double, -255.9, int16_t, -255);
    TEST_FIELDS_NUMBER(double, -129, int8_t, INT8_MIN);
    TEST_FIELDS_NUMBER(float, -1.9f, int32_t, -1);
    TEST_FIELDS_NUMBER(double, 1e300, int32_t, INT32_MAX);
    TEST_FIELDS_NUMBER(double, -1e300, int64_t, INT64_MIN);
    TEST_FIELDS_NUMBER(double, 18446744073709551615.0, uint64_t, UINT64_MAX);
    TEST_FIELDS_NUMBER(double, NAN, int32_t, 0);
    TEST_FIELDS_NUMBER(float, -0.5f, uint8_t, 0);

    TEST_FIELDS_NUMBER(float, 0.1f, double, 0.10000000149011612);
    TEST_FIELDS_NUMBER(float, -0.0f, double, -0.0);
    TEST_FIELDS_NUMBER(double, 0.1, float, 0.1f);
    TEST_FIELDS_NUMBER(double, 3.4028235e38, float, 3.4028235e38f);
    TEST_FIELDS_NUMBER(double, -1e300, float, -INFINITY);
    TEST_FIELDS_NUMBER(double, INFINITY, float, INFINITY);

    TEST_FIELDS_NUMBER(bool, true, double, 1);
    TEST_FIELDS_NUMBER(int32_t, 256, bool, true);
    TEST_FIELDS_NUMBER(int32_t, -1, bool, false);
    TEST_FIELDS_NUMBER(float, 0.25f, bool, false);
    TEST_FIELDS_NUMBER(char, 'x', uint32_t, 'x');
    TEST_FIELDS_NUMBER(unsigned, 300, char, (char)255);
    const gc_sparse_id id = { 7, 1 }, none = { 0, 0 };
    const uint64_t number = 5, zero = 0;
    test_fields_number(gc_sparse_shape_gc_sparse_id, &id, gc_sparse_shape_uint64_t, &zero);
    test_fields_number(gc_sparse_shape_uint64_t, &number, gc_sparse_shape_gc_sparse_id, &none);
}

// ---- saves without names, other machines, the hook

typedef struct { uint64_t x; float y; } TfWide;
#define TF_WIDE(F) F(uint64_t, x) F(float, y)
GC_SPARSE_FIELDS_OF(TfWide, TF_WIDE)
typedef struct { gc_sparse_id of; uint32_t heat; } TfPrey;
#define TF_PREY(F) F(gc_sparse_id, of) F(uint32_t, heat)
GC_SPARSE_FIELDS_OF(TfPrey, TF_PREY)
typedef struct { uint32_t x, y; } TfPair;
#define TF_PAIR(F) F(uint32_t, x) F(uint32_t, y)
GC_SPARSE_FIELDS_OF(TfPair, TF_PAIR)
#define TF_RARE(F) F(uint8_t, a) F(uint32_t, b) F(uint16_t, c)
GC_SPARSE_STRUCT(TfRare, TF_RARE)
#define TF_MIXED(F) F(uint64_t, a) F(uint16_t, b) F(uint8_t, c, 6)
GC_SPARSE_STRUCT(TfMixed, TF_MIXED)

#define TF_THREE(F) F(int32_t, a) F(int32_t, heat) F(int32_t, b)
GC_SPARSE_STRUCT(TfThree, TF_THREE)

// The save of 0.3 of test_sparse_save.c: all types as they were, but for two.
static void test_sparse_fields_of_3(void) {
    static const test_fields_type types[] = { { "place", gc_sparse_shape_TfWide },
        { "speed", gc_sparse_shape_TfPair }, { "prey", gc_sparse_shape_TfPrey },
        { "rare", gc_sparse_shape_TfRare }, { "mixed", gc_sparse_shape_TfMixed }, { "health", NULL },
        { "frozen", NULL }, { "sleepy", NULL } };
    static const test_fields_type pairs[] = { { "place", gc_sparse_shape_TfPair }, { "health", NULL } };
    gc_sparse_alias aliases[] = { { "place", "place", NULL, gc_sparse_shape_TfPair },
        { "big", NULL, NULL, NULL }, { "health", NULL, NULL, NULL } };
    gc_sparse_migration rules = { 9, aliases, 3, NULL, NULL };
    gc_sparse_world *world = test_fields_open_types(types, 8, NULL), *as_it_was;
    test_fields_bytes save = test_fields_read("tests/vectors/sparse_save_3.bin");

    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_E_SIZE);
    CHECK_INT(gc_sparse_migrate(world, &rules), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
    aliases[0].shape = NULL;
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_E_SIZE);
    aliases[0].shape = gc_sparse_shape_TfPrey;
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_E_SIZE);

    // Beside a world of the types then, of which each has gone but one.
    static const char *const names[] = { "speed", "prey", "rare", "mixed", "frozen", "sleepy", "big",
        "health" };
    gc_sparse_alias gone[8];
    memset(gone, 0, sizeof gone);
    for (int i = 0; i < 8; i++) gone[i].old_type = names[i];
    rules.aliases = gone;
    rules.alias_count = 8;
    as_it_was = test_fields_open_types(pairs, 1, NULL);
    CHECK_INT(gc_sparse_migrate(as_it_was, &rules), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_load(as_it_was, save.at, save.size), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_stats(as_it_was).entities, gc_sparse_stats(world).entities);
    uint32_t places = 0;
    for (uint32_t slot = 0; slot < gc_sparse_stats(world).slots; slot++) {
        const TfWide *wide = (const TfWide *)test_fields_get(world, slot, "place");
        const TfPair *pair = (const TfPair *)test_fields_get(as_it_was, slot, "place");
        CHECK((wide != NULL) == (pair != NULL));
        volatile float y = pair ? (float)pair->y : 0;   // rounded, also by the x87
        if (wide) CHECK(wide->x == pair->x && wide->y == y);
        places += wide != NULL;
    }
    CHECK(places > 10);
    free(save.at);
    gc_sparse_close(as_it_was);
    gc_sparse_close(world);
}

static void test_fields_prey(void *user, const gc_sparse_old *old, gc_sparse_type type, void *component) {
    (void)user;
    (void)type;
    CHECK_STR(old->type, "prey");
    CHECK_INT(((TfPrey *)component)->heat, 77);
}

// Texts of gc_sparse_describe that say the same, and others.
static void test_sparse_fields_texts(void) {
    static const struct { const char *text; int error; } texts[] = { { "i4", 0 }, { "i 4*1", 0 },
        { "444", GC_SPARSE_E_FIELDS }, { "4i", GC_SPARSE_E_FIELDS }, { "1*12", 0 }, { "", 0 } };
    static const test_fields_type prey = { "prey", gc_sparse_shape_TfPrey };
    static const test_fields_type numbers = { "prey", gc_sparse_shape_TfThree };
    gc_sparse_world *three = test_fields_open_types(&numbers, 1, NULL);
    gc_sparse_world *now = test_fields_open_types(&prey, 1, NULL);
    const gc_sparse_migration rules = { 1, NULL, 0, test_fields_prey, NULL };
    CHECK_INT(gc_sparse_migrate(now, &rules), GC_SPARSE_OK);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        gc_sparse_component_desc desc;
        gc_sparse_type type;
        memset(&desc, 0, sizeof desc);
        desc.name = "prey";
        desc.size = sizeof(TfPrey);
        desc.fields = texts[i].text;
        gc_sparse_world *world = gc_sparse_open(NULL, NULL);
        CHECK_INT(gc_sparse_component(world, &desc, &type), GC_SPARSE_OK);
        const TfPrey value = { { 3, 1 }, 77 };
        CHECK_INT(gc_sparse_set_value(world, gc_sparse_create(world), type, &value), GC_SPARSE_OK);
        test_fields_bytes save = test_fields_save(world);

        // Bytes of one each would be ids no more.
        int want = strcmp(texts[i].text, "1*12") == 0 ? GC_SPARSE_E_FIELDS : texts[i].error;
        CHECK_INT(gc_sparse_load(now, save.at, save.size), want);
        if (!want) CHECK(memcmp(test_fields_get(now, 0, "prey"), &value, sizeof value) == 0);
        bool has_id = strchr(texts[i].text, 'i') != NULL;
        CHECK_INT(gc_sparse_load(three, save.at, save.size), has_id ? GC_SPARSE_E_FIELDS : GC_SPARSE_OK);
        free(save.at);
        gc_sparse_close(world);
    }
    gc_sparse_close(three);
    gc_sparse_close(now);
}

// A save of 32-bit x86, where eights are aligned to four bytes; and of the other order of
// bytes.
static void test_sparse_fields_machines(void) {
    typedef struct { uint32_t y, x[2]; } packed;
    static const gc_sparse_member members[] = { { "y", 0, 4, gc_sparse_shape_float },
        { "x", 4, 8, gc_sparse_shape_uint64_t } };
    static const gc_sparse_shape shape = { "wide", 12, GC_SPARSE_IS_STRUCT, 2, members };
    static const test_fields_type now = { "wide", gc_sparse_shape_TfWide };
    gc_sparse_component_desc desc;
    gc_sparse_type type;
    memset(&desc, 0, sizeof desc);
    desc.name = "wide";
    desc.size = sizeof(packed);
    gc_sparse_world *then = gc_sparse_open(NULL, NULL), *world = test_fields_open_types(&now, 1, NULL);
    CHECK_INT(gc_sparse_component(then, &desc, &type), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_describe_as(then, type, &shape), GC_SPARSE_OK);

    char value[12];
    const uint64_t x = 0x123456789abcdef0u;
    const float y = -2.5f;
    memcpy(value, &y, 4);
    memcpy(value + 4, &x, 8);
    gc_sparse_set_value(then, gc_sparse_create(then), type, value);

    test_fields_bytes save = test_fields_save(then);
    for (int order = 1; order <= 2; order++) {
        save.at[12] = (unsigned char)order;
        test_fields_seal(save);
        CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
        const TfWide *wide = (const TfWide *)test_fields_get(world, 0, "wide");
        CHECK(wide && wide->x == x && wide->y == y);
    }
    free(save.at);
    gc_sparse_close(world);
    gc_sparse_close(then);
}

// Without any description, of the other order of bytes: as it is now, or an alias tells.
static void test_sparse_fields_other_order(void) {
    static const test_fields_type now = { "prey", gc_sparse_shape_TfPrey };
    const gc_sparse_alias alias = { "prey", "prey", NULL, gc_sparse_shape_TfThree };
    const gc_sparse_migration rules = { 1, &alias, 1, NULL, NULL };
    gc_sparse_component_desc desc;
    gc_sparse_type type;
    memset(&desc, 0, sizeof desc);
    desc.name = "prey";
    desc.size = sizeof(TfPrey);
    gc_sparse_world *then = gc_sparse_open(NULL, NULL), *world = test_fields_open_types(&now, 1, NULL);
    CHECK_INT(gc_sparse_component(then, &desc, &type), GC_SPARSE_OK);

    // 3, 1, 77 with the other end first.
    unsigned char value[12] = { 0 };
    const uint32_t one = 1;
    bool big = *(const unsigned char *)&one == 0;
    value[big ? 0 : 3] = 3;
    value[big ? 4 : 7] = 1;
    value[big ? 8 : 11] = 77;
    gc_sparse_set_value(then, gc_sparse_create(then), type, value);

    test_fields_bytes save = test_fields_save(then);
    save.at[12] = big ? 1 : 2;
    test_fields_seal(save);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
    const TfPrey *prey = (const TfPrey *)test_fields_get(world, 0, "prey");
    CHECK(prey && prey->of.slot == 3 && prey->of.generation == 1 && prey->heat == 77);

    // The alias's second number has the name `heat`.
    CHECK_INT(gc_sparse_migrate(world, &rules), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
    prey = (const TfPrey *)test_fields_get(world, 0, "prey");
    CHECK(prey && prey->of.slot == 0 && prey->of.generation == 0 && prey->heat == 1);

    // Also of this machine's order.
    const TfPrey own = { { 5, 6 }, 7 };
    gc_sparse_set_value(then, gc_sparse_id_of(then, 0), type, &own);
    free(save.at);
    save = test_fields_save(then);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
    prey = (const TfPrey *)test_fields_get(world, 0, "prey");
    CHECK(prey && prey->of.slot == 0 && prey->of.generation == 0 && prey->heat == 6);
    free(save.at);
    gc_sparse_close(world);
    gc_sparse_close(then);
}

// A type that neither the world has nor an alias, or that the world has as a transient one.
static void test_sparse_fields_unknown_type(void) {
    static const test_fields_type none = { "Other", gc_sparse_shape_TfPair };
    gc_sparse_world *first = test_fields_first(), *world = test_fields_open_types(&none, 1, NULL);
    test_fields_bytes save = test_fields_save(first);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_E_TYPE);
    gc_sparse_close(world);

    world = test_fields_version(2, NULL);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_describe(world, gc_sparse_find(world, "Body"), NULL, true), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_E_TYPE);
    free(save.at);
    gc_sparse_close(world);
    gc_sparse_close(first);
}

static int test_fields_converted;

// Points of health were half as many before version 7.
static void test_fields_convert(void *user, const gc_sparse_old *old, gc_sparse_type type, void *component) {
    gc_sparse_world *world = (gc_sparse_world *)user;
    const char *name = gc_sparse_name(world, type);
    int32_t hp = 0;
    uint8_t kinds[2] = { 9, 9 };

    test_fields_converted++;
    CHECK_STR(old->type, name);
    CHECK_INT(old->version, 1);
    CHECK(!gc_sparse_old_field(old, "absent", gc_sparse_shape_int(), &hp, 1) && hp == 0);
#ifdef TEST_SPARSE_COUNTS_ASSERTS
    CHECK_U64(gc_sparse_create(world).generation, 0);       // nothing else may change
#endif

    if (strcmp(name, "Body") == 0) {
        CHECK(gc_sparse_old_field(old, "kind", gc_sparse_shape_uint8_t(), kinds, 2) && kinds[1] == 0);
        CHECK_INT(kinds[0], ((Tf1Body *)component)->kind);
        return;
    }
    if (strcmp(name, "Health") != 0) return;
    CHECK(gc_sparse_old_field(old, "hp", gc_sparse_shape_int32_t(), &hp, 1));
    CHECK_INT(hp, ((Tf1Health *)component)->hp);
    ((Tf1Health *)component)->hp = 2 * hp;
}

static void test_sparse_fields_hook(void) {
    gc_sparse_world *first = test_fields_first(), *world = test_fields_version(1, NULL);
    gc_sparse_migration rules = { 7, NULL, 0, test_fields_convert, world };
    test_fields_bytes save = test_fields_save(first);
    CHECK_INT(gc_sparse_migrate(world, &rules), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
    CHECK_INT(((Tf1Health *)test_fields_get(world, 1, "Health"))->hp, -58000);
    int components = 1;     // and a resource
    for (gc_sparse_type type = { 1 }; type.index <= 4; type.index++) {
        components += (int)gc_sparse_info(world, type).count;
    }
    CHECK_INT(test_fields_converted, components);

    // Its own saves have the version, and are as they are.
    free(save.at);
    save = test_fields_save(world);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
    CHECK_INT(test_fields_converted, components);

    // A world like it has the same rules, and so saves the same bytes.
    gc_sparse_world *like = gc_sparse_open_like(world, NULL);
    CHECK_INT(gc_sparse_load(like, save.at, save.size), GC_SPARSE_OK);
    test_fields_bytes again = test_fields_save(like);
    CHECK(again.size == save.size && memcmp(again.at, save.at, save.size) == 0);
    CHECK_INT(gc_sparse_migrate(like, NULL), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_load(like, save.at, save.size), GC_SPARSE_OK);
    CHECK_INT(test_fields_converted, components);
    free(again.at);
    again = test_fields_save(like);     // of no version
    CHECK(again.size == save.size && memcmp(again.at, save.at, save.size) != 0);
    gc_sparse_close(like);
    gc_sparse_close(world);

    // Other types of the same version are none of the hook's.
    world = test_fields_version(2, NULL);
    CHECK_INT(gc_sparse_migrate(world, &rules), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
    CHECK_INT(((Tf2Health *)test_fields_get(world, 1, "Health"))->hp, -58000);
    CHECK_INT(test_fields_converted, components);
    free(save.at);
    free(again.at);
    gc_sparse_close(world);
    gc_sparse_close(first);
}

static void test_sparse_fields_migrate_refused(void) {
#ifndef TEST_SPARSE_COUNTS_ASSERTS
    SKIP("the assertions of gc_sparse.h are not counted in this build");
#else
    gc_sparse_world *world = test_fields_open();
    gc_sparse_alias alias = { NULL, NULL, NULL, NULL };
    gc_sparse_migration rules = { 1, &alias, 1, NULL, NULL };
    int before = test_sparse_asserts, number;

    CHECK_INT(gc_sparse_migrate(NULL, &rules), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_migrate(world, &rules), GC_SPARSE_E_ARGUMENT);
    alias.old_type = "a";
    alias.shape = gc_sparse_shape_int;
    CHECK_INT(gc_sparse_migrate(world, &rules), GC_SPARSE_E_ARGUMENT);
    rules.aliases = NULL;
    CHECK_INT(gc_sparse_migrate(world, &rules), GC_SPARSE_E_ARGUMENT);
    CHECK(!gc_sparse_old_field(NULL, "a", gc_sparse_shape_int(), &number, 1));
    CHECK_INT(test_sparse_asserts - before, 5);
    gc_sparse_close(world);
#endif
}

static const test_case test_sparse_fields_cases[] = {
    TEST_CASE(test_sparse_fields_names),
    TEST_CASE(test_sparse_fields_text),
    TEST_CASE(test_sparse_fields_bounds),
    TEST_CASE(test_sparse_fields_floats),
    TEST_CASE(test_sparse_fields_holes),
    TEST_CASE(test_sparse_fields_refused),
    TEST_CASE(test_sparse_fields_without_memory),
    TEST_CASE(test_sparse_fields_as_texts),
    TEST_CASE(test_sparse_fields_ids),
    TEST_CASE(test_sparse_fields_each_bit),
    TEST_CASE(test_sparse_fields_differences),
    TEST_CASE(test_sparse_fields_difference_resource),
    TEST_CASE(test_sparse_fields_differences_refused),
    TEST_CASE(test_sparse_fields_migrate),
    TEST_CASE(test_sparse_fields_migrate_vectors),
    TEST_CASE(test_sparse_fields_migrate_renamed),
    TEST_CASE(test_sparse_fields_migrate_forged),
    TEST_CASE(test_sparse_fields_migrate_texts),
    TEST_CASE(test_sparse_fields_migrate_without_memory),
    TEST_CASE(test_sparse_fields_numbers),
    TEST_CASE(test_sparse_fields_of_3),
    TEST_CASE(test_sparse_fields_texts),
    TEST_CASE(test_sparse_fields_migrate_gone_list),
    TEST_CASE(test_sparse_fields_machines),
    TEST_CASE(test_sparse_fields_other_order),
    TEST_CASE(test_sparse_fields_unknown_type),
    TEST_CASE(test_sparse_fields_hook),
    TEST_CASE(test_sparse_fields_migrate_refused),
};

TEST_MAIN(test_sparse_fields_cases)
