// writer_peers.h - what bench_writer.c measures gc_writer.h against, each as its best user
// would write it. Part of that file: uses its paths and sizes.

// ---- plain: open, one write, close, rename

static void bench_make_folders(int root) {
    char path[64];
    for (int i = 0; i < BENCH_FOLDERS; i++) {
        snprintf(path, sizeof path, "%02x", i);
        if (mkdirat(root, path, 0777) != 0) bench_die("mkdirat");
    }
}
static int bench_open_root(void) {
    int root = open(bench_root, O_RDONLY | O_DIRECTORY);
    if (root < 0) bench_die(bench_root);
    return root;
}

static void bench_plain_file(int root, const char *path, const uint8_t *data, size_t size, bool durable) {
    char temporary[80];
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    int fd = openat(root, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size) bench_die("write");
    if (durable && fsync(fd) != 0) bench_die("fsync");
    if (close(fd) != 0 || renameat(root, temporary, root, path) != 0) bench_die("renameat");
}

static void bench_plain(int files, size_t mean, int durability) {
    int root = bench_open_root();
    bench_make_folders(root);
    for (int i = 0; i < files; i++) {
        char path[64];
        bench_path(path, sizeof path, i);
        bool durable = durability >= GC_WRITER_DURABILITY_FILE;
        bench_plain_file(root, path, bench_bytes(i), bench_size(i, mean), durable);
        if (durability == GC_WRITER_DURABILITY_FOLDER) {
            path[2] = 0;
            int folder = openat(root, path, O_RDONLY | O_DIRECTORY);
            if (folder < 0 || fsync(folder) != 0) bench_die("fsync");
            close(folder);
        }
    }
    close(root);
}

// A file to write pieces into.
static int bench_hand_fd;
static void bench_hand_create(void) {
    char path[3200];
    snprintf(path, sizeof path, "%s/baseline", bench_root);
    bench_hand_fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (bench_hand_fd < 0) bench_die(path);
}
static off_t bench_hand_at(int i) { return (off_t)(i & 255) * BENCH_PIECE; }
static void bench_plain_hand_open(void) { bench_hand_create(); }
static void bench_plain_rest(int i) { (void)i; }
static bool bench_plain_hand(const uint8_t *data, int i) {
    return pwrite(bench_hand_fd, data, BENCH_PIECE, bench_hand_at(i)) == BENCH_PIECE;
}
static void bench_plain_hand_close(void) { close(bench_hand_fd); }

// ---- queue: malloc and copy, a list under a lock, one thread

typedef struct bench_node {
    struct bench_node *next;
    int fd;                         // pieces; -1: a whole file
    off_t at;
    size_t size;
    char path[32];
    uint8_t data[];
} bench_node;

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t more, less;
    pthread_t thread;
    bench_node *first, **last;
    size_t bytes;                   // in the list: at most BENCH_RING
    bool stop;
    int root;
} bench_queue;

// Takes all there is at a time.
static void *bench_queue_main(void *unused) {
    pthread_mutex_lock(&bench_queue.mutex);

    while (!bench_queue.stop || bench_queue.first) {
        bench_node *n = bench_queue.first;
        if (!n) {
            pthread_cond_wait(&bench_queue.more, &bench_queue.mutex);
            continue;
        }

        bench_queue.first = NULL;
        bench_queue.last = &bench_queue.first;
        pthread_mutex_unlock(&bench_queue.mutex);

        size_t done = 0;
        while (n) {
            bench_node *next = n->next;
            if (n->fd < 0) bench_plain_file(bench_queue.root, n->path, n->data, n->size, false);
            else if (pwrite(n->fd, n->data, n->size, n->at) != (ssize_t)n->size) bench_die("pwrite");

            done += n->size;
            free(n);
            n = next;

            if (n && done < BENCH_RING / 4) continue;
            pthread_mutex_lock(&bench_queue.mutex);
            bench_queue.bytes -= done;
            pthread_cond_broadcast(&bench_queue.less);
            if (n) pthread_mutex_unlock(&bench_queue.mutex);
            done = 0;
        }
    }

    pthread_mutex_unlock(&bench_queue.mutex);
    return unused;
}

