// screen.h - a terminal to draw on: raw keys, its size, two colours in each character (an upper
// half block). POSIX and Windows 10.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef SCREEN_H
#define SCREEN_H

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCREEN_UP = 256, SCREEN_DOWN, SCREEN_LEFT, SCREEN_RIGHT };
#define SCREEN_ON "\033[?1049h\033[?25l"
#define SCREEN_OFF "\033[0m\033[?25h\033[?1049l"

static volatile sig_atomic_t screen_stop;       // a signal asks for the end
static void screen_on_signal(int number) {
    (void)number;
    screen_stop = 1;
}

#if defined(_WIN32)
#include <conio.h>
#include <io.h>
#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 4
#endif
static DWORD screen_before;
static bool screen_is_terminal(void) { return _isatty(0) && _isatty(1); }
static bool screen_raw(void) {
    HANDLE out = GetStdHandle(STD_OUTPUT_HANDLE);
    SetConsoleOutputCP(65001);
    return GetConsoleMode(out, &screen_before) &&
           SetConsoleMode(out, screen_before | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}
static void screen_restore(void) { SetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), screen_before); }
static void screen_sleep(void) { Sleep(1); }
static void screen_size(int *columns, int *rows) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    *columns = 80, *rows = 25;
    if (!GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info)) return;
    *columns = info.srWindow.Right - info.srWindow.Left + 1;
    *rows = info.srWindow.Bottom - info.srWindow.Top + 1;
}
static int screen_key(void) {
    if (!_kbhit()) return -1;
    int key = _getch();
    if (key != 0 && key != 224) return key;
    switch (_getch()) {
    case 72: return SCREEN_UP;
    case 80: return SCREEN_DOWN;
    case 75: return SCREEN_LEFT;
    case 77: return SCREEN_RIGHT;
    default: return 0;
    }
}
#else
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
static struct termios screen_before;
static bool screen_is_terminal(void) {
    const char *kind = getenv("TERM");
    return isatty(0) && isatty(1) && kind && strcmp(kind, "dumb") != 0;
}
static bool screen_raw(void) {
    if (tcgetattr(0, &screen_before) != 0) return false;
    struct termios raw = screen_before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    return tcsetattr(0, TCSANOW, &raw) == 0;
}
static void screen_restore(void) { tcsetattr(0, TCSANOW, &screen_before); }
static void screen_sleep(void) { poll(NULL, 0, 1); }
static void screen_size(int *columns, int *rows) {
    struct winsize size;
    *columns = 80, *rows = 24;
    if (ioctl(1, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return;
    *columns = size.ws_col;
    *rows = size.ws_row;
}
// The next key, a byte or one of the arrows; -1: none is pressed.
static int screen_key(void) {
    unsigned char key, more[2];
    if (read(0, &key, 1) != 1) return -1;
    if (key != 27) return key;
    if (read(0, more, 2) != 2 || more[0] != '[') return 27;
    switch (more[1]) {
    case 'A': return SCREEN_UP;
    case 'B': return SCREEN_DOWN;
    case 'C': return SCREEN_RIGHT;
    case 'D': return SCREEN_LEFT;
    default: return 0;
    }
}
#endif

static bool screen_open(void) {
    if (!screen_is_terminal() || !screen_raw()) return false;
    signal(SIGINT, screen_on_signal);
    signal(SIGTERM, screen_on_signal);
    fputs(SCREEN_ON, stdout);
    return true;
}

static void screen_close(void) {
    fputs(SCREEN_OFF, stdout);
    fflush(stdout);
    screen_restore();
}

// What is written at once: a frame of text.
typedef struct screen_text {
    char *text;
    size_t length, room;
    uint32_t fore, back;            // of the last character; ~0u: not set
} screen_text;

static void screen_say(screen_text *t, const char *format, ...) {
    va_list list;
    if (t->room - t->length < 512) {
        char *text = (char *)realloc(t->text, t->room * 2 + 4096);
        if (!text) return;
        t->text = text;
        t->room = t->room * 2 + 4096;
    }
    va_start(list, format);
    int wrote = vsnprintf(t->text + t->length, 512, format, list);
    va_end(list);
    if (wrote > 0) t->length += wrote < 512 ? (size_t)wrote : 511;
}

static void screen_colours(screen_text *t, uint32_t fore, uint32_t back) {
    if (fore != t->fore) screen_say(t, "\033[38;2;%u;%u;%um", fore >> 16, fore >> 8 & 255u, fore & 255u);
    if (back != t->back) screen_say(t, "\033[48;2;%u;%u;%um", back >> 16, back >> 8 & 255u, back & 255u);
    t->fore = fore;
    t->back = back;
}

// To row and column, from 1.
static void screen_go(screen_text *t, int row, int column) { screen_say(t, "\033[%d;%dH", row, column); }

static void screen_plain(screen_text *t) {
    screen_say(t, "\033[0m");
    t->fore = t->back = ~0u;
}

static void screen_show(screen_text *t) {
    fwrite(t->text, 1, t->length, stdout);
    fflush(stdout);
    t->length = 0;
}

#endif
