/* What a device checks of an offer before it downloads anything. */
#ifndef KARVON_MANIFEST_H
#define KARVON_MANIFEST_H

#include "json.h"
#include "karvon_device.h"

/** An offer of the service, whose text is in the answer. */
typedef struct {
  char installation_id[KARVON_UUID_SIZE];
  char release_id[KARVON_UUID_SIZE];
  karvon_app app;
  int64_t size;
  char sha256[KARVON_HEX_SHA256];
  char etag[128];
  char url[2048];
  /** release.json, byte for byte; NULL for a release without a package. */
  const uint8_t *manifest;
  size_t manifest_length;
  karvon_json signatures;
} karvon_offer;

/** Reads an offer; decodes its manifest where it is. @returns false when a member is missing or malformed */
bool karvon_read_offer(karvon_json body, karvon_offer *offer);

/** Why the device must not install an offer, beginning with a failure code; NULL when it may. */
const char *karvon_problem_of(const karvon_device *device, const karvon_offer *offer);

/** Whether a trusted key signed exactly these bytes as a release of this brand: DSSE, pre-authentication encoding. */
bool karvon_is_signed(const karvon_identity *identity, const uint8_t *manifest, size_t length, karvon_json signatures);

/** Compares the three numbers of two versions, then the builds. @returns less than, equal to or more than 0 */
int karvon_compare(const karvon_app *one, const karvon_app *other);

#endif
