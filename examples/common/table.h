// table.h - results for other programs: rows of named values, as JSON or as CSV, on standard
// output; header-only, everything static.
//
//     table_open(true);                                           as JSON; false: as CSV
//     const table_cell row[] = { { "engine", "lcg", 0 }, { "z", NULL, 1.5 } };
//     table_row(row, 2);
//     const table_cell whole[] = { { "draws", NULL, 100 } };
//     table_close(whole, 1);                                      what holds for all rows: JSON alone
//
// A value is a text, or a number, of which NaN is null and an empty cell.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef TABLE_H
#define TABLE_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct table_cell {
    const char *name, *text;     // NULL: a number
    double number;
} table_cell;

static bool table_json;
static size_t table_rows;

static void table_open(bool json) {
    table_json = json;
    table_rows = 0;
    if (json) printf("{\"rows\": [");
}

// In JSON a quote, a backslash and what stands below a blank are escaped; in CSV a quote is
// doubled.
static void table_text(const char *text) {
    bool quoted = table_json || strpbrk(text, ",;\"\n\r") != NULL;
    if (quoted) putchar('"');
    for (; *text; text++) {
        if (table_json && (unsigned char)*text < 32) {
            printf("\\u%04x", (unsigned)(unsigned char)*text);
            continue;
        }
        if (*text == '"') putchar(table_json ? '\\' : '"');
        if (*text == '\\' && table_json) putchar('\\');
        putchar(*text);
    }
    if (quoted) putchar('"');
}

static void table_value(const table_cell *c) {
    if (c->text) table_text(c->text);
    else if (isfinite(c->number)) printf("%.15g", c->number);
    else if (table_json) printf("null");
}

static void table_members(const table_cell *cells, size_t n) {
    for (size_t i = 0; i < n; i++) {
        printf("%s\"%s\": ", i > 0 ? ", " : "", cells[i].name);
        table_value(&cells[i]);
    }
}

// The names of the first row are CSV's first line.
static void table_row(const table_cell *cells, size_t n) {
    if (table_json) {
        printf("%s\n {", table_rows++ > 0 ? "," : "");
        table_members(cells, n);
        printf("}");
        return;
    }
    for (size_t i = 0; table_rows == 0 && i < n; i++) printf("%s%s", cells[i].name, i + 1 < n ? "," : "\n");
    for (size_t i = 0; i < n; i++) {
        table_value(&cells[i]);
        putchar(i + 1 < n ? ',' : '\n');
    }
    table_rows++;
}

static void table_close(const table_cell *cells, size_t n) {
    if (!table_json) return;
    printf("%s]", table_rows > 0 ? "\n" : "");
    if (n > 0) printf(",\n ");
    table_members(cells, n);
    printf("}\n");
}

#endif
