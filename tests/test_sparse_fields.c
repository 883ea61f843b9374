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
};

TEST_MAIN(test_sparse_fields_cases)
