// writer_log - a log that a crash leaves whole: what was said before it is in the file.
//
//     cc -O2 -I. examples/writer_log.c -o writer_log -pthread     (in the project's root)
//     ./writer_log logs                                           appends to logs/game.log
//     ./writer_log logs crash                                     and dies: read the log's last line
//
// While the program runs, the file has zeros behind its last line; after a crash, too, until
// the next start cuts them: `tr -d '\000' <logs/game.log` leaves them out.
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the crash log: 10 lines
static gc_writer *writer;
static gc_writer_file game_log;

// On any thread, and in a signal handler, also if the crash was inside the writer: no lock is
// taken. It costs the frame 0.1 us; the line is with the system then.
static void say(const char *line) { gc_writer_write(writer, game_log, line, strlen(line)); }
static void on_crash(int number) { say("crashed\n"), signal(number, SIG_DFL), raise(number); }

// Half a line at the end, from a power cut, is cut off. At 1 MB game.log becomes game.log.1;
// three old ones stay.
static int open_log(void) {
    gc_writer_file_desc file = {.path = "game.log", .records = GC_WRITER_RECORDS_LINES};
    file.rotate_bytes = 1 << 20, file.rotate_keep = 3;
    signal(SIGSEGV, on_crash), signal(SIGABRT, on_crash);
    return gc_writer_append(writer, &file, &game_log);
}
// ---- the game around it

int main(int argc, char **argv) {
    gc_writer_desc desc;
    gc_writer_error error;
    memset(&desc, 0, sizeof desc);
    desc.root = argc > 1 ? argv[1] : "logs";
    writer = gc_writer_open(&desc, &error);
    if (!writer) {
        fprintf(stderr, "writer_log: %s: %s\n", error.what, gc_writer_result_string(error.result));
        return 1;
    }

    int result = open_log();
    if (result != GC_WRITER_OK) fprintf(stderr, "game.log: %s\n", gc_writer_result_string(result));

    // A crash leaves all of it. Before something dangerous sync makes sure of a power cut, too.
    for (int frame = 1; frame <= 3; frame++) {
        char line[32];
        snprintf(line, sizeof line, "frame %d\n", frame);
        say(line);
    }
    say("loading level 7\n");
    result = gc_writer_sync(writer, game_log);
    if (result != GC_WRITER_OK) fprintf(stderr, "game.log: %s\n", gc_writer_result_string(result));
    if (argc > 2 && strcmp(argv[2], "crash") == 0) abort();

    say("loaded level 7\n");
    gc_writer_close(writer);
    return result == GC_WRITER_OK ? 0 : 1;
}
