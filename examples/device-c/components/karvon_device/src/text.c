#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool karvon_format(char *out, size_t size, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int length = vsnprintf(out, size, format, values);
  va_end(values);
  return length >= 0 && (size_t)length < size;
}

bool karvon_copy(char *out, size_t size, const char *text) {
  size_t length = strlen(text);
  if (length >= size) {
    out[0] = '\0';
    return false;
  }
  memcpy(out, text, length + 1);
  return true;
}

void karvon_hex(char *out, const uint8_t *bytes, size_t length) {
  static const char digits[] = "0123456789abcdef";
  for (size_t index = 0; index < length; index += 1) {
    out[2 * index] = digits[bytes[index] >> 4];
    out[2 * index + 1] = digits[bytes[index] & 15];
  }
  out[2 * length] = '\0';
}

static int value_of(char character) {
  if (character >= 'A' && character <= 'Z') return character - 'A';
  if (character >= 'a' && character <= 'z') return character - 'a' + 26;
  if (character >= '0' && character <= '9') return character - '0' + 52;
  if (character == '+' || character == '-') return 62;
  if (character == '/' || character == '_') return 63;
  return -1;
}

int karvon_base64(const char *text, size_t length, uint8_t *out, size_t size) {
  while (length > 0 && text[length - 1] == '=') length -= 1;
  if (length % 4 == 1) return -1;
  uint32_t bits = 0;
  int count = 0;
  size_t used = 0;
  for (size_t index = 0; index < length; index += 1) {
    int value = value_of(text[index]);
    if (value < 0) return -1;
    bits = (bits << 6) | (uint32_t)value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    if (used == size) return -1;
    out[used] = (uint8_t)(bits >> count);
    used += 1;
  }
  return (int)used;
}

void karvon_base64url(char *out, const uint8_t *bytes, size_t length) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  uint32_t bits = 0;
  int count = 0;
  for (size_t index = 0; index < length; index += 1) {
    bits = (bits << 8) | bytes[index];
    count += 8;
    while (count >= 6) {
      count -= 6;
      *out++ = alphabet[(bits >> count) & 63];
    }
  }
  if (count > 0) *out++ = alphabet[(bits << (6 - count)) & 63];
  *out = '\0';
}
