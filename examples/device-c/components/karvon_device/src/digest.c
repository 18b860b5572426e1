#include "digest.h"

#include <string.h>

#include "mbedtls/md.h"
#include "text.h"

void karvon_sha256(const uint8_t *bytes, size_t length, uint8_t digest[32]) {
  mbedtls_sha256_context context;
  mbedtls_sha256_init(&context);
  karvon_sha256_starts(&context);
  karvon_sha256_update(&context, bytes, length);
  karvon_sha256_finish(&context, digest);
  mbedtls_sha256_free(&context);
}

void karvon_hmac_hex(const uint8_t *key, size_t key_length, const char *text, char out[65]) {
  uint8_t mac[32];
  memset(mac, 0, sizeof mac);
  mbedtls_md_hmac(mbedtls_md_info_from_type(MBEDTLS_MD_SHA256), key, key_length, (const uint8_t *)text, strlen(text),
                  mac);
  karvon_hex(out, mac, sizeof mac);
}
