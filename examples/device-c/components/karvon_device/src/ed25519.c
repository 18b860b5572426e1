/*
 * Source of the formulas: RFC 8032, 5.1. Numbers have eight words of 32 bits, the lowest first. Field elements are below
 * 2^256, not always below p = 2^255 - 19: 2^256 is 38 modulo p, so what overflows is folded back 38 times.
 */
#include "ed25519.h"

#include <string.h>

#include "digest.h"

#define WORDS 8

typedef struct {
  uint32_t word[WORDS];
} number;

/** Extended coordinates: x = X/Z, y = Y/Z, x * y = T/Z. */
typedef struct {
  number x, y, z, t;
} point;

static const number ZERO = {{0}};
static const number ONE = {{1}};
static const number P = {{0xFFFFFFED, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0x7FFFFFFF}};
/** The order of the base point. */
static const number L = {{0x5CF5D3ED, 0x5812631A, 0xA2F79CD6, 0x14DEF9DE, 0, 0, 0, 0x10000000}};

/** @returns the carry */
static uint32_t add_words(number *sum, const number *a, const number *b) {
  uint64_t carry = 0;
  for (int index = 0; index < WORDS; index += 1) {
    carry += (uint64_t)a->word[index] + b->word[index];
    sum->word[index] = (uint32_t)carry;
    carry >>= 32;
  }
  return (uint32_t)carry;
}

/** @returns the borrow */
static uint32_t subtract_words(number *difference, const number *a, const number *b) {
  uint64_t borrow = 0;
  for (int index = 0; index < WORDS; index += 1) {
    uint64_t part = (uint64_t)a->word[index] - b->word[index] - borrow;
    difference->word[index] = (uint32_t)part;
    borrow = part >> 63;
  }
  return (uint32_t)borrow;
}

static bool is_below(const number *a, const number *b) {
  number ignored;
  return subtract_words(&ignored, a, b) == 1;
}

/** Adds `carry` times 2^256 modulo p. */
static void fold(number *a, uint64_t carry) {
  while (carry > 0) {
    carry *= 38;
    for (int index = 0; index < WORDS; index += 1) {
      carry += a->word[index];
      a->word[index] = (uint32_t)carry;
      carry >>= 32;
    }
  }
}

static number add(const number *a, const number *b) {
  number sum;
  fold(&sum, add_words(&sum, a, b));
  return sum;
}

static number subtract(const number *a, const number *b) {
  number difference;
  uint32_t borrow = subtract_words(&difference, a, b);
  while (borrow > 0) {
    const number excess = {{38}};
    borrow = subtract_words(&difference, &difference, &excess);
  }
  return difference;
}

static number multiply(const number *a, const number *b) {
  uint32_t product[2 * WORDS] = {0};
  for (int row = 0; row < WORDS; row += 1) {
    uint64_t carry = 0;
    for (int column = 0; column < WORDS; column += 1) {
      carry += (uint64_t)a->word[row] * b->word[column] + product[row + column];
      product[row + column] = (uint32_t)carry;
      carry >>= 32;
    }
    product[row + WORDS] = (uint32_t)carry;
  }
  number result;
  uint64_t carry = 0;
  for (int index = 0; index < WORDS; index += 1) {
    carry += (uint64_t)product[index + WORDS] * 38 + product[index];
    result.word[index] = (uint32_t)carry;
    carry >>= 32;
  }
  fold(&result, carry);
  return result;
}

/** The one number below p that is equal modulo p. */
static number reduced(const number *a) {
  number result = *a;
  while (!is_below(&result, &P)) subtract_words(&result, &result, &P);
  return result;
}

static bool is_equal(const number *a, const number *b) {
  number one = reduced(a);
  number other = reduced(b);
  return memcmp(&one, &other, sizeof one) == 0;
}

static number power(const number *base, const number *exponent) {
  number result = ONE;
  for (int bit = 255; bit >= 0; bit -= 1) {
    result = multiply(&result, &result);
    if ((exponent->word[bit / 32] >> (bit % 32)) & 1) result = multiply(&result, base);
  }
  return result;
}

static number inverse(const number *a) {
  const number two = {{2}};
  number exponent;
  subtract_words(&exponent, &P, &two);
  return power(a, &exponent);
}

/** A number divided by 2, or by 4, without its rest. */
static number halved(number a, int times) {
  for (; times > 0; times -= 1) {
    for (int index = 0; index < WORDS; index += 1) {
      uint32_t next = index + 1 < WORDS ? a.word[index + 1] : 0;
      a.word[index] = (a.word[index] >> 1) | (next << 31);
    }
  }
  return a;
}

/** -121665 / 121666, the constant of the curve. */
static number curve_d(void) {
  const number above = {{121665}};
  const number below = {{121666}};
  number divisor = inverse(&below);
  number quotient = multiply(&above, &divisor);
  return subtract(&ZERO, &quotient);
}

static number read_number(const uint8_t bytes[32]) {
  number a;
  for (int index = 0; index < WORDS; index += 1) {
    const uint8_t *at = bytes + 4 * index;
    a.word[index] = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
  }
  return a;
}

