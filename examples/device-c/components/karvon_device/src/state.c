#include "state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "karvon_port.h"
#include "mbedtls/platform_util.h"
#include "text.h"

#define IDENTITY_BLOB "identity"
#define STATE_BLOB "state"
/** The content of an envelope is about 2 KiB. */
#define IDENTITY_SIZE 8192
#define STATE_SIZE 3072

static bool read_keys(karvon_json jwks, karvon_key *keys, size_t max, size_t *count) {
  karvon_json list = karvon_json_get(jwks, "keys");
  *count = 0;
  for (size_t index = 0; *count < max; index += 1) {
    karvon_json jwk = karvon_json_at(list, index);
    if (jwk.text == NULL) break;
    char curve[16];
    char x[64];
    karvon_key *key = &keys[*count];
    if (!karvon_json_text(jwk, "crv", curve, sizeof curve) || strcmp(curve, "Ed25519") != 0) continue;
    if (!karvon_json_text(jwk, "kid", key->kid, sizeof key->kid)) return false;
    if (!karvon_json_text(jwk, "x", x, sizeof x)) return false;
    if (karvon_base64(x, strlen(x), key->x, sizeof key->x) != (int)sizeof key->x) return false;
    *count += 1;
  }
  return list.text != NULL;
}

bool karvon_read_envelope(const char *json, size_t length, karvon_identity *identity) {
  memset(identity, 0, sizeof *identity);
  karvon_json content = karvon_json_read(json, length);
  int64_t format = 0;
  char secret[64];
  if (!karvon_json_integer(karvon_json_get(content, "v"), &format) || format != 1) return false;
  bool is_whole =
      karvon_json_text(content, "serial", identity->serial, sizeof identity->serial) &&
      karvon_json_text(content, "model", identity->model, sizeof identity->model) &&
      karvon_json_text(content, "hardwareRevision", identity->hardware_revision, sizeof identity->hardware_revision) &&
      karvon_json_text(content, "apiBaseUrl", identity->base_url, sizeof identity->base_url) &&
      karvon_json_text(content, "brandHeaderPrefix", identity->header_prefix, sizeof identity->header_prefix) &&
      karvon_json_text(content, "deviceSecret", secret, sizeof secret) &&
      karvon_base64(secret, strlen(secret), identity->secret, KARVON_SECRET_BYTES) == KARVON_SECRET_BYTES;
  mbedtls_platform_zeroize(secret, sizeof secret);
  return is_whole && strncmp(identity->header_prefix, "x-", 2) == 0 &&
         read_keys(karvon_json_get(content, "releaseTrustJwks"), identity->release_keys, KARVON_MAX_RELEASE_KEYS,
                   &identity->release_key_count) &&
         read_keys(karvon_json_get(content, "pairingIssuerJwks"), identity->issuer_keys, KARVON_MAX_ISSUER_KEYS,
                   &identity->issuer_key_count);
}

bool karvon_store_identity(const char *json, size_t length) {
  static karvon_identity ignored;
  bool is_read = length < IDENTITY_SIZE && karvon_read_envelope(json, length, &ignored);
  mbedtls_platform_zeroize(&ignored, sizeof ignored);
  if (!is_read) return false;
  /* The old state first: a new identity must not go on with what another one had begun. */
  return karvon_port_store(STATE_BLOB, "v 1\n", 4) && karvon_port_store(IDENTITY_BLOB, json, length);
}

bool karvon_load_identity(karvon_identity *identity) {
  static char json[IDENTITY_SIZE];
  int length = karvon_port_load(IDENTITY_BLOB, json, sizeof json);
  bool is_read = length > 0 && karvon_read_envelope(json, (size_t)length, identity);
  mbedtls_platform_zeroize(json, sizeof json);
  return is_read;
}

/** One field of the state: where it is, and how large its text may be; size 0 is an integer of 64 bits. */
typedef struct {
  const char *name;
  size_t offset;
  size_t size;
} field;

#define TEXT(name, member) \
  { name, offsetof(karvon_state, member), sizeof(((karvon_state *)NULL)->member) }
#define WIDE(name, member) \
  { name, offsetof(karvon_state, member), 0 }

