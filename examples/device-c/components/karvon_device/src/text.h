/* Text into bounded buffers. */
#ifndef KARVON_TEXT_H
#define KARVON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Formats like snprintf. @returns false when the text did not fit */
bool karvon_format(char *out, size_t size, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/** Copies a text. @returns false, and makes `out` empty, when it did not fit */
bool karvon_copy(char *out, size_t size, const char *text);
/** Lower-case hexadecimal of `length` bytes, and the end. */
void karvon_hex(char *out, const uint8_t *bytes, size_t length);
/**
 * Base64 in either alphabet, with or without padding. `out` may be where the text is.
 * @returns the number of bytes, -1 for a character of neither alphabet or too many bytes
 */
int karvon_base64(const char *text, size_t length, uint8_t *out, size_t size);
/** Base64url without padding, and the end; `out` has room for 4 characters for each 3 bytes. */
void karvon_base64url(char *out, const uint8_t *bytes, size_t length);

#endif
