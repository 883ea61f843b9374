// win32.h - the POSIX calls that tests use, for Windows; and what Wine needs beside them. Paths
// are UTF-8, of any length.
//
// Wine shows the links of the Unix system below it as what they lead to, and has no calls to
// make or remove them: for that, programs of that system are run (ln, rm), as Wine can. Real
// Windows makes links itself, where the user may (developer mode).
#ifndef TEST_WIN32_H
#define TEST_WIN32_H

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "test.h"

enum { TEST_WIN32_PATH = 33000 };

typedef char *(CDECL *test_win32_unix_name_call)(const WCHAR *);
static test_win32_unix_name_call test_win32_unix_name(void) {
    return (test_win32_unix_name_call)(void (*)(void))GetProcAddress(GetModuleHandleW(L"kernel32.dll"),
                                                                     "wine_get_unix_file_name");
}
static bool test_win32_is_wine(void) { return test_win32_unix_name() != NULL; }

// A whole path with the prefix that lifts the limit of 260 units. Each thread has its own.
static WCHAR *test_win32_wide(const char *path) {
    static __thread WCHAR buffers[4][TEST_WIN32_PATH], plain[TEST_WIN32_PATH];
    static __thread unsigned turn;
    WCHAR *wide = buffers[turn++ & 3];
    MultiByteToWideChar(CP_UTF8, 0, path, -1, plain, TEST_WIN32_PATH);
    wcscpy(wide, L"\\\\?\\");
    if (GetFullPathNameW(plain, TEST_WIN32_PATH - 4, wide + 4, NULL) == 0) wide[4] = 0;
    return wide;
}

static void test_win32_utf8(const WCHAR *wide, char *text, int capacity) {
    WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, capacity, NULL, NULL);
}
// The folder for temporary files: GC_TEST_TMPDIR (Wine itself reads TMPDIR), or the system's.
static const char *test_win32_base(void) {
    static char base[3 * MAX_PATH];
    WCHAR wide[MAX_PATH + 2];
    const char *given = getenv("GC_TEST_TMPDIR");
    if (given && given[0]) return given;
    if (GetTempPathW(MAX_PATH + 1, wide)) test_win32_utf8(wide, base, sizeof base);
    return base;
}

// Runs a line of shell on the Unix system below Wine; $0 and $1 are the arguments, those with a
// drive turned into Unix paths. Wine does not tell when such a process ends, nor how, so it
// leaves a file; the handles that Wine returns for it are other things' handles: not closed.
static bool test_win32_run(const char *script, const char *a, const char *b) {
    static char line[20000], mark[600];
    static WCHAR wide[20000];
    static int number;
    const char *arguments[] = {a, b ? b : "-", mark};

    snprintf(mark, sizeof mark, "%s/gc_run_%lu_%d", test_win32_base(), GetCurrentProcessId(), number++);
    snprintf(line, sizeof line, "sh -c \"( %s ) 2>/dev/null; echo $? >$2.new; mv $2.new $2\"", script);
    for (int i = 0; i < 3; i++) {
        bool windows = strchr(arguments[i], ':') != NULL;
        char *text = windows ? test_win32_unix_name()(test_win32_wide(arguments[i])) : NULL;
        if (windows && !text) return false;
        snprintf(line + strlen(line), sizeof line - strlen(line), " \"%s\"", text ? text : arguments[i]);
        if (text) HeapFree(GetProcessHeap(), 0, text);
    }

    MultiByteToWideChar(CP_UTF8, 0, line, -1, wide, 20000);
    STARTUPINFOW start;
    PROCESS_INFORMATION process;
    memset(&start, 0, sizeof start);
    start.cb = sizeof start;
    if (!CreateProcessW(L"\\\\?\\unix\\bin\\sh", wide, NULL, NULL, FALSE, 0, NULL, NULL, &start, &process)) {
        return false;
    }

    for (int tries = 0; tries < 10000; tries++, Sleep(1)) {
        int code = 1;
        FILE *f = _wfopen(test_win32_wide(mark), L"r");
        if (!f) continue;
        if (fscanf(f, "%d", &code) != 1) code = 1;
        fclose(f);
        DeleteFileW(test_win32_wide(mark));
        return code == 0;
    }
    return false;
}

// Links that were made and may still be there: only the Unix system may remove them.
static char test_win32_links[64][600];
static char *test_win32_find_link(const char *path) {
    for (int i = 0; i < 64; i++) {
        if (strcmp(test_win32_links[i], path) == 0) return test_win32_links[i];
    }
    return NULL;
}

static TEST_UNUSED int test_win32_symlink(const char *target, const char *path) {
    if (test_win32_is_wine()) {
        char *free_entry = test_win32_find_link("");
        if (!free_entry || !test_win32_run("ln -sT $0 $1", target, path)) return -1;
        snprintf(free_entry, 600, "%s", path);
        return 0;
    }
    static WCHAR wide[4096];
    char beside[9000];
    MultiByteToWideChar(CP_UTF8, 0, target, -1, wide, 4096);
    for (WCHAR *c = wide; *c; c++) {
        if (*c == '/') *c = '\\';
    }

    // Windows has links to files and links to folders.
    snprintf(beside, sizeof beside, "%s/../%s", path, target);
    DWORD attributes = GetFileAttributesW(test_win32_wide(strchr(target, ':') ? target : beside));
    bool folder = attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);

    // 2: without privileges
    return CreateSymbolicLinkW(test_win32_wide(path), wide, (folder ? 1u : 0u) | 2u) ? 0 : -1;
}