static const field FIELDS[] = {
    WIDE("epoch", epoch),
    TEXT("update.installation", update.installation_id),
    TEXT("update.release", update.release_id),
    TEXT("update.from", update.from_version),
    TEXT("update.version", update.target.version),
    WIDE("update.build", update.target.build),
    WIDE("update.security", update.target.security_version),
    TEXT("update.sha256", update.sha256),
    TEXT("update.etag", update.etag),
    TEXT("result.installation", result.installation_id),
    TEXT("result.release", result.release_id),
    TEXT("result.status", result.status),
    TEXT("result.from", result.from_version),
    TEXT("result.reason", result.reason),
};
#define FIELD_COUNT (sizeof FIELDS / sizeof FIELDS[0])

static bool append(char *text, size_t *used, const char *name, const char *value) {
  if (!karvon_format(text + *used, STATE_SIZE - *used, "%s %s\n", name, value)) return false;
  *used += strlen(text + *used);
  return true;
}

static bool append_number(char *text, size_t *used, const char *name, int64_t value) {
  char digits[24];
  return karvon_format(digits, sizeof digits, "%" PRId64, value) && append(text, used, name, digits);
}

static bool write_text(const karvon_state *state, char *text, size_t *used) {
  *used = 0;
  bool fits = append(text, used, "v", "1");
  for (size_t index = 0; index < FIELD_COUNT; index += 1) {
    const char *at = (const char *)state + FIELDS[index].offset;
    if (FIELDS[index].size > 0) {
      if (*at != '\0') fits = fits && append(text, used, FIELDS[index].name, at);
      continue;
    }
    int64_t value;
    memcpy(&value, at, sizeof value);
    if (value != 0) fits = fits && append_number(text, used, FIELDS[index].name, value);
  }
  if (state->update.phase != KARVON_NO_UPDATE) {
    fits = fits && append_number(text, used, "update.phase", state->update.phase) &&
           append_number(text, used, "update.slot", state->update.slot) &&
           append_number(text, used, "update.size", state->update.size) &&
           append_number(text, used, "update.written", state->update.written) &&
           append_number(text, used, "update.tries", state->update.tries);
  }
  for (size_t index = 0; index < state->revoked_count; index += 1)
    fits = fits && append(text, used, "revoked", state->revoked[index]);
  return fits;
}

static void read_line(karvon_state *state, const char *name, const char *value) {
  for (size_t index = 0; index < FIELD_COUNT; index += 1) {
    if (strcmp(name, FIELDS[index].name) != 0) continue;
    char *at = (char *)state + FIELDS[index].offset;
    if (FIELDS[index].size > 0) {
      karvon_copy(at, FIELDS[index].size, value);
    } else {
      int64_t number = strtoll(value, NULL, 10);
      memcpy(at, &number, sizeof number);
    }
    return;
  }
  int64_t number = strtoll(value, NULL, 10);
  if (strcmp(name, "update.phase") == 0) {
    state->update.phase = number == KARVON_SWITCHING ? KARVON_SWITCHING : KARVON_DOWNLOADING;
  }
  if (strcmp(name, "update.slot") == 0) state->update.slot = number == 1 ? 1 : 0;
  if (strcmp(name, "update.size") == 0) state->update.size = (uint32_t)number;
  if (strcmp(name, "update.written") == 0) state->update.written = (uint32_t)number;
  if (strcmp(name, "update.tries") == 0) state->update.tries = (int)number;
  if (strcmp(name, "revoked") == 0 && state->revoked_count < KARVON_MAX_REVOKED) {
    if (karvon_copy(state->revoked[state->revoked_count], KARVON_UUID_SIZE, value)) state->revoked_count += 1;
  }
}

bool karvon_load_state(karvon_state *state) {
  static char text[STATE_SIZE];
  memset(state, 0, sizeof *state);
  int length = karvon_port_load(STATE_BLOB, text, sizeof text - 1);
  if (length < 0) return false;
  text[length] = '\0';
  for (char *line = text; *line != '\0';) {
    char *end = strchr(line, '\n');
    if (end == NULL) break;
    *end = '\0';
    char *space = strchr(line, ' ');
    if (space != NULL) {
      *space = '\0';
      read_line(state, line, space + 1);
    }
    line = end + 1;
  }
  return true;
}

bool karvon_store_state(const karvon_state *state, const char *step) {
  static char text[STATE_SIZE];
  static char before[STATE_SIZE];
  size_t used;
  if (!write_text(state, text, &used)) return false;
  int length = karvon_port_load(STATE_BLOB, before, sizeof before);
  if (length == (int)used && memcmp(before, text, used) == 0) return true;
  karvon_port_step(step);
  return karvon_port_store(STATE_BLOB, text, used);
}