static bench_node *bench_queue_node(const uint8_t *data, size_t size) {
    bench_node *n = (bench_node *)malloc(sizeof *n + size);
    if (!n) bench_die("malloc");
    n->next = NULL;
    n->size = size;
    memcpy(n->data, data, size);
    return n;
}
static void bench_queue_give(bench_node *n) {
    pthread_mutex_lock(&bench_queue.mutex);
    while (bench_queue.bytes + n->size > BENCH_RING) pthread_cond_wait(&bench_queue.less, &bench_queue.mutex);
    bool empty = !bench_queue.first;
    *bench_queue.last = n;
    bench_queue.last = &n->next;
    bench_queue.bytes += n->size;
    pthread_mutex_unlock(&bench_queue.mutex);
    if (empty) pthread_cond_signal(&bench_queue.more);
}
static void bench_queue_give_piece(const uint8_t *data, int fd, off_t at) {
    bench_node *n = bench_queue_node(data, BENCH_PIECE);
    n->fd = fd;
    n->at = at;
    bench_queue_give(n);
}

static void bench_queue_start(void) {
    memset(&bench_queue, 0, sizeof bench_queue);
    bench_queue.last = &bench_queue.first;
    bench_queue.root = bench_open_root();
    pthread_mutex_init(&bench_queue.mutex, NULL);
    pthread_cond_init(&bench_queue.more, NULL);
    pthread_cond_init(&bench_queue.less, NULL);
    if (pthread_create(&bench_queue.thread, NULL, bench_queue_main, NULL) != 0) bench_die("pthread_create");
}
static void bench_queue_stop(void) {
    pthread_mutex_lock(&bench_queue.mutex);
    bench_queue.stop = true;
    pthread_cond_signal(&bench_queue.more);
    pthread_mutex_unlock(&bench_queue.mutex);
    pthread_join(bench_queue.thread, NULL);
    close(bench_queue.root);
}
static void bench_queue_files(int files, size_t mean, int durability) {
    (void)durability;
    bench_queue_start();
    bench_make_folders(bench_queue.root);
    for (int i = 0; i < files; i++) {
        bench_node *n = bench_queue_node(bench_bytes(i), bench_size(i, mean));
        n->fd = -1;
        bench_path(n->path, sizeof n->path, i);
        bench_queue_give(n);
    }
    bench_queue_stop();
}

static void bench_queue_hand_open(void) {
    bench_hand_create();
    bench_queue_start();
}
static void bench_queue_rest(int i) { (void)i; }
static bool bench_queue_hand(const uint8_t *data, int i) {
    bench_queue_give_piece(data, bench_hand_fd, bench_hand_at(i));
    return true;
}
static void bench_queue_hand_close(void) {
    bench_queue_stop();
    close(bench_hand_fd);
}

enum { BENCH_FLYING = 64 };         // files or pieces that libuv and io_uring have at a time

// ---- libuv: its pool of threads

#ifdef BENCH_WRITER_UV
#include <uv.h>

typedef struct bench_uv_job {
    uv_work_t work;
    uv_fs_t write;
    int index;
    size_t mean;
    bool busy;
} bench_uv_job;
static bench_uv_job bench_uv_jobs[BENCH_FLYING];
static uint8_t bench_uv_data[BENCH_FLYING][BENCH_PIECE];
static uv_loop_t bench_uv_loop;
static int bench_uv_root;

static void bench_uv_do(uv_work_t *work) {
    const bench_uv_job *job = (const bench_uv_job *)work->data;
    char path[64];
    bench_path(path, sizeof path, job->index);
    size_t size = bench_size(job->index, job->mean);
    bench_plain_file(bench_uv_root, path, bench_bytes(job->index), size, false);
}
static void bench_uv_done(uv_work_t *work, int status) {
    if (status != 0) bench_die("libuv");
    ((bench_uv_job *)work->data)->busy = false;
}

static void bench_uv_files(int files, size_t mean, int durability) {
    (void)durability;
    if (uv_loop_init(&bench_uv_loop) != 0) bench_die("uv_loop_init");

    bench_uv_root = bench_open_root();
    bench_make_folders(bench_uv_root);

    for (int i = 0; i < files;) {
        int before = i;
        for (int k = 0; k < BENCH_FLYING && i < files; k++) {
            bench_uv_job *job = &bench_uv_jobs[k];

            if (job->busy) continue;
            job->busy = true;
            job->index = i++;
            job->mean = mean;
            job->work.data = job;
            if (uv_queue_work(&bench_uv_loop, &job->work, bench_uv_do, bench_uv_done) != 0) bench_die("uv");
        }

        uv_run(&bench_uv_loop, i == before ? UV_RUN_ONCE : UV_RUN_NOWAIT);
    }

    uv_run(&bench_uv_loop, UV_RUN_DEFAULT);
    uv_loop_close(&bench_uv_loop);
    close(bench_uv_root);
}

