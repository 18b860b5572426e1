#include "json.h"

#include <string.h>

/** Deeper values are refused: the recursion has to end before the stack does. */
#define MAX_DEPTH 16

static const karvon_json NOTHING = {NULL, 0};

static const char *skip_space(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at += 1;
  return at;
}

static bool is_hex(char character) {
  return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f') ||
         (character >= 'A' && character <= 'F');
}

/** @returns where the string ends, NULL when it does not */
static const char *skip_string(const char *at, const char *end) {
  if (at == end || *at != '"') return NULL;
  for (at += 1; at < end; at += 1) {
    if (*at == '"') return at + 1;
    if ((unsigned char)*at < 0x20) return NULL;
    if (*at != '\\') continue;
    at += 1;
    if (at == end) return NULL;
    if (*at == 'u') {
      if (end - at < 5) return NULL;
      for (int digit = 1; digit <= 4; digit += 1)
        if (!is_hex(at[digit])) return NULL;
      at += 4;
    } else if (*at == '\0' || strchr("\"\\/bfnrt", *at) == NULL) {
      return NULL;
    }
  }
  return NULL;
}

static const char *skip_digits(const char *at, const char *end) {
  while (at < end && *at >= '0' && *at <= '9') at += 1;
  return at;
}

static const char *skip_number(const char *at, const char *end) {
  const char *start = at;
  if (at < end && *at == '-') at += 1;
  const char *whole = at;
  at = skip_digits(at, end);
  if (at == whole || (*whole == '0' && at - whole > 1)) return NULL;
  if (at < end && *at == '.') {
    const char *fraction = at + 1;
    at = skip_digits(fraction, end);
    if (at == fraction) return NULL;
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    at += 1;
    if (at < end && (*at == '+' || *at == '-')) at += 1;
    const char *exponent = at;
    at = skip_digits(at, end);
    if (at == exponent) return NULL;
  }
  return at == start ? NULL : at;
}

static const char *skip_word(const char *at, const char *end, const char *word) {
  size_t length = strlen(word);
  return (size_t)(end - at) >= length && memcmp(at, word, length) == 0 ? at + length : NULL;
}

static const char *skip_value(const char *at, const char *end, int depth);

/** Members of an object or elements of an array, to the closing bracket. */
static const char *skip_many(const char *at, const char *end, char close, int depth) {
  at = skip_space(at + 1, end);
  if (at < end && *at == close) return at + 1;
  for (;;) {
    if (close == '}') {
      at = skip_string(skip_space(at, end), end);
      if (at == NULL) return NULL;
      at = skip_space(at, end);
      if (at == end || *at != ':') return NULL;
      at += 1;
    }
    at = skip_value(skip_space(at, end), end, depth + 1);
    if (at == NULL) return NULL;
    at = skip_space(at, end);
    if (at == end) return NULL;
    if (*at == close) return at + 1;
    if (*at != ',') return NULL;
    at += 1;
  }
}

static const char *skip_value(const char *at, const char *end, int depth) {
  if (at == end || depth > MAX_DEPTH) return NULL;
  switch (*at) {
    case '{':
      return skip_many(at, end, '}', depth);
    case '[':
      return skip_many(at, end, ']', depth);
    case '"':
      return skip_string(at, end);
    case 't':
      return skip_word(at, end, "true");
    case 'f':
      return skip_word(at, end, "false");
    case 'n':
      return skip_word(at, end, "null");
    default:
      return skip_number(at, end);
  }
}

karvon_json karvon_json_read(const char *text, size_t length) {
  const char *end = text + length;
  const char *start = skip_space(text, end);
  const char *stop = skip_value(start, end, 0);
  if (stop == NULL || skip_space(stop, end) != end) return NOTHING;
  karvon_json value = {start, (size_t)(stop - start)};
  return value;
}

karvon_json karvon_json_get(karvon_json object, const char *name) {
  if (object.text == NULL || *object.text != '{') return NOTHING;
  const char *end = object.text + object.length;
  const char *at = skip_space(object.text + 1, end);
  size_t name_length = strlen(name);
  while (at < end && *at == '"') {
    const char *key = at;
    const char *key_end = skip_string(at, end);
    if (key_end == NULL) return NOTHING;
    at = skip_space(skip_space(key_end, end) + 1, end);
    const char *stop = skip_value(at, end, 0);
    if (stop == NULL) return NOTHING;
    if ((size_t)(key_end - key) == name_length + 2 && memcmp(key + 1, name, name_length) == 0) {
      karvon_json value = {at, (size_t)(stop - at)};
      return value;
    }
    at = skip_space(stop, end);
    if (at < end && *at == ',') at = skip_space(at + 1, end);
  }
  return NOTHING;
}

