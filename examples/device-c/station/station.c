/*
 * The provisioning station: `karvon-station <private key, PEM> < envelope > identity.json` opens a provisioning envelope, a
 * compact JWE (RFC 7516) with RSA-OAEP-256 and A256GCM.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../components/karvon_device/src/json.h"
#include "../components/karvon_device/src/text.h"
#include "mbedtls/ctr_drbg.h"
#include "mbedtls/entropy.h"
#include "mbedtls/gcm.h"
#include "mbedtls/pk.h"
#include "mbedtls/platform_util.h"
#include "mbedtls/rsa.h"
#include "mbedtls/version.h"

#define MAX_ENVELOPE 16384
/** RSA of 8192 bits, the largest that the service accepts. */
#define MAX_MODULUS 1024

typedef struct {
  const char *text;
  size_t length;
} part;

static mbedtls_entropy_context entropy;
static mbedtls_ctr_drbg_context drbg;

static int fail(const char *why) {
  fprintf(stderr, "%s\n", why);
  return EXIT_FAILURE;
}

/** The five parts between the dots. */
static bool split(const char *text, size_t length, part parts[5]) {
  const char *end = text + length;
  for (int index = 0; index < 5; index += 1) {
    const char *dot = memchr(text, '.', (size_t)(end - text));
    if ((dot == NULL) != (index == 4)) return false;
    const char *stop = dot != NULL ? dot : end;
    parts[index].text = text;
    parts[index].length = (size_t)(stop - text);
    text = stop + 1;
  }
  return true;
}

static bool is_member(karvon_json header, const char *name, const char *value) {
  char text[32];
  return karvon_json_text(header, name, text, sizeof text) && strcmp(text, value) == 0;
}

/** @returns the 32 bytes of the content key, or false */
static bool open_key(mbedtls_pk_context *key, const uint8_t *sealed, size_t length, uint8_t content_key[32]) {
  if (!mbedtls_pk_can_do(key, MBEDTLS_PK_RSA) || length != mbedtls_pk_get_len(key)) return false;
  mbedtls_rsa_context *rsa = mbedtls_pk_rsa(*key);
  uint8_t plain[MAX_MODULUS];
  size_t count = 0;
  mbedtls_rsa_set_padding(rsa, MBEDTLS_RSA_PKCS_V21, MBEDTLS_MD_SHA256);
#if MBEDTLS_VERSION_NUMBER < 0x03000000
  int problem = mbedtls_rsa_rsaes_oaep_decrypt(rsa, mbedtls_ctr_drbg_random, &drbg, MBEDTLS_RSA_PRIVATE, NULL, 0, &count,
                                               sealed, plain, sizeof plain);
#else
  int problem = mbedtls_rsa_rsaes_oaep_decrypt(rsa, mbedtls_ctr_drbg_random, &drbg, NULL, 0, &count, sealed, plain,
                                               sizeof plain);
#endif
  bool is_key = problem == 0 && count == 32;
  if (is_key) memcpy(content_key, plain, 32);
  mbedtls_platform_zeroize(plain, sizeof plain);
  return is_key;
}

static bool load_key(mbedtls_pk_context *key, const char *path) {
#if MBEDTLS_VERSION_NUMBER < 0x03000000
  return mbedtls_pk_parse_keyfile(key, path, NULL) == 0;
#else
  return mbedtls_pk_parse_keyfile(key, path, NULL, mbedtls_ctr_drbg_random, &drbg) == 0;
#endif
}

static int open_envelope(mbedtls_pk_context *key, const char *text, size_t length) {
  static uint8_t plain[MAX_ENVELOPE];
  static uint8_t sealed[MAX_ENVELOPE];
  char header_text[512];
  uint8_t sealed_key[MAX_MODULUS], content_key[32], nonce[12], tag[16];
  part parts[5];
  if (!split(text, length, parts)) return fail("this is not a compact JWE");
  int header_length = karvon_base64(parts[0].text, parts[0].length, (uint8_t *)header_text, sizeof header_text);
  if (header_length < 0) return fail("the header is not base64url");
  karvon_json header = karvon_json_read(header_text, (size_t)header_length);
  if (!is_member(header, "alg", "RSA-OAEP-256") || !is_member(header, "enc", "A256GCM") ||
      !is_member(header, "typ", "prov+jwe"))
    return fail("this is not a provisioning envelope");
  int key_length = karvon_base64(parts[1].text, parts[1].length, sealed_key, sizeof sealed_key);
  int count = karvon_base64(parts[3].text, parts[3].length, sealed, sizeof sealed);
  if (key_length < 0 || count < 0 ||
      karvon_base64(parts[2].text, parts[2].length, nonce, sizeof nonce) != (int)sizeof nonce ||
      karvon_base64(parts[4].text, parts[4].length, tag, sizeof tag) != (int)sizeof tag)
    return fail("the envelope is damaged");
  if (!open_key(key, sealed_key, (size_t)key_length, content_key)) return fail("the envelope is for another station");

  mbedtls_gcm_context gcm;
  mbedtls_gcm_init(&gcm);
  /* The additional data is the header as it was sent, in base64url. */
  bool is_open = mbedtls_gcm_setkey(&gcm, MBEDTLS_CIPHER_ID_AES, content_key, 256) == 0 &&
                 mbedtls_gcm_auth_decrypt(&gcm, (size_t)count, nonce, sizeof nonce, (const uint8_t *)parts[0].text,
                                          parts[0].length, tag, sizeof tag, sealed, plain) == 0;
  mbedtls_gcm_free(&gcm);
  mbedtls_platform_zeroize(content_key, sizeof content_key);
  if (!is_open) return fail("the envelope is damaged");
  bool is_written = fwrite(plain, 1, (size_t)count, stdout) == (size_t)count && fflush(stdout) == 0;
  mbedtls_platform_zeroize(plain, sizeof plain);
  return is_written ? 0 : fail("the identity could not be written");
}

int main(int count, char **arguments) {
  static char envelope[MAX_ENVELOPE];
  if (count != 2) return fail("usage: karvon-station <private key, PEM> < envelope > identity.json");
  size_t length = fread(envelope, 1, sizeof envelope, stdin);
  while (length > 0 && (unsigned char)envelope[length - 1] <= ' ') length -= 1;
  mbedtls_pk_context key;
  mbedtls_pk_init(&key);
  mbedtls_entropy_init(&entropy);
  mbedtls_ctr_drbg_init(&drbg);
  int code;
  if (length == sizeof envelope) code = fail("the envelope is too long");
  else if (mbedtls_ctr_drbg_seed(&drbg, mbedtls_entropy_func, &entropy, NULL, 0) != 0) code = fail("no random numbers");
  else if (!load_key(&key, arguments[1])) code = fail("the private key cannot be read");
  else code = open_envelope(&key, envelope, length);
  mbedtls_pk_free(&key);
  mbedtls_ctr_drbg_free(&drbg);
  mbedtls_entropy_free(&entropy);
  return code;
}
