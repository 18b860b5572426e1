/* Checks this component against the vectors of docs/devices/protocol.md: `karvon-vectors docs/devices/protocol.md`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../components/karvon_device/port/posix/posix.h"
#include "../components/karvon_device/src/digest.h"
#include "../components/karvon_device/src/json.h"
#include "../components/karvon_device/src/manifest.h"
#include "../components/karvon_device/src/text.h"

#define MAX_PAGE (256 * 1024)
#define BEGINNING "```json vectors\n"

static int checks;

static void expect(bool holds, const char *what) {
  checks += 1;
  if (holds) return;
  fprintf(stderr, "failed: %s\n", what);
  exit(EXIT_FAILURE);
}

static karvon_json vectors_in(const char *path) {
  static char page[MAX_PAGE];
  FILE *file = fopen(path, "r");
  expect(file != NULL, "the page can be read");
  size_t length = fread(page, 1, sizeof page - 1, file);
  fclose(file);
  page[length] = '\0';
  char *start = strstr(page, BEGINNING);
  expect(start != NULL, "the page has vectors");
  start += strlen(BEGINNING);
  char *end = strstr(start, "\n```");
  expect(end != NULL, "the vectors end");
  karvon_json vectors = karvon_json_read(start, (size_t)(end - start));
  expect(vectors.text != NULL, "the vectors are JSON");
  return vectors;
}

static void text(karvon_json object, const char *name, char *out, size_t size) {
  expect(karvon_json_text(object, name, out, size), name);
}

static int bytes(karvon_json object, const char *name, uint8_t *out, size_t size) {
  char encoded[4096];
  text(object, name, encoded, sizeof encoded);
  int length = karvon_base64(encoded, strlen(encoded), out, size);
  expect(length >= 0, name);
  return length;
}

static karvon_key key_of(karvon_json object) {
  karvon_key key;
  text(object, "kid", key.kid, sizeof key.kid);
  expect(bytes(object, "x", key.x, sizeof key.x) == (int)sizeof key.x, "a key has 32 bytes");
  return key;
}

static void check_proofs(karvon_json vectors, const karvon_identity *identity) {
  karvon_json proofs = karvon_json_get(vectors, "proofs");
  for (size_t index = 0; karvon_json_at(proofs, index).text != NULL; index += 1) {
    karvon_json vector = karvon_json_at(proofs, index);
    char payload[512], expected[KARVON_HEX_SHA256], own[KARVON_HEX_SHA256];
    text(vector, "payload", payload, sizeof payload);
    text(vector, "proof", expected, sizeof expected);
    karvon_hmac_hex(identity->secret, KARVON_SECRET_BYTES, payload, own);
    expect(strcmp(own, expected) == 0, payload);
    bool is_challenge = strncmp(payload, "pairing-", strlen("pairing-")) == 0;
    expect(karvon_hardware_proof(identity, payload, own) == is_challenge, "only a challenge is signed for an app");
    expect(!is_challenge || strcmp(own, expected) == 0, "the proof of a challenge");
    if (!is_challenge) continue;
    karvon_identity other = *identity;
    other.serial[4] = 'X';
    expect(!karvon_hardware_proof(&other, payload, own), "a challenge for another device is not signed");
  }
}

static void check_manifest(karvon_json vector, karvon_identity *identity) {
  static uint8_t manifest[4096];
  identity->release_keys[0] = key_of(karvon_json_get(vector, "key"));
  identity->release_key_count = 1;
  size_t length = (size_t)bytes(vector, "manifest", manifest, sizeof manifest);
  karvon_json signatures = karvon_json_get(vector, "signatures");
  expect(karvon_is_signed(identity, manifest, length, signatures), "the manifest is signed");
  for (size_t index = 0; index < length; index += 97) {
    manifest[index] ^= 1;
    expect(!karvon_is_signed(identity, manifest, length, signatures), "a changed manifest is not signed");
    manifest[index] ^= 1;
  }
  identity->release_keys[0].x[0] ^= 1;
  expect(!karvon_is_signed(identity, manifest, length, signatures), "another key did not sign it");
}

static void check_credential(karvon_json vector, karvon_device *device) {
  static char credential[2048];
  char jwk[256];
  uint8_t nonce[32], signature[64];
  const char *why;
  karvon_json app_key = karvon_json_get(vector, "appKey");
  device->identity.issuer_keys[0] = key_of(karvon_json_get(vector, "issuer"));
  device->identity.issuer_key_count = 1;
  text(vector, "credential", credential, sizeof credential);
  bytes(vector, "nonce", nonce, sizeof nonce);
  int length = bytes(vector, "signature", signature, sizeof signature);
  expect(app_key.text != NULL && app_key.length < sizeof jwk, "the key of the app");
  memcpy(jwk, app_key.text, app_key.length);
  jwk[app_key.length] = '\0';
  karvon_app_claim app = {credential, jwk, nonce, signature, (size_t)length};
  /* The epoch of the vector: a higher one would be stored. */
  device->state.epoch = 3;
  expect(karvon_accept_app(device, &app, &why), "the app is accepted");
  device->state.epoch = 4;
  expect(!karvon_accept_app(device, &app, &why), "not by the next owner");
  device->state.epoch = 3;
  nonce[0] ^= 1;
  expect(!karvon_accept_app(device, &app, &why), "not with another nonce");
  nonce[0] ^= 1;
  karvon_copy(device->state.revoked[0], KARVON_UUID_SIZE, "01980000-0000-7000-8000-00000000000f");
  device->state.revoked_count = 1;
  expect(!karvon_accept_app(device, &app, &why), "not after a revocation");
  device->state.revoked_count = 0;
  device->identity.serial[4] = 'X';
  expect(!karvon_accept_app(device, &app, &why), "not by another device");
}

/** What comes from an offer goes into the lines of the state: none of it may begin another line. */
static void check_offer(void) {
  static karvon_offer offer;
  static const char *const ids[] = {"01980000-0000-7000-8000-00000000000b", "0\\nepoch 0"};
  for (int index = 0; index < 2; index += 1) {
    char json[512];
    expect(karvon_format(json, sizeof json,
                         "{\"installationId\":\"%s\",\"releaseId\":\"1\",\"version\":\"1.1.0\",\"buildNumber\":110,"
                         "\"securityVersion\":0,\"size\":8,\"sha256\":\"00\",\"etag\":\"e\",\"url\":\"https://a/\"}",
                         ids[index]),
           "an offer fits");
    expect(karvon_read_offer(karvon_json_read(json, strlen(json)), &offer) == (index == 0), "an offer of single lines");
  }
}

int main(int count, char **arguments) {
  static karvon_device device;
  const karvon_board board = {".", 0, 1000, false};
  if (count != 2) {
    fprintf(stderr, "usage: karvon-vectors docs/devices/protocol.md\n");
    return 2;
  }
  karvon_posix_use(&board);
  karvon_json vectors = vectors_in(arguments[1]);
  karvon_json owner = karvon_json_get(vectors, "device");
  text(owner, "serial", device.identity.serial, sizeof device.identity.serial);
  bytes(owner, "secret", device.identity.secret, sizeof device.identity.secret);
  karvon_copy(device.identity.header_prefix, sizeof device.identity.header_prefix, "x-karvon");
  check_proofs(vectors, &device.identity);
  check_manifest(karvon_json_get(vectors, "manifest"), &device.identity);
  check_credential(karvon_json_get(vectors, "credential"), &device);
  check_offer();
  printf("%d checks passed\n", checks);
  return 0;
}