static void bench_uv_hand_open(void) {
    bench_hand_create();
    if (uv_loop_init(&bench_uv_loop) != 0) bench_die("uv_loop_init");
}
static void bench_uv_rest(int i) {
    (void)i;
    uv_run(&bench_uv_loop, UV_RUN_NOWAIT);
}
static void bench_uv_written(uv_fs_t *write) {
    if (write->result != BENCH_PIECE) bench_die("libuv");
    ((bench_uv_job *)write->data)->busy = false;
    uv_fs_req_cleanup(write);
}
static bool bench_uv_hand(const uint8_t *data, int i) {
    for (int k = 0; k < BENCH_FLYING; k++) {
        bench_uv_job *job = &bench_uv_jobs[(i + k) % BENCH_FLYING];
        if (job->busy) continue;
        uint8_t *copy = bench_uv_data[job - bench_uv_jobs];
        uv_buf_t buffer = uv_buf_init((char *)copy, BENCH_PIECE);
        memcpy(copy, data, BENCH_PIECE);
        job->busy = true;
        job->write.data = job;
        return uv_fs_write(&bench_uv_loop, &job->write, bench_hand_fd, &buffer, 1, bench_hand_at(i),
                           bench_uv_written) == 0;
    }
    return false;
}
static void bench_uv_hand_close(void) {
    uv_run(&bench_uv_loop, UV_RUN_DEFAULT);
    uv_loop_close(&bench_uv_loop);
    close(bench_hand_fd);
}
#endif

// ---- SDL3: its queue of asynchronous I/O; the open and the rename are in the call

#ifdef BENCH_WRITER_SDL
#include <SDL3/SDL.h>

typedef struct bench_sdl_job { char path[3200], temporary[3200]; size_t size; bool busy; } bench_sdl_job;
static bench_sdl_job bench_sdl_jobs[BENCH_FLYING];

static void bench_sdl_begin(bench_sdl_job *job, SDL_AsyncIOQueue *queue, int i, size_t mean) {
    char path[64];
    bench_path(path, sizeof path, i);
    snprintf(job->path, sizeof job->path, "%s/%s", bench_root, path);
    snprintf(job->temporary, sizeof job->temporary, "%s/%.60s.tmp", bench_root, path);
    job->size = bench_size(i, mean);
    job->busy = true;

    SDL_AsyncIO *file = SDL_AsyncIOFromFile(job->temporary, "w");
    bool ok = file && SDL_WriteAsyncIO(file, (void *)(uintptr_t)bench_bytes(i), 0, job->size, queue, job) &&
              SDL_CloseAsyncIO(file, false, queue, job);
    if (!ok) bench_die("SDL_AsyncIO");
}

static bool bench_sdl_end(const SDL_AsyncIOOutcome *done) {
    bench_sdl_job *job = (bench_sdl_job *)done->userdata;
    bool write = done->type == SDL_ASYNCIO_TASK_WRITE, ok = done->result == SDL_ASYNCIO_COMPLETE;
    if (!ok || (write && done->bytes_transferred != job->size)) bench_die("SDL_WriteAsyncIO");
    if (write) return false;
    if (!SDL_RenamePath(job->temporary, job->path)) bench_die("SDL_RenamePath");
    job->busy = false;
    return true;
}

static void bench_sdl_files(int files, size_t mean, int durability) {
    (void)durability;
    SDL_AsyncIOQueue *queue = SDL_CreateAsyncIOQueue();
    SDL_AsyncIOOutcome done;
    int root = bench_open_root(), flying = 0;
    if (!queue) bench_die("SDL_CreateAsyncIOQueue");
    bench_make_folders(root);

    for (int i = 0; i < files || flying > 0;) {
        for (int k = 0; k < BENCH_FLYING && i < files; k++) {
            if (bench_sdl_jobs[k].busy) continue;
            bench_sdl_begin(&bench_sdl_jobs[k], queue, i++, mean);
            flying++;
        }

        if (!SDL_WaitAsyncIOResult(queue, &done, -1)) continue;
        do flying -= bench_sdl_end(&done);
        while (SDL_GetAsyncIOResult(queue, &done));
    }
    SDL_DestroyAsyncIOQueue(queue);
    close(root);
}
#endif

// ---- io_uring: linked open, write, close and rename

#ifdef BENCH_WRITER_URING
#include <liburing.h>

static struct io_uring bench_ring;
static bool bench_ring_busy[BENCH_FLYING];
static uint8_t bench_ring_data[BENCH_FLYING][BENCH_PIECE];
static int bench_ring_flying;
static char bench_ring_paths[BENCH_FLYING][2][80];

static struct io_uring_sqe *bench_uring_entry(void) {
    struct io_uring_sqe *e = io_uring_get_sqe(&bench_ring);
    if (!e) bench_die("io_uring_get_sqe");
    return e;
}

