// child.h - a program that an example starts: its output is read, and it ends with who started
// it.
//
//     const char *const command[] = {"build/origin", "--stop-on-eof", NULL};
//     child c;
//     child_start(&c, command);                         // false: errno says why
//     child_line(&c, line, sizeof line, &interrupted);  // its next line; false: none comes, or interrupted
//     child_end(&c, true);                              // true: asks it to end; the exit status, or -1
//
// The program has a process group of its own, so that Ctrl-C reaches only who started it. Its
// input is a pipe whose other end closes with this process, also after kill -9: a program that
// stops at the end of its input is never left behind. Call child_start while no other thread
// starts programs. POSIX.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef CHILD_H
#define CHILD_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct child {
    pid_t pid;
    int input, output;          // our ends of its standard input and output
} child;

static void child_close(int pipe[2]) {
    if (pipe[0] >= 0) close(pipe[0]);
    if (pipe[1] >= 0) close(pipe[1]);
}

static bool child_pipe(int ends[2]) {
    if (pipe(ends) != 0) return false;
    return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

static bool child_start(child *c, const char *const *command) {
    int input[2] = {-1, -1}, output[2] = {-1, -1};
    if (!child_pipe(input) || !child_pipe(output)) {
        child_close(input);
        child_close(output);
        return false;
    }

    // All four ends close in the program; what it gets as input and output are copies.
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    int error = posix_spawn(&c->pid, command[0], &actions, &attributes, (char *const *)command, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);

    close(input[0]);
    close(output[1]);
    c->input = input[1];
    c->output = output[0];
    if (error == 0) return true;
    close(c->input);
    close(c->output);
    errno = error;
    return false;
}

// The line comes without its end; what is too long is cut.
static bool child_line(child *c, char *line, size_t capacity, const volatile sig_atomic_t *interrupted) {
    size_t n = 0;
    for (;;) {
        struct pollfd ready = {c->output, POLLIN, 0};
        if (*interrupted) return false;
        if (poll(&ready, 1, 100) <= 0) continue;        // a signal may come just before: look again soon

        char byte;
        ssize_t got = read(c->output, &byte, 1);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        if (byte == '\n') break;
        if (n + 1 < capacity) line[n++] = byte;
    }
    line[n] = 0;
    return true;
}

static int child_end(child *c, bool ask) {
    int status;
    if (ask) kill(c->pid, SIGTERM);
    close(c->input);
    close(c->output);
    while (waitpid(c->pid, &status, 0) < 0) {
        if (errno != EINTR) return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#endif
