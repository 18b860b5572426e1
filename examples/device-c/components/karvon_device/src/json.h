/*
 * Reads JSON (RFC 8259) in place: a value is a piece of the text, and nothing is copied until it is asked for. A value is
 * checked to its end before it is handed out, so that a cut or malformed text gives no values.
 */
#ifndef KARVON_JSON_H
#define KARVON_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const char *text; /* NULL: there is no such value */
  size_t length;
} karvon_json;

/** The whole text as one value. */
karvon_json karvon_json_read(const char *text, size_t length);
/** A member of an object. */
karvon_json karvon_json_get(karvon_json object, const char *name);
/** The n-th element of an array. */
karvon_json karvon_json_at(karvon_json array, size_t index);
/** Copies a string. @returns its length; -1 for another value, or when it does not fit with its end */
int karvon_json_string(karvon_json value, char *out, size_t size);
/** @returns false for anything but an integer of up to 18 digits */
bool karvon_json_integer(karvon_json value, int64_t *out);
bool karvon_json_is_true(karvon_json value);
/** Copies a string member. @returns false when it is not there or does not fit */
bool karvon_json_text(karvon_json object, const char *name, char *out, size_t size);
/** Writes a text as a JSON string with its quotes. @returns false when it does not fit */
bool karvon_json_quote(const char *text, char *out, size_t size);

#endif