// After it is prepared, which clears both: its flags, and what must come of it.
static void bench_uring_mark(struct io_uring_sqe *e, int slot, size_t want, unsigned flags) {
    e->flags = (uint8_t)(e->flags | flags);
    e->user_data = (uint64_t)want << 8 | (uint64_t)slot << 1 | (flags & IOSQE_IO_LINK ? 0 : 1);
}

// Takes what has come; the last entry of a file or a piece frees its place.
static void bench_uring_reap(bool wait) {
    struct io_uring_cqe *c;
    if (wait && io_uring_wait_cqe(&bench_ring, &c) != 0) bench_die("io_uring_wait_cqe");
    while (io_uring_peek_cqe(&bench_ring, &c) == 0) {
        if (c->res < 0 || (uint64_t)c->res != c->user_data >> 8) bench_die("io_uring");
        if (c->user_data & 1) {
            bench_ring_busy[c->user_data >> 1 & (BENCH_FLYING - 1)] = false;
            bench_ring_flying--;
        }
        io_uring_cqe_seen(&bench_ring, c);
    }
}

static void bench_uring_file(int root, int slot, int i, size_t mean) {
    char *path = bench_ring_paths[slot][0], *temporary = bench_ring_paths[slot][1];
    struct io_uring_sqe *e;
    size_t size = bench_size(i, mean);
    bench_path(path, sizeof bench_ring_paths[slot][0], i);
    snprintf(temporary, sizeof bench_ring_paths[slot][1], "%.70s.tmp", path);

    e = bench_uring_entry();
    io_uring_prep_openat_direct(e, root, temporary, O_WRONLY | O_CREAT | O_EXCL, 0666, (unsigned)slot);
    bench_uring_mark(e, slot, 0, IOSQE_IO_LINK);
    e = bench_uring_entry();
    io_uring_prep_write(e, slot, bench_bytes(i), (unsigned)size, 0);
    bench_uring_mark(e, slot, size, IOSQE_IO_LINK | IOSQE_FIXED_FILE);
    e = bench_uring_entry();
    io_uring_prep_close_direct(e, (unsigned)slot);
    bench_uring_mark(e, slot, 0, IOSQE_IO_LINK);
    e = bench_uring_entry();
    io_uring_prep_renameat(e, root, temporary, root, path, 0);
    bench_uring_mark(e, slot, 0, 0);
    bench_ring_busy[slot] = true;
    bench_ring_flying++;
}

static void bench_uring_files(int files, size_t mean, int durability) {
    (void)durability;
    int root = bench_open_root(), pending = 0;
    bench_make_folders(root);

    if (io_uring_queue_init(4 * BENCH_FLYING, &bench_ring, 0) != 0 ||
        io_uring_register_files_sparse(&bench_ring, BENCH_FLYING) != 0) {
        bench_die("io_uring");
    }

    for (int i = 0; i < files;) {
        int before = i;
        for (int slot = 0; slot < BENCH_FLYING && i < files && pending < 16; slot++) {
            if (bench_ring_busy[slot]) continue;
            bench_uring_file(root, slot, i++, mean);
            pending++;
        }

        if (pending) io_uring_submit(&bench_ring);
        pending = 0;
        bench_uring_reap(i == before);
    }

    while (bench_ring_flying) bench_uring_reap(true);
    io_uring_queue_exit(&bench_ring);
    close(root);
}

static void bench_uring_hand_open(void) {
    bench_hand_create();
    if (io_uring_queue_init(BENCH_FLYING, &bench_ring, 0) != 0) bench_die("io_uring");
}
static void bench_uring_rest(int i) {
    (void)i;
    bench_uring_reap(false);
}
static bool bench_uring_hand(const uint8_t *data, int i) {
    int slot = i % BENCH_FLYING;
    struct io_uring_sqe *e = io_uring_get_sqe(&bench_ring);
    if (!e || bench_ring_busy[slot]) return false;
    memcpy(bench_ring_data[slot], data, BENCH_PIECE);
    io_uring_prep_write(e, bench_hand_fd, bench_ring_data[slot], BENCH_PIECE, (uint64_t)bench_hand_at(i));
    e->user_data = (uint64_t)BENCH_PIECE << 8 | (uint64_t)slot << 1 | 1;
    bench_ring_busy[slot] = true;
    bench_ring_flying++;
    return io_uring_submit(&bench_ring) == 1;
}
static void bench_uring_hand_close(void) {
    while (bench_ring_flying) bench_uring_reap(true);
    io_uring_queue_exit(&bench_ring);
    close(bench_hand_fd);
}
#endif
