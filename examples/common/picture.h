// picture.h - small pictures for the examples: pixels, boxes, text, and a PNG file by libpng.
// Header-only, everything static.
//
//     picture p;
//     if (!picture_open(&p, 640, 480, 0xffffff)) ...     width, height, colour 0xRRGGBB; false: no memory
//     picture_box(&p, 10, 10, 100, 50, 0x2060a0);        x, y, width, height; what is outside is cut
//     picture_text(&p, 10, 70, 2, 0x000000, "damage");   ASCII, 6 x 8 pixels a letter, here twice as large
//     if (!picture_write(&p, "damage.png")) ...          false: errno says why, and there is no new file
//     picture_close(&p);
//
// PICTURE_PNG defined: with libpng (1.6; link with -lpng). Otherwise picture_write writes a PPM
// file, which most viewers open: name it with PICTURE_SUFFIX, ".png" or ".ppm".
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef PICTURE_H
#define PICTURE_H

#include "output.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef PICTURE_PNG
#include <png.h>
#define PICTURE_SUFFIX ".png"
#else
#define PICTURE_SUFFIX ".ppm"
#endif

#if defined(__GNUC__)
#define PICTURE_API __attribute__((unused)) static
#else
#define PICTURE_API static
#endif

typedef struct picture {
    int width, height;
    unsigned char *rgb;      // 3 bytes a pixel, from the top left, row by row
} picture;

PICTURE_API void picture_close(picture *p) {
    free(p->rgb);
    p->rgb = NULL;
}

PICTURE_API void picture_set(picture *p, int x, int y, uint32_t colour) {
    if (x < 0 || y < 0 || x >= p->width || y >= p->height) return;
    unsigned char *at = p->rgb + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
    at[0] = (unsigned char)(colour >> 16 & 0xffu);
    at[1] = (unsigned char)(colour >> 8 & 0xffu);
    at[2] = (unsigned char)(colour & 0xffu);
}

PICTURE_API uint32_t picture_get(const picture *p, int x, int y) {
    if (x < 0 || y < 0 || x >= p->width || y >= p->height) return 0;
    const unsigned char *at = p->rgb + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
    return (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2];
}

PICTURE_API void picture_box(picture *p, int x, int y, int width, int height, uint32_t colour) {
    for (int row = y < 0 ? 0 : y; row < y + height && row < p->height; row++) {
        for (int column = x < 0 ? 0 : x; column < x + width && column < p->width; column++) {
            picture_set(p, column, row, colour);
        }
    }
}

PICTURE_API bool picture_open(picture *p, int width, int height, uint32_t colour) {
    p->width = width;
    p->height = height;
    p->rgb = (unsigned char *)malloc((size_t)width * (size_t)height * 3);
    if (!p->rgb) return false;
    picture_box(p, 0, 0, width, height, colour);
    return true;
}

// Letters of 5 x 7 pixels, from the space to ~: a digit for each row, 0 to 9 and A to V for 0
// to 31, whose five bits are its pixels from the left.
static const char picture_letters[95][8] = {
    "0000000", "4444404", "AAA0000", "AAVAVAA", "4FKE5U4", "OP248J3", "CIK8LID", "4480000", "2488842",
    "8422248", "04LEL40", "044V440", "0000C48", "000V000", "00000CC", "01248G0", "EHJLPHE", "4C4444E",
    "EH1248V", "V2421HE", "26AIV22", "VGU11HE", "68GUHHE", "V124888", "EHHEHHE", "EHHF12C", "0CC0CC0",
    "0CC0C48", "248G842", "00V0V00", "8421248", "EH12404", "EH1DLLE", "EHHVHHH", "UHHUHHU", "EHGGGHE",
    "SIHHHIS", "VGGUGGV", "VGGUGGG", "EHGNHHF", "HHHVHHH", "E44444E", "72222IC", "HIKOKIH", "GGGGGGV",
    "HRLLHHH", "HHPLJHH", "EHHHHHE", "UHHUGGG", "EHHHLID", "UHHUKIH", "FGGE11U", "V444444", "HHHHHHE",
    "HHHHHA4", "HHHLLLA", "HHA4AHH", "HHHA444", "V1248GV", "E88888E", "0G84210", "E22222E", "4AH0000",
    "000000V", "8420000", "00E1FHF", "GGMPHHU", "00EGGHE", "11DJHHF", "00EHVGE", "698S888", "00FHF1E",
    "GGMPHHH", "40C444E", "20622IC", "GGIKOKI", "C44444E", "00QLLHH", "00MPHHH", "00EHHHE", "00UHUGG",
    "00DJF11", "00MPGGG", "00EGE1U", "88S8896", "00HHHJD", "00HHHA4", "00HHLLA", "00HA4AH", "00HHF1E",
    "00V248V", "2448442", "4444444", "8442448", "008L200"
};

