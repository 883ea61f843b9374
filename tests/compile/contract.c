// The names that other programs compile against: every function of the contract is assigned to
// a pointer of exactly its type, so a lost name or a changed parameter does not compile. Inline
// functions and macros are called.
#include "gc_rng.h"
#include "gc_sort.h"
#include "gc_sparse.h"
#include "gc_writer.h"
#include "gc_fetch.h"

#define IS(result, name, parameters)                                                                         \
    do {                                                                                                     \
        result(*contract_pointer) parameters = name;                                                         \
        (void)contract_pointer;                                                                              \
    } while (0)

void contract_rng(void);
void contract_rng(void) {
    gc_rng r;

    IS(void, gc_rng_seed, (gc_rng *, uint64_t));
    IS(void, gc_rng_seed_stream, (gc_rng *, uint64_t, uint64_t));
    IS(uint64_t, gc_rng_u64, (gc_rng *));
    IS(uint32_t, gc_rng_u32, (gc_rng *));
    IS(double, gc_rng_f64, (gc_rng *));
    IS(float, gc_rng_f32, (gc_rng *));
    IS(uint64_t, gc_rng_below, (gc_rng *, uint64_t));
    IS(int64_t, gc_rng_range, (gc_rng *, int64_t, int64_t));
    IS(float, gc_rng_range_f32, (gc_rng *, float, float));
    IS(bool, gc_rng_chance, (gc_rng *, double));
    IS(double, gc_rng_normal, (gc_rng *, double, double));
    IS(double, gc_rng_exponential, (gc_rng *, double));
    IS(void, gc_rng_shuffle, (gc_rng *, void *, size_t, size_t));
    IS(void, gc_rng_fill, (gc_rng *, void *, size_t));

    IS(int, gc_rng_entropy, (void *, size_t));
    IS(double, gc_rng_source_normal, (const gc_rng_source *, double, double));

    IS(void, gc_rng_seed_text, (gc_rng *, const void *, size_t));
    IS(int, gc_rng_int, (gc_rng *, int, int));
    IS(int64_t, gc_rng_dice, (gc_rng *, int, int));
    IS(bool, gc_rng_chance_in, (gc_rng *, uint64_t, uint64_t));
    IS(int, gc_rng_sample, (gc_rng *, size_t *, size_t, size_t));
    IS(uint64_t, gc_rng_permute, (uint64_t, uint64_t, uint64_t));

    IS(void, gc_rng_hash_row, (uint64_t *, size_t, uint64_t, int64_t, int64_t, int64_t));
    IS(uint32_t, gc_rng_hash32, (uint32_t, int32_t, int32_t, int32_t));
    IS(int, gc_rng_version, (void));

    (void)sizeof(r);
#define ENGINE(E, out)                                                  \
    IS(void, gc_rng_##E##_seed, (gc_rng_##E *, uint64_t));              \
    IS(out, gc_rng_##E##_next, (gc_rng_##E *));                         \
    IS(void, gc_rng_##E##_fill, (gc_rng_##E *, void *, size_t));        \
    IS(gc_rng_source, gc_rng_##E##_source, (gc_rng_##E *))

    ENGINE(mwc32, uint16_t);
    ENGINE(mwc64, uint32_t);
    ENGINE(xorshift32, uint32_t);
    ENGINE(xorshift128, uint32_t);
}

typedef struct contract_item { float depth; } contract_item;
#define CONTRACT_LESS(a, b) ((a).depth < (b).depth)
GC_SORT_DEFINE(contract_sort, contract_item, CONTRACT_LESS)

void contract_gc_sort(void);
void contract_gc_sort(void) {
#define NUMBER(suffix, T)                                                                   \
    IS(void, gc_sort_##suffix, (T *, size_t));                                              \
    IS(void, gc_sort_##suffix##_down, (T *, size_t));                                       \
    IS(int, gc_sort_ctx_##suffix, (gc_sort_context *, T *, size_t))

    NUMBER(i16, int16_t);
    NUMBER(u16, uint16_t);
    NUMBER(i32, int32_t);
    NUMBER(u32, uint32_t);
    NUMBER(i64, int64_t);
    NUMBER(u64, uint64_t);
    NUMBER(f32, float);
    NUMBER(f64, double);

    IS(int, gc_sort, (void *, size_t, size_t, gc_sort_compare, void *));
    IS(int, gc_sort_stable, (void *, size_t, size_t, gc_sort_compare, void *));

    IS(gc_sort_context *, gc_sort_open, (const gc_sort_desc *, int *));
    IS(int, gc_sort_ctx_u32_kv, (gc_sort_context *, uint32_t *, uint32_t *, size_t));
    IS(int, gc_sort_ctx_u32_kv_stable, (gc_sort_context *, uint32_t *, uint32_t *, size_t));
    IS(int, gc_sort_ctx_u64_kv32_stable, (gc_sort_context *, uint64_t *, uint32_t *, size_t));

    IS(void, gc_sort_u32_kv_any, (uint32_t *, uint32_t *, size_t));
    IS(void, gc_sort_f64_kv_any_down, (double *, uint64_t *, size_t));

    IS(int, gc_sort_apply, (void *, size_t, size_t, const uint32_t *, void *, size_t));
    IS(int, gc_sort_by_f32_any, (void *, size_t, size_t, size_t));
    IS(int, gc_sort_top_by_f32, (void *, size_t, size_t, size_t, size_t));
    IS(int, gc_sort_nth_by_u64_down, (void *, size_t, size_t, size_t, size_t));
    IS(int, gc_sort_by2, (void *, size_t, size_t, gc_sort_field, gc_sort_field, void *, size_t));

    IS(int, gc_sort_ctx_order_f32, (gc_sort_context *, const float *, uint32_t *, size_t));
    IS(void, gc_sort_close, (gc_sort_context *));

    IS(void, contract_sort, (contract_item *, size_t));
    IS(void, contract_sort_stable, (contract_item *, size_t, contract_item *));

    gc_sort_compare compare = (int (*)(const void *, const void *, void *))0;
    (void)compare;
}

typedef struct contract_place { float x, y; } contract_place;
typedef struct contract_speed { float x, y; } contract_speed;
#define CONTRACT(X) X(DENSE, contract_place) X(DIRECT, contract_speed) X(TAG, contract_tag)
GC_SPARSE_COMPONENTS(CONTRACT)
GC_SPARSE_SYSTEM(contract_move, (float dt), (dt), contract_place, p, contract_speed, v) { p->x += v->x * dt; }

int contract_typed(gc_sparse_world *world, gc_sparse_id id);
int contract_typed(gc_sparse_world *world, gc_sparse_id id) {
    IS(int, CONTRACT_register, (gc_sparse_world *));
    IS(void, gc_sparse_begin, (gc_sparse_view *, gc_sparse_world *, const gc_sparse_query_desc *));
    IS(int, gc_sparse_set_value, (gc_sparse_world *, gc_sparse_id, gc_sparse_type, const void *));
    IS(int, gc_sparse_group_with, (gc_sparse_world *, const gc_sparse_group_desc *));
    IS(gc_sparse_world *, gc_sparse_open_like, (const gc_sparse_world *, int *));
    GC_SPARSE_SET(world, id, contract_place, 3, 4);
    GC_SPARSE_PUT(world, id, contract_tag);
    GC_SPARSE_EACH(world, contract_place, p, contract_speed, v) p->x += v->x;
    contract_move(world, 0.5f);
    return contract_move(world, 1.0f);
}

void *contract_sparse(gc_sparse_world *world, gc_sparse_id id, gc_sparse_view *view, gc_sparse_type type);
void *contract_sparse(gc_sparse_world *world, gc_sparse_id id, gc_sparse_view *view, gc_sparse_type type) {
    IS(gc_sparse_world *, gc_sparse_open, (const gc_sparse_desc *, int *));
    IS(void, gc_sparse_close, (gc_sparse_world *));
    IS(int, gc_sparse_component, (gc_sparse_world *, const gc_sparse_component_desc *, gc_sparse_type *));

    IS(gc_sparse_id, gc_sparse_create, (gc_sparse_world *));
    IS(int, gc_sparse_destroy, (gc_sparse_world *, gc_sparse_id));
    IS(bool, gc_sparse_alive, (const gc_sparse_world *, gc_sparse_id));

    IS(void *, gc_sparse_add, (gc_sparse_world *, gc_sparse_id, gc_sparse_type));
    IS(void *, gc_sparse_get, (const gc_sparse_world *, gc_sparse_id, gc_sparse_type));
    IS(bool, gc_sparse_has, (const gc_sparse_world *, gc_sparse_id, gc_sparse_type));
    IS(int, gc_sparse_remove, (gc_sparse_world *, gc_sparse_id, gc_sparse_type));
    IS(const gc_sparse_pool *, gc_sparse_pool_of, (const gc_sparse_world *, gc_sparse_type));

    IS(int, gc_sparse_create_n, (gc_sparse_world *, gc_sparse_id *, size_t));
    IS(gc_sparse_view, gc_sparse_query, (gc_sparse_world *, const gc_sparse_query_desc *));
    IS(bool, gc_sparse_next, (gc_sparse_view *));
    IS(gc_sparse_id, gc_sparse_view_id, (const gc_sparse_view *, size_t));
    IS(uint32_t, gc_sparse_view_parts, (const gc_sparse_view *, size_t));
    IS(gc_sparse_view, gc_sparse_view_part, (const gc_sparse_view *, uint32_t, size_t));

    IS(gc_sparse_commands *, gc_sparse_record, (gc_sparse_world *, uint32_t, uint32_t));
    IS(gc_sparse_id, gc_sparse_record_create, (gc_sparse_commands *));
    IS(void *, gc_sparse_record_add, (gc_sparse_commands *, gc_sparse_id, gc_sparse_type));
    IS(int, gc_sparse_record_remove, (gc_sparse_commands *, gc_sparse_id, gc_sparse_type));
    IS(int, gc_sparse_record_destroy, (gc_sparse_commands *, gc_sparse_id));
    IS(int, gc_sparse_replay, (gc_sparse_world *));

    IS(uint64_t, gc_sparse_hash, (const gc_sparse_world *));
    IS(int, gc_sparse_destroy_n, (gc_sparse_world *, const gc_sparse_id *, size_t));
    IS(int, gc_sparse_add_n, (gc_sparse_world *, const gc_sparse_id *, size_t, gc_sparse_type, const void *));
    IS(int, gc_sparse_reserve, (gc_sparse_world *, gc_sparse_type, size_t));
    IS(int, gc_sparse_clear, (gc_sparse_world *));
    IS(int, gc_sparse_sort, (gc_sparse_world *, gc_sparse_type, const gc_sparse_sort_desc *));
    IS(int, gc_sparse_group, (gc_sparse_world *, const gc_sparse_type *, size_t));

    IS(int, gc_sparse_set_init, (gc_sparse_set *, const gc_sparse_set_desc *));
    IS(void *, gc_sparse_set_add, (gc_sparse_set *, gc_sparse_id));
    IS(void *, gc_sparse_set_get, (const gc_sparse_set *, gc_sparse_id));
    IS(bool, gc_sparse_set_has, (const gc_sparse_set *, gc_sparse_id));
    IS(int, gc_sparse_set_remove, (gc_sparse_set *, gc_sparse_id));
    IS(void *, gc_sparse_set_data, (const gc_sparse_set *));
    IS(const gc_sparse_id *, gc_sparse_set_ids, (const gc_sparse_set *));
    IS(size_t, gc_sparse_set_count, (const gc_sparse_set *));
    IS(void, gc_sparse_set_free, (gc_sparse_set *));

    gc_sparse_component_desc desc;
    (void)sizeof(desc.name), (void)sizeof(desc.size + desc.align + (size_t)desc.kind);
    (void)sizeof(desc.on_add), (void)sizeof(desc.on_remove), (void)sizeof(desc.user);

    (void)sizeof(view->count), (void)sizeof(view->columns[0]), (void)sizeof(view->rows[0]),
        (void)sizeof(view->slots);

    float *x = GC_SPARSE_GET(float, gc_sparse_pool_of(world, type), id);
    float *y = GC_SPARSE_AT(float, view, 0, 0);
    return x ? x : y;
}

void contract_writer(void);
void contract_writer(void) {
    gc_writer_error error;
    gc_writer_content content;
    gc_writer_event event;

    IS(gc_writer *, gc_writer_open, (const gc_writer_desc *, gc_writer_error *));
    IS(int, gc_writer_begin, (gc_writer *, const char *, gc_writer_file *));
    IS(int, gc_writer_begin_with, (gc_writer *, const gc_writer_file_desc *, gc_writer_file *));
    IS(size_t, gc_writer_write, (gc_writer *, gc_writer_file, const void *, size_t));
    IS(size_t, gc_writer_write_at, (gc_writer *, gc_writer_file, uint64_t, const void *, size_t));
    IS(void *, gc_writer_reserve, (gc_writer *, gc_writer_file, size_t, size_t *));
    IS(int, gc_writer_commit, (gc_writer *, gc_writer_file, size_t));
    IS(int, gc_writer_end, (gc_writer *, gc_writer_file));
    IS(int, gc_writer_abort, (gc_writer *, gc_writer_file));
    IS(int, gc_writer_put,
       (gc_writer *, const gc_writer_file_desc *, const void *, size_t, gc_writer_file *));
    IS(int, gc_writer_save,
       (gc_writer *, const gc_writer_file_desc *, const void *, size_t, gc_writer_file *));
    IS(int, gc_writer_load, (gc_writer *, const char *, gc_writer_content *));
    IS(void, gc_writer_free, (gc_writer *, gc_writer_content *));
    IS(int, gc_writer_user_folder, (const char *, const char *, char *, size_t));
    IS(int, gc_writer_remove, (gc_writer *, const char *, uint64_t));
    IS(bool, gc_writer_poll, (gc_writer *, gc_writer_event *));
    IS(int, gc_writer_wait, (gc_writer *, gc_writer_file, int));
    IS(int, gc_writer_room, (gc_writer *, size_t, int));
    IS(int, gc_writer_flush, (gc_writer *, int));
    IS(void, gc_writer_close, (gc_writer *));
    IS(int, gc_writer_append, (gc_writer *, const gc_writer_file_desc *, gc_writer_file *));
    IS(int, gc_writer_sync, (gc_writer *, gc_writer_file));
    IS(int, gc_writer_file_state, (gc_writer *, gc_writer_file));
    (void)sizeof(error.result + error.system_error + error.what[0]);
    (void)sizeof(event.result + event.system_error + event.type);
    (void)sizeof(content.size + content.backup + content.version);
    (void)sizeof(content.data);
    (void)(GC_WRITER_E_FULL + GC_WRITER_OK);
}

void contract_fetch(void);
void contract_fetch(void) {
    gc_fetch_event event;

    IS(gc_fetch *, gc_fetch_open, (const gc_fetch_desc *, gc_fetch_error *));
    IS(int, gc_fetch_add, (gc_fetch *, const gc_fetch_request *, gc_fetch_id *));

    IS(bool, gc_fetch_poll, (gc_fetch *, gc_fetch_event *));
    IS(int, gc_fetch_wait, (gc_fetch *, int));
    IS(int, gc_fetch_pump, (gc_fetch *, int));

    IS(int, gc_fetch_cancel, (gc_fetch *, gc_fetch_id));
    IS(int, gc_fetch_pause, (gc_fetch *, gc_fetch_id));
    IS(int, gc_fetch_resume, (gc_fetch *, gc_fetch_id));
    IS(int, gc_fetch_set_rate_limit, (gc_fetch *, uint64_t));
    IS(void, gc_fetch_pause_all, (gc_fetch *));
    IS(void, gc_fetch_resume_all, (gc_fetch *));

    IS(void *, gc_fetch_take, (gc_fetch *, gc_fetch_id, size_t *));
    IS(void, gc_fetch_free, (gc_fetch *, void *));
    IS(void, gc_fetch_close, (gc_fetch *));

    (void)sizeof(event.http_status + event.result + event.system_error);
    (void)sizeof(event.received + event.total + event.attempt);
    (void)sizeof(event.data);
    (void)(GC_FETCH_OK + GC_FETCH_TIMEOUT + GC_FETCH_IDLE);
}
