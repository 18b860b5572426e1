/* Verifies a companion app without a network: docs/devices/pairing.md, "The device". */
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "digest.h"
#include "ed25519.h"
#include "mbedtls/asn1.h"
#include "mbedtls/ecdsa.h"
#include "state.h"
#include "text.h"

#define MAX_CREDENTIAL 2048
#define NONCE_BYTES 32

static bool refuse(const char **why, const char *reason) {
  *why = reason;
  return false;
}

/** The claims of a credential that an issuer signed; `bytes` keeps their text. */
static bool read_claims(const karvon_identity *identity, const char *credential, char *bytes, size_t size,
                        karvon_json *claims) {
  const char *first = strchr(credential, '.');
  const char *second = first != NULL ? strchr(first + 1, '.') : NULL;
  if (second == NULL || strchr(second + 1, '.') != NULL) return false;
  char header_text[256];
  char kid[48], alg[16], typ[32];
  uint8_t signature[64];
  int length = karvon_base64(credential, (size_t)(first - credential), (uint8_t *)header_text, sizeof header_text);
  if (length < 0) return false;
  karvon_json header = karvon_json_read(header_text, (size_t)length);
  if (!karvon_json_text(header, "kid", kid, sizeof kid) || !karvon_json_text(header, "alg", alg, sizeof alg) ||
      !karvon_json_text(header, "typ", typ, sizeof typ))
    return false;
  if (strcmp(alg, "EdDSA") != 0 || strcmp(typ, "pairing+jwt") != 0) return false;
  if (karvon_base64(second + 1, strlen(second + 1), signature, sizeof signature) != (int)sizeof signature) return false;
  karvon_message signed_part = {(const uint8_t *)credential, (size_t)(second - credential), NULL, 0};
  for (size_t index = 0; index < identity->issuer_key_count; index += 1) {
    const karvon_key *key = &identity->issuer_keys[index];
    if (strcmp(key->kid, kid) != 0 || !karvon_ed25519_verify(key->x, signature, &signed_part)) continue;
    length = karvon_base64(first + 1, (size_t)(second - first - 1), (uint8_t *)bytes, size);
    if (length < 0) return false;
    *claims = karvon_json_read(bytes, (size_t)length);
    return claims->text != NULL;
  }
  return false;
}

/** The app's key in the order of RFC 7638, 3.2. @returns false for a kind that apps do not have */
static bool thumbprint_of(const char *x, const char *y, char out[44]) {
  char json[256];
  uint8_t digest[32];
  bool fits = y[0] == '\0' ? karvon_format(json, sizeof json, "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"%s\"}", x)
                           : karvon_format(json, sizeof json,
                                           "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"%s\",\"y\":\"%s\"}", x, y);
  if (!fits) return false;
  karvon_sha256((const uint8_t *)json, strlen(json), digest);
  karvon_base64url(out, digest, sizeof digest);
  return true;
}

/** ECDSA with P-256 and SHA-256; the signature is the DER of RFC 3279, 2.2.3. */
static bool p256_verify(const uint8_t point[65], const karvon_app_claim *app) {
  unsigned char *at = (unsigned char *)(uintptr_t)app->signature;
  const unsigned char *end = at + app->signature_length;
  uint8_t digest[32];
  size_t length;
  mbedtls_ecp_group group;
  mbedtls_ecp_point key;
  mbedtls_mpi r, s;
  mbedtls_ecp_group_init(&group);
  mbedtls_ecp_point_init(&key);
  mbedtls_mpi_init(&r);
  mbedtls_mpi_init(&s);
  karvon_sha256(app->nonce, NONCE_BYTES, digest);
  bool is_valid = mbedtls_ecp_group_load(&group, MBEDTLS_ECP_DP_SECP256R1) == 0 &&
                  mbedtls_ecp_point_read_binary(&group, &key, point, 65) == 0 &&
                  mbedtls_ecp_check_pubkey(&group, &key) == 0 &&
                  mbedtls_asn1_get_tag(&at, end, &length, MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE) == 0 &&
                  at + length == end && mbedtls_asn1_get_mpi(&at, end, &r) == 0 &&
                  mbedtls_asn1_get_mpi(&at, end, &s) == 0 && at == end &&
                  mbedtls_ecdsa_verify(&group, digest, sizeof digest, &key, &r, &s) == 0;
  mbedtls_mpi_free(&s);
  mbedtls_mpi_free(&r);
  mbedtls_ecp_point_free(&key);
  mbedtls_ecp_group_free(&group);
  return is_valid;
}

