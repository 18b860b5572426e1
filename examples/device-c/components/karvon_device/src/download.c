#include "download.h"

#include <inttypes.h>
#include <string.h>

#include "digest.h"
#include "karvon_port.h"
#include "state.h"
#include "text.h"
#include "update.h"

/** Bytes for each write to flash: one sector. */
#define SECTOR 4096
/** Encrypted flash is written in blocks of so many bytes. */
#define BLOCK 16
/** How often progress is stored: a download that is cut repeats at most so much after a power loss. */
#define STORE_EVERY (64 * 1024)
/** Connections for one URL. */
#define ATTEMPTS 6

typedef struct {
  karvon_device *device;
  mbedtls_sha256_context hash; /* of the bytes in the slot and in `sector` */
  uint8_t sector[SECTOR];
  size_t waiting;              /* bytes in `sector` */
  uint32_t stored;             /* `written` in flash */
  bool started;
  bool too_large;
  bool flash_failed;
  bool other_range;
} transfer_state;

/** Erases the slot for a download from the first byte; the ETag of this reply is what later ones must have. */
static bool restart(transfer_state *transfer, const char *etag) {
  karvon_update *update = &transfer->device->state.update;
  transfer->waiting = 0;
  transfer->stored = 0;
  update->written = 0;
  if (etag[0] != '\0') karvon_copy(update->etag, sizeof update->etag, etag);
  karvon_sha256_starts(&transfer->hash);
  if (!karvon_store_state(&transfer->device->state, "store that nothing is written")) return false;
  karvon_port_step("erase the slot");
  return karvon_port_slot_erase(update->slot, update->size);
}

/** Hashes what an earlier attempt wrote. */
static bool hash_slot(transfer_state *transfer) {
  const karvon_update *update = &transfer->device->state.update;
  karvon_sha256_starts(&transfer->hash);
  for (uint32_t offset = 0; offset < update->written;) {
    size_t length = update->written - offset < SECTOR ? update->written - offset : SECTOR;
    if (!karvon_port_slot_read(update->slot, offset, transfer->sector, length)) return false;
    karvon_sha256_update(&transfer->hash, transfer->sector, length);
    offset += (uint32_t)length;
  }
  return true;
}

/** The bytes that need not be fetched again while the power stays on. */
static uint32_t fetched(const transfer_state *transfer) {
  return transfer->device->state.update.written + (uint32_t)transfer->waiting;
}

/** Writes what waits, in whole blocks until the end of the image; only then may flash say that it is written. */
static bool flush(transfer_state *transfer, bool store) {
  karvon_update *update = &transfer->device->state.update;
  size_t rest = fetched(transfer) == update->size ? 0 : transfer->waiting % BLOCK;
  size_t length = transfer->waiting - rest;
  if (length > 0) {
    if (!karvon_port_slot_write(update->slot, update->written, transfer->sector, length)) return false;
    update->written += (uint32_t)length;
    memmove(transfer->sector, transfer->sector + length, rest);
    transfer->waiting = rest;
  }
  if (update->written == transfer->stored || (!store && update->written - transfer->stored < STORE_EVERY)) return true;
  transfer->stored = update->written;
  return karvon_store_state(&transfer->device->state, "store the progress");
}

static bool into_slot(void *context, const karvon_response *response, const uint8_t *bytes, size_t length) {
  transfer_state *to = context;
  karvon_update *update = &to->device->state.update;
  if (response->status != 200 && response->status != 206) return true;
  if (!to->started) {
    to->started = true;
    /* A whole file instead of its rest: it has changed, or the server has no ranges. What was written counts no more. */
    if (response->status == 206 && response->range_start != (int64_t)fetched(to)) {
      to->other_range = true;
      return false;
    }
    if ((response->status == 200 || fetched(to) == 0) && !restart(to, response->etag)) {
      to->flash_failed = true;
      return false;
    }
  }
  if (length > update->size - fetched(to)) {
    to->too_large = true;
    return false;
  }
  karvon_sha256_update(&to->hash, bytes, length);
  while (length > 0) {
    size_t part = length < SECTOR - to->waiting ? length : SECTOR - to->waiting;
    memcpy(to->sector + to->waiting, bytes, part);
    to->waiting += part;
    bytes += part;
    length -= part;
    if (to->waiting == SECTOR && !flush(to, false)) {
      to->flash_failed = true;
      return false;
    }
  }
  return true;
}