PICTURE_API int picture_text_width(const char *text, int scale) { return (int)strlen(text) * 6 * scale; }

// x, y: the upper left corner of the first letter.
PICTURE_API void picture_text(picture *p, int x, int y, int scale, uint32_t colour, const char *text) {
    for (; *text; text++, x += 6 * scale) {
        int letter = *text >= ' ' && *text <= '~' ? *text - ' ' : '?' - ' ';
        for (int row = 0; row < 7; row++) {
            char digit = picture_letters[letter][row];
            int bits = digit <= '9' ? digit - '0' : digit - 'A' + 10;
            for (int column = 0; column < 5; column++) {
                if (bits >> (4 - column) & 1) {
                    picture_box(p, x + column * scale, y + row * scale, scale, scale, colour);
                }
            }
        }
    }
}

// Writes to an open file; false: errno says why.
PICTURE_API bool picture_write_open(const picture *p, FILE *file) {
#ifdef PICTURE_PNG
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)p->width;
    image.height = (png_uint_32)p->height;
    image.format = PNG_FORMAT_RGB;

    // Few colours: as a palette, which makes a fraction of the bytes.
    unsigned char palette[256 * 3], *places = (unsigned char *)malloc((size_t)p->width * (size_t)p->height);
    size_t pixels = (size_t)p->width * (size_t)p->height, colours = 0, at;
    for (at = 0; places && at < pixels; at++) {
        size_t k = 0;
        while (k < colours && memcmp(palette + 3 * k, p->rgb + 3 * at, 3) != 0) k++;
        if (k == 256) break;
        if (k == colours) memcpy(palette + 3 * colours++, p->rgb + 3 * at, 3);
        places[at] = (unsigned char)k;
    }
    const void *from = p->rgb;
    if (places && at == pixels) {
        image.format = PNG_FORMAT_RGB_COLORMAP;
        image.colormap_entries = (png_uint_32)colours;
        from = places;
    }

    errno = 0;
    bool ok = png_image_write_to_stdio(&image, file, 0, from, 0, palette) != 0;
    if (!ok && errno == 0) errno = image.warning_or_error != 0 ? EIO : ENOMEM;
    free(places);
    return ok;
#else
    size_t bytes = (size_t)p->width * (size_t)p->height * 3;
    bool ok = fprintf(file, "P6\n%d %d\n255\n", p->width, p->height) > 0;
    return ok && fwrite(p->rgb, 1, bytes, file) == bytes;
#endif
}

// Writes the picture under a name of its own and renames it when it is whole; straight to what
// is no file (output.h).
PICTURE_API bool picture_write(const picture *p, const char *path) {
    bool replace = output_is_replaced(path);
    size_t length = strlen(path);
    char *part = (char *)malloc(length + 6);
    if (!part) return false;
    memcpy(part, path, length);
    memcpy(part + length, replace ? ".part" : "", replace ? 6 : 1);

    FILE *file = fopen(part, "wb");
    bool ok = file != NULL;
    if (ok) ok = picture_write_open(p, file);
    int failed = ok ? 0 : errno;

    if (file && fclose(file) != 0 && ok) {
        ok = false;
        failed = errno;
    }
#if defined(_WIN32)
    if (ok && replace) remove(path);    // rename does not replace there
#endif
    if (ok && replace && rename(part, path) != 0) {
        ok = false;
        failed = errno;
    }
    if (!ok && file && replace) remove(part);
    free(part);
    if (!ok) errno = failed;
    return ok;
}

#endif