static TEST_UNUSED int test_win32_link(const char *target, const char *path) {
    return CreateHardLinkW(test_win32_wide(path), test_win32_wide(target), NULL) ? 0 : -1;
}

static TEST_UNUSED int test_win32_unlink(const char *path) {
    char *entry = test_win32_is_wine() ? test_win32_find_link(path) : NULL;
    if (entry) {
        entry[0] = 0;
        return test_win32_run("rm $0", path, NULL) ? 0 : -1;
    }
    const WCHAR *wide = test_win32_wide(path);
    return DeleteFileW(wide) || RemoveDirectoryW(wide) ? 0 : -1;
}

static TEST_UNUSED int test_win32_rmdir(const char *path) {
    return RemoveDirectoryW(test_win32_wide(path)) ? 0 : -1;
}
static int test_win32_mkdir(const char *path) {
    return CreateDirectoryW(test_win32_wide(path), NULL) ? 0 : -1;
}
static TEST_UNUSED int test_win32_rename(const char *from, const char *to) {
    return MoveFileExW(test_win32_wide(from), test_win32_wide(to), MOVEFILE_REPLACE_EXISTING) ? 0 : -1;
}
static TEST_UNUSED bool test_win32_exists(const char *path) {
    return GetFileAttributesW(test_win32_wide(path)) != INVALID_FILE_ATTRIBUTES;
}
static FILE *test_win32_fopen(const char *path, const char *mode) {
    WCHAR wide_mode[8];
    MultiByteToWideChar(CP_UTF8, 0, mode, -1, wide_mode, 8);
    return _wfopen(test_win32_wide(path), wide_mode);
}
// To read, and the file may be replaced meanwhile.
static TEST_UNUSED int test_win32_open(const char *path) {
    HANDLE handle =
        CreateFileW(test_win32_wide(path), GENERIC_READ,
                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
    return handle == INVALID_HANDLE_VALUE ? -1 : _open_osfhandle((intptr_t)handle, _O_RDONLY | _O_BINARY);
}

// Calls `each` for each entry below the folder, links not followed; with `remove` they go, and
// the folder, too.
static void test_win32_walk(WCHAR *path, size_t length, bool remove,
                            void (*each)(const char *name, bool folder)) {
    WIN32_FIND_DATAW found;
    wcscpy(path + length, L"\\*");
    HANDLE handle = FindFirstFileW(path, &found);
    if (handle != INVALID_HANDLE_VALUE) {
        do {
            char name[1000];
            if (wcscmp(found.cFileName, L".") == 0 || wcscmp(found.cFileName, L"..") == 0) continue;
            bool folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) &&
                          !(found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT);
            test_win32_utf8(found.cFileName, name, sizeof name);
            if (each) each(name, folder);
            path[length] = '\\';
            wcscpy(path + length + 1, found.cFileName);
            if (folder) test_win32_walk(path, length + 1 + wcslen(found.cFileName), remove, each);
            else if (remove && !DeleteFileW(path)) RemoveDirectoryW(path);
        } while (FindNextFileW(handle, &found));
        FindClose(handle);
    }

    path[length] = 0;
    if (remove) RemoveDirectoryW(path);
}
static WCHAR test_win32_walked[TEST_WIN32_PATH];
static void test_win32_each(const char *path, void (*each)(const char *name, bool folder)) {
    wcscpy(test_win32_walked, test_win32_wide(path));
    test_win32_walk(test_win32_walked, wcslen(test_win32_walked), false, each);
}
static void test_win32_remove_tree(const char *path) {
    bool links = false;
    size_t n = strlen(path);
    for (int i = 0; i < 64; i++) {
        if (strncmp(test_win32_links[i], path, n) != 0) continue;
        test_win32_links[i][0] = 0;
        links = true;
    }
    if (links) {
        test_win32_run("rm -rf $0", path, NULL);
    } else {
        wcscpy(test_win32_walked, test_win32_wide(path));
        test_win32_walk(test_win32_walked, wcslen(test_win32_walked), true, NULL);
    }
}

// A new folder of that name and a number.
static bool test_win32_make_folder(char *path, size_t capacity, const char *name) {
    static unsigned number;
    for (int tries = 0; tries < 10000; tries++) {
        snprintf(path, capacity, "%s/%s%lu_%u", test_win32_base(), name, GetCurrentProcessId(), number++);
        if (test_win32_mkdir(path) == 0) return true;
    }
    return false;
}

#define symlink(target, path) test_win32_symlink(target, path)
#define link(target, path) test_win32_link(target, path)
#define unlink(path) test_win32_unlink(path)
#define rmdir(path) test_win32_rmdir(path)
#define mkdir(path, mode) test_win32_mkdir(path)
#define rename(from, to) test_win32_rename(from, to)
#define fopen(path, mode) test_win32_fopen(path, mode)

#endif