/** Whether the app has the private key of the credential, by its signature of the device's nonce. */
static bool has_key(const karvon_app_claim *app, const char *thumbprint) {
  karvon_json jwk = karvon_json_read(app->jwk, strlen(app->jwk));
  char x[64], y[64] = "", crv[16], own[44];
  uint8_t point[65];
  if (!karvon_json_text(jwk, "crv", crv, sizeof crv) || !karvon_json_text(jwk, "x", x, sizeof x)) return false;
  bool is_p256 = strcmp(crv, "P-256") == 0;
  if (is_p256 && !karvon_json_text(jwk, "y", y, sizeof y)) return false;
  if ((!is_p256 && strcmp(crv, "Ed25519") != 0) || !thumbprint_of(x, y, own) || strcmp(own, thumbprint) != 0)
    return false;
  point[0] = 4;
  if (karvon_base64(x, strlen(x), point + 1, 32) != 32) return false;
  if (is_p256) return karvon_base64(y, strlen(y), point + 33, 32) == 32 && p256_verify(point, app);
  karvon_message nonce = {app->nonce, NONCE_BYTES, NULL, 0};
  return app->signature_length == 64 && karvon_ed25519_verify(point + 1, app->signature, &nonce);
}

bool karvon_accept_app(karvon_device *device, const karvon_app_claim *app, const char **why) {
  static char bytes[MAX_CREDENTIAL];
  karvon_state *state = &device->state;
  karvon_json claims;
  char audience[KARVON_SERIAL_SIZE], jti[80], thumbprint[48];
  int64_t from, until, epoch;
  if (strlen(app->credential) >= MAX_CREDENTIAL ||
      !read_claims(&device->identity, app->credential, bytes, sizeof bytes, &claims))
    return refuse(why, "no issuer signed the credential");
  if (!karvon_json_text(claims, "aud", audience, sizeof audience) ||
      !karvon_json_text(claims, "jti", jti, sizeof jti) ||
      !karvon_json_text(karvon_json_get(claims, "cnf"), "jkt", thumbprint, sizeof thumbprint) ||
      !karvon_json_integer(karvon_json_get(claims, "nbf"), &from) ||
      !karvon_json_integer(karvon_json_get(claims, "exp"), &until) ||
      !karvon_json_integer(karvon_json_get(claims, "epoch"), &epoch))
    return refuse(why, "the credential lacks claims");
  if (strcmp(audience, device->identity.serial) != 0) return refuse(why, "the credential is for another device");
  int64_t now = karvon_now_ms() / 1000;
  if (now > 0 && (now < from || now >= until)) return refuse(why, "the credential has expired");
  if (epoch < state->epoch) return refuse(why, "the credential is of a previous owner");
  char *dot = strchr(jti, '.');
  if (dot != NULL) *dot = '\0';
  for (size_t index = 0; index < state->revoked_count && epoch == state->epoch; index += 1)
    if (strcmp(state->revoked[index], jti) == 0) return refuse(why, "the pairing was revoked");
  if (!has_key(app, thumbprint)) return refuse(why, "the app does not have the key of the credential");
  if (epoch > state->epoch) {
    /* The revoked pairings of an earlier epoch ended with it. */
    state->epoch = epoch;
    state->revoked_count = 0;
    memset(state->revoked, 0, sizeof state->revoked);
    if (!karvon_store_state(state, "store the epoch")) return refuse(why, "flash failed");
  }
  *why = "";
  return true;
}