karvon_json karvon_json_at(karvon_json array, size_t index) {
  if (array.text == NULL || *array.text != '[') return NOTHING;
  const char *end = array.text + array.length;
  const char *at = skip_space(array.text + 1, end);
  while (at < end && *at != ']') {
    const char *stop = skip_value(at, end, 0);
    if (stop == NULL) return NOTHING;
    if (index == 0) {
      karvon_json value = {at, (size_t)(stop - at)};
      return value;
    }
    index -= 1;
    at = skip_space(stop, end);
    if (at < end && *at == ',') at = skip_space(at + 1, end);
  }
  return NOTHING;
}

static unsigned unit_of(const char *digits) {
  unsigned unit = 0;
  for (int index = 0; index < 4; index += 1) {
    char digit = digits[index];
    unsigned value = digit <= '9' ? (unsigned)(digit - '0') : (unsigned)((digit | 32) - 'a' + 10);
    unit = unit * 16 + value;
  }
  return unit;
}

/** UTF-8 of a code point. @returns the number of bytes */
static size_t utf8_of(unsigned long point, char bytes[4]) {
  if (point < 0x80) {
    bytes[0] = (char)point;
    return 1;
  }
  size_t more = point < 0x800 ? 1 : (point < 0x10000 ? 2 : 3);
  static const unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
  bytes[0] = (char)(lead[more] | (point >> (6 * more)));
  for (size_t index = 1; index <= more; index += 1)
    bytes[index] = (char)(0x80 | ((point >> (6 * (more - index))) & 0x3F));
  return more + 1;
}

int karvon_json_string(karvon_json value, char *out, size_t size) {
  if (value.text == NULL || *value.text != '"') return -1;
  const char *at = value.text + 1;
  const char *end = value.text + value.length - 1;
  size_t used = 0;
  while (at < end) {
    char bytes[4];
    size_t count = 1;
    bytes[0] = *at++;
    if (bytes[0] == '\\') {
      static const char names[] = "\"\\/bfnrt";
      static const char characters[] = "\"\\/\b\f\n\r\t";
      char name = *at++;
      if (name != 'u') {
        bytes[0] = characters[strchr(names, name) - names];
      } else {
        unsigned long point = unit_of(at);
        at += 4;
        if (point >= 0xD800 && point < 0xDC00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u') {
          unsigned low = unit_of(at + 2);
          if (low < 0xDC00 || low > 0xDFFF) return -1;
          point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
          at += 6;
        } else if (point >= 0xD800 && point < 0xE000) {
          return -1;
        }
        if (point == 0) return -1;
        count = utf8_of(point, bytes);
      }
    }
    if (used + count >= size) return -1;
    memcpy(out + used, bytes, count);
    used += count;
  }
  out[used] = '\0';
  return (int)used;
}

bool karvon_json_integer(karvon_json value, int64_t *out) {
  if (value.text == NULL || value.length == 0 || value.length > 19) return false;
  bool negative = value.text[0] == '-';
  size_t index = negative ? 1 : 0;
  if (value.length - index > 18 || value.length == index) return false;
  int64_t number = 0;
  for (; index < value.length; index += 1) {
    char digit = value.text[index];
    if (digit < '0' || digit > '9') return false;
    number = number * 10 + (digit - '0');
  }
  *out = negative ? -number : number;
  return true;
}

bool karvon_json_is_true(karvon_json value) {
  return value.text != NULL && *value.text == 't';
}

bool karvon_json_text(karvon_json object, const char *name, char *out, size_t size) {
  return karvon_json_string(karvon_json_get(object, name), out, size) >= 0;
}

bool karvon_json_quote(const char *text, char *out, size_t size) {
  static const char digits[] = "0123456789abcdef";
  size_t used = 0;
  if (size < 3) return false;
  out[used++] = '"';
  for (; *text != '\0'; text += 1) {
    unsigned char character = (unsigned char)*text;
    if (used + 8 > size) return false;
    if (character == '"' || character == '\\') {
      out[used++] = '\\';
      out[used++] = (char)character;
    } else if (character < 0x20) {
      memcpy(out + used, "\\u00", 4);
      out[used + 4] = digits[character >> 4];
      out[used + 5] = digits[character & 15];
      used += 6;
    } else {
      out[used++] = (char)character;
    }
  }
  if (used + 2 > size) return false;
  out[used++] = '"';
  out[used] = '\0';
  return true;
}