/** One connection. @returns KARVON_DOWNLOAD_LATER when another one may help */
static karvon_download_end connect(transfer_state *transfer, const char *url, bool *ask_again, const char **why) {
  static char failure[48];
  karvon_update *update = &transfer->device->state.update;
  char range[48];
  char if_range[160];
  karvon_request request = {url, NULL, {NULL}, true};
  karvon_response response;
  bool is_rest = fetched(transfer) > 0;
  if (is_rest) {
    karvon_format(range, sizeof range, "range: bytes=%" PRIu32 "-", fetched(transfer));
    karvon_format(if_range, sizeof if_range, "if-range: %s", update->etag);
    request.headers[0] = range;
    request.headers[1] = if_range;
  }
  transfer->started = false;
  *ask_again = false;
  karvon_port_step("begin the download");
  karvon_port_http(&request, &response, into_slot, transfer);
  char status[16];
  karvon_format(status, sizeof status, "%d", response.status);
  karvon_port_log("download", is_rest && response.status == 206 ? "resumed" : "", status);
  if (transfer->flash_failed || !flush(transfer, true)) return KARVON_DOWNLOAD_BROKEN;
  if (transfer->too_large) {
    *why = "SIZE_MISMATCH: the file is larger than announced";
    return KARVON_DOWNLOAD_FAILED;
  }
  if (transfer->other_range) {
    *why = "DOWNLOAD_NETWORK: the reply has another range";
    return KARVON_DOWNLOAD_FAILED;
  }
  if (update->written == update->size) return KARVON_DOWNLOAD_DONE;
  int code = response.status;
  if (code == 0 || code == 200 || code == 206) return KARVON_DOWNLOAD_LATER;
  /* 403: the URL has expired. 416: the file has changed. A new URL from the service settles both. */
  *ask_again = true;
  if (code == 403 || code == 408 || code == 416 || code == 429 || code >= 500) return KARVON_DOWNLOAD_LATER;
  karvon_format(failure, sizeof failure, "DOWNLOAD_HTTP_4XX: %d", code);
  *why = failure;
  return KARVON_DOWNLOAD_FAILED;
}

static karvon_download_end fetch(transfer_state *transfer, const char *url, const char **why) {
  karvon_update *update = &transfer->device->state.update;
  transfer->stored = update->written;
  if (!hash_slot(transfer)) return KARVON_DOWNLOAD_BROKEN;
  if (update->written == update->size) return KARVON_DOWNLOAD_DONE;
  for (int attempt = 1;; attempt += 1) {
    bool ask_again;
    karvon_download_end end = connect(transfer, url, &ask_again, why);
    if (end != KARVON_DOWNLOAD_LATER || ask_again || attempt >= ATTEMPTS) return end;
    uint32_t wait = karvon_port_retry_ms() << (attempt - 1);
    karvon_port_sleep_ms(wait / 2 + karvon_port_random() % (wait / 2 + 1));
  }
}

karvon_download_end karvon_download(karvon_device *device, const char *url, const char **why) {
  static transfer_state transfer;
  memset(&transfer, 0, sizeof transfer);
  transfer.device = device;
  mbedtls_sha256_init(&transfer.hash);
  karvon_download_end end = fetch(&transfer, url, why);
  uint8_t digest[32];
  char hex[KARVON_HEX_SHA256];
  memset(digest, 0, sizeof digest);
  karvon_sha256_finish(&transfer.hash, digest);
  mbedtls_sha256_free(&transfer.hash);
  if (end != KARVON_DOWNLOAD_DONE) return end;
  if (!karvon_progress(device, "VERIFYING", NULL)) return KARVON_DOWNLOAD_ABORTED;
  karvon_hex(hex, digest, sizeof digest);
  if (strcmp(hex, device->state.update.sha256) == 0) return KARVON_DOWNLOAD_DONE;
  *why = "DIGEST_MISMATCH: the downloaded image has another SHA-256";
  return KARVON_DOWNLOAD_FAILED;
}