/** RFC 8032, 5.1.3. @returns false when the bytes encode no point */
static bool read_point(const uint8_t bytes[32], const number *d, point *out) {
  number y = read_number(bytes);
  uint32_t sign = y.word[WORDS - 1] >> 31;
  y.word[WORDS - 1] &= 0x7FFFFFFF;
  if (!is_below(&y, &P)) return false;

  number y2 = multiply(&y, &y);
  number u = subtract(&y2, &ONE);
  number dy2 = multiply(d, &y2);
  number v = add(&dy2, &ONE);
  number v2 = multiply(&v, &v);
  number v3 = multiply(&v2, &v);
  number v4 = multiply(&v2, &v2);
  number v7 = multiply(&v4, &v3);
  number uv7 = multiply(&u, &v7);
  number uv3 = multiply(&u, &v3);
  const number five = {{5}};
  number exponent;
  subtract_words(&exponent, &P, &five);
  exponent = halved(exponent, 3);
  number root = power(&uv7, &exponent);
  number x = multiply(&uv3, &root);

  number x2 = multiply(&x, &x);
  number vx2 = multiply(&v, &x2);
  if (!is_equal(&vx2, &u)) {
    number minus_u = subtract(&ZERO, &u);
    if (!is_equal(&vx2, &minus_u)) return false;
    const number two = {{2}};
    number quarter;
    subtract_words(&quarter, &P, &ONE);
    quarter = halved(quarter, 2);
    number root_of_minus_one = power(&two, &quarter);
    x = multiply(&x, &root_of_minus_one);
  }
  x = reduced(&x);
  if (is_equal(&x, &ZERO) && sign == 1) return false;
  if ((x.word[0] & 1) != sign) x = subtract(&ZERO, &x);
  out->x = x;
  out->y = y;
  out->z = ONE;
  out->t = multiply(&x, &y);
  return true;
}

static void write_point(const point *a, uint8_t bytes[32]) {
  number z = inverse(&a->z);
  number x = multiply(&a->x, &z);
  number y = multiply(&a->y, &z);
  x = reduced(&x);
  y = reduced(&y);
  y.word[WORDS - 1] |= (x.word[0] & 1) << 31;
  for (int index = 0; index < 32; index += 1) bytes[index] = (uint8_t)(y.word[index / 4] >> (8 * (index % 4)));
}

/** RFC 8032, 5.1.4: complete, so it doubles as well. `d2` is twice the constant of the curve. */
static point add_points(const point *p, const point *q, const number *d2) {
  number left = subtract(&p->y, &p->x);
  number right = subtract(&q->y, &q->x);
  number a = multiply(&left, &right);
  left = add(&p->y, &p->x);
  right = add(&q->y, &q->x);
  number b = multiply(&left, &right);
  number t = multiply(&p->t, &q->t);
  number c = multiply(&t, d2);
  number z = multiply(&p->z, &q->z);
  number d = add(&z, &z);
  number e = subtract(&b, &a);
  number f = subtract(&d, &c);
  number g = add(&d, &c);
  number h = add(&b, &a);
  point sum;
  sum.x = multiply(&e, &f);
  sum.y = multiply(&g, &h);
  sum.t = multiply(&e, &h);
  sum.z = multiply(&f, &g);
  return sum;
}

/** The SHA-512 of R, the key and the message, modulo the order of the base point. */
static number challenge(const uint8_t signature[64], const uint8_t key[32], const karvon_message *message) {
  uint8_t digest[64];
  memset(digest, 0, sizeof digest);
  mbedtls_sha512_context context;
  mbedtls_sha512_init(&context);
  karvon_sha512_starts(&context);
  karvon_sha512_update(&context, signature, 32);
  karvon_sha512_update(&context, key, 32);
  karvon_sha512_update(&context, message->head, message->head_length);
  karvon_sha512_update(&context, message->body, message->body_length);
  karvon_sha512_finish(&context, digest);
  mbedtls_sha512_free(&context);
  number rest = ZERO;
  for (int bit = 511; bit >= 0; bit -= 1) {
    number doubled;
    add_words(&doubled, &rest, &rest);
    doubled.word[0] |= (uint32_t)(digest[bit / 8] >> (bit % 8)) & 1;
    rest = doubled;
    if (!is_below(&rest, &L)) subtract_words(&rest, &rest, &L);
  }
  return rest;
}

bool karvon_ed25519_verify(const uint8_t key[32], const uint8_t signature[64], const karvon_message *message) {
  number s = read_number(signature + 32);
  if (!is_below(&s, &L)) return false;
  number d = curve_d();
  number d2 = add(&d, &d);
  uint8_t base_bytes[32];
  memset(base_bytes, 0x66, sizeof base_bytes);
  base_bytes[0] = 0x58;
  point base, owner;
  if (!read_point(base_bytes, &d, &base) || !read_point(key, &d, &owner)) return false;
  owner.x = subtract(&ZERO, &owner.x);
  owner.t = subtract(&ZERO, &owner.t);
  number k = challenge(signature, key, message);

  /* s * base - k * key, which has to be R. */
  point both = add_points(&base, &owner, &d2);
  point sum = {ZERO, ONE, ONE, ZERO};
  for (int bit = 255; bit >= 0; bit -= 1) {
    sum = add_points(&sum, &sum, &d2);
    bool of_base = (s.word[bit / 32] >> (bit % 32)) & 1;
    bool of_key = (k.word[bit / 32] >> (bit % 32)) & 1;
    if (of_base && of_key) sum = add_points(&sum, &both, &d2);
    else if (of_base) sum = add_points(&sum, &base, &d2);
    else if (of_key) sum = add_points(&sum, &owner, &d2);
  }
  uint8_t encoded[32];
  write_point(&sum, encoded);
  return memcmp(encoded, signature, sizeof encoded) == 0;
}
