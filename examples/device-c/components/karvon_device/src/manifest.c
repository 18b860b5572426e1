#include "manifest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ed25519.h"
#include "karvon_port.h"
#include "text.h"

/** The state is stored in lines, and a header is one: nothing that comes from an offer may begin another. */
static bool are_single_lines(const karvon_offer *offer) {
  const char *const texts[] = {offer->installation_id, offer->release_id, offer->app.version, offer->sha256, offer->etag};
  for (size_t index = 0; index < sizeof texts / sizeof texts[0]; index += 1)
    if (strpbrk(texts[index], "\r\n") != NULL) return false;
  return true;
}

bool karvon_read_offer(karvon_json body, karvon_offer *offer) {
  memset(offer, 0, sizeof *offer);
  bool is_whole =
      karvon_json_text(body, "installationId", offer->installation_id, sizeof offer->installation_id) &&
      karvon_json_text(body, "releaseId", offer->release_id, sizeof offer->release_id) &&
      karvon_json_text(body, "version", offer->app.version, sizeof offer->app.version) &&
      karvon_json_integer(karvon_json_get(body, "buildNumber"), &offer->app.build) &&
      karvon_json_integer(karvon_json_get(body, "securityVersion"), &offer->app.security_version) &&
      karvon_json_integer(karvon_json_get(body, "size"), &offer->size) &&
      karvon_json_text(body, "sha256", offer->sha256, sizeof offer->sha256) &&
      karvon_json_text(body, "etag", offer->etag, sizeof offer->etag) &&
      karvon_json_text(body, "url", offer->url, sizeof offer->url);
  if (!is_whole || offer->size <= 0 || offer->size > UINT32_MAX || !are_single_lines(offer)) return false;
  offer->signatures = karvon_json_get(body, "signatures");
  karvon_json manifest = karvon_json_get(body, "manifest");
  if (manifest.text == NULL || *manifest.text != '"') return true;
  /* The text is in the buffer of the answer, which is this program's: the bytes take its place. */
  uint8_t *bytes = (uint8_t *)(uintptr_t)(manifest.text + 1);
  int length = karvon_base64(manifest.text + 1, manifest.length - 2, bytes, manifest.length - 2);
  if (length <= 0) return false;
  offer->manifest = bytes;
  offer->manifest_length = (size_t)length;
  return true;
}

bool karvon_is_signed(const karvon_identity *identity, const uint8_t *manifest, size_t length, karvon_json signatures) {
  char type[96];
  char head[160];
  karvon_format(type, sizeof type, "application/vnd.%s.release+json;v=1", identity->header_prefix + strlen("x-"));
  karvon_format(head, sizeof head, "DSSEv1 %u %s %u ", (unsigned)strlen(type), type, (unsigned)length);
  karvon_message message = {(const uint8_t *)head, strlen(head), manifest, length};
  for (size_t index = 0;; index += 1) {
    karvon_json entry = karvon_json_at(signatures, index);
    if (entry.text == NULL) return false;
    char kid[48];
    char text[100];
    uint8_t signature[64];
    if (!karvon_json_text(entry, "kid", kid, sizeof kid) || !karvon_json_text(entry, "sig", text, sizeof text)) continue;
    if (karvon_base64(text, strlen(text), signature, sizeof signature) != (int)sizeof signature) continue;
    for (size_t key = 0; key < identity->release_key_count; key += 1) {
      if (strcmp(identity->release_keys[key].kid, kid) != 0) continue;
      if (karvon_ed25519_verify(identity->release_keys[key].x, signature, &message)) return true;
    }
  }
}

int karvon_compare(const karvon_app *one, const karvon_app *other) {
  char *left = (char *)(uintptr_t)one->version;
  char *right = (char *)(uintptr_t)other->version;
  for (int part = 0; part < 3; part += 1) {
    long a = strtol(left, &left, 10);
    long b = strtol(right, &right, 10);
    if (a != b) return a < b ? -1 : 1;
    if (*left == '.') left += 1;
    if (*right == '.') right += 1;
  }
  if (one->build == other->build) return 0;
  return one->build < other->build ? -1 : 1;
}

/** Whether one of the elements is this text. */
static bool contains(karvon_json array, const char *text) {
  for (size_t index = 0;; index += 1) {
    karvon_json element = karvon_json_at(array, index);
    char value[65];
    if (element.text == NULL) return false;
    if (karvon_json_string(element, value, sizeof value) >= 0 && strcmp(value, text) == 0) return true;
  }
}

const char *karvon_problem_of(const karvon_device *device, const karvon_offer *offer) {
  const karvon_identity *identity = &device->identity;
  if (offer->manifest == NULL) return "SIGNATURE_INVALID: the release is not signed";
  if (!karvon_is_signed(identity, offer->manifest, offer->manifest_length, offer->signatures))
    return "SIGNATURE_INVALID: no trusted key signed the manifest";

  karvon_json manifest = karvon_json_read((const char *)offer->manifest, offer->manifest_length);
  karvon_json firmware = karvon_json_get(manifest, "firmware");
  karvon_app app;
  char sha256[KARVON_HEX_SHA256];
  char model[65];
  int64_t size;
  if (!karvon_json_text(manifest, "version", app.version, sizeof app.version) ||
      !karvon_json_text(manifest, "model", model, sizeof model) ||
      !karvon_json_integer(karvon_json_get(manifest, "buildNumber"), &app.build) ||
      !karvon_json_integer(karvon_json_get(manifest, "securityVersion"), &app.security_version) ||
      !karvon_json_integer(karvon_json_get(firmware, "size"), &size) ||
      !karvon_json_text(firmware, "sha256", sha256, sizeof sha256))
    return "SIGNATURE_INVALID: the manifest lacks required members";
  if (strcmp(sha256, offer->sha256) != 0) return "DIGEST_MISMATCH: the offer and the manifest name different images";
  if (size != offer->size) return "SIZE_MISMATCH: the offer and the manifest name different sizes";
  if (strcmp(model, identity->model) != 0) return "HARDWARE_MISMATCH: the release is for another model";
  if (!contains(karvon_json_get(manifest, "hardwareRevisions"), identity->hardware_revision))
    return "HARDWARE_MISMATCH: the release is for another hardware revision";
  if (strcmp(app.version, offer->app.version) != 0 || app.build != offer->app.build)
    return "SIGNATURE_INVALID: the offer and the manifest name different versions";
  if (karvon_compare(&app, &device->running) <= 0)
    return "SECURITY_VERSION_TOO_LOW: the release is not newer than the running firmware";
  if (app.security_version != offer->app.security_version ||
      app.security_version < karvon_port_fused_security_version())
    return "SECURITY_VERSION_TOO_LOW: the fuses forbid it";
  return NULL;
}
