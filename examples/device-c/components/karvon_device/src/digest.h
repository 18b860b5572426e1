/* SHA-256, SHA-512 and HMAC of mbedTLS 2.28 and 3.x, whose names differ. */
#ifndef KARVON_DIGEST_H
#define KARVON_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#include "mbedtls/sha256.h"
#include "mbedtls/sha512.h"
#include "mbedtls/version.h"

#if MBEDTLS_VERSION_NUMBER < 0x03000000
#define karvon_sha256_starts(context) mbedtls_sha256_starts_ret((context), 0)
#define karvon_sha256_update mbedtls_sha256_update_ret
#define karvon_sha256_finish mbedtls_sha256_finish_ret
#define karvon_sha512_starts(context) mbedtls_sha512_starts_ret((context), 0)
#define karvon_sha512_update mbedtls_sha512_update_ret
#define karvon_sha512_finish mbedtls_sha512_finish_ret
#else
#define karvon_sha256_starts(context) mbedtls_sha256_starts((context), 0)
#define karvon_sha256_update mbedtls_sha256_update
#define karvon_sha256_finish mbedtls_sha256_finish
#define karvon_sha512_starts(context) mbedtls_sha512_starts((context), 0)
#define karvon_sha512_update mbedtls_sha512_update
#define karvon_sha512_finish mbedtls_sha512_finish
#endif

/** SHA-256 of a text that is at hand. */
void karvon_sha256(const uint8_t *bytes, size_t length, uint8_t digest[32]);
/** HMAC-SHA256 (RFC 2104) as 64 hexadecimal digits and the end. */
void karvon_hmac_hex(const uint8_t *key, size_t key_length, const char *text, char out[65]);

#endif
