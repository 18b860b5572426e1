#include "update.h"

#include <string.h>

#include "download.h"
#include "state.h"
#include "text.h"

/** First runs of an image that end without a verdict, as by a power loss, before the device gives it up. */
#define MAX_TRIES 3

bool karvon_drop_update(karvon_device *device) {
  memset(&device->state.update, 0, sizeof device->state.update);
  return karvon_store_state(&device->state, "drop the update");
}

bool karvon_progress(karvon_device *device, const char *status, bool *answered) {
  const karvon_update *update = &device->state.update;
  karvon_result report;
  memset(&report, 0, sizeof report);
  karvon_copy(report.installation_id, sizeof report.installation_id, update->installation_id);
  karvon_copy(report.release_id, sizeof report.release_id, update->release_id);
  karvon_copy(report.from_version, sizeof report.from_version, update->from_version);
  karvon_copy(report.status, sizeof report.status, status);
  karvon_port_step("send a report");
  karvon_answer answer = karvon_report(device, &report);
  karvon_port_step("use the answer to a report");
  karvon_verdict verdict = karvon_verdict_of(&answer);
  if (answered != NULL) *answered = verdict != KARVON_TRY_LATER;
  if (verdict == KARVON_TRY_LATER || update->phase == KARVON_SWITCHING) return true;
  char directive[16] = "";
  karvon_json_text(answer.body, "directive", directive, sizeof directive);
  if (verdict == KARVON_TAKEN && strcmp(directive, "CONTINUE") == 0) return true;
  karvon_port_log("aborted", verdict == KARVON_TAKEN ? directive : answer.code, "");
  karvon_drop_update(device);
  return false;
}

/** One write ends the update and keeps its report. */
static karvon_outcome finish(karvon_device *device, const char *status, const char *reason) {
  karvon_update *update = &device->state.update;
  karvon_result *result = &device->state.result;
  memset(result, 0, sizeof *result);
  karvon_copy(result->installation_id, sizeof result->installation_id, update->installation_id);
  karvon_copy(result->release_id, sizeof result->release_id, update->release_id);
  karvon_copy(result->from_version, sizeof result->from_version, update->from_version);
  karvon_copy(result->status, sizeof result->status, status);
  if (reason != NULL) karvon_copy(result->reason, sizeof result->reason, reason);
  memset(update, 0, sizeof *update);
  karvon_port_log("finished", status, reason != NULL ? reason : "");
  return karvon_store_state(&device->state, "store the result") ? KARVON_IDLE : KARVON_BROKEN;
}

karvon_outcome karvon_send_result(karvon_device *device) {
  karvon_result *result = &device->state.result;
  if (result->installation_id[0] == '\0') return KARVON_IDLE;
  karvon_port_step("send the result");
  karvon_answer answer = karvon_report(device, result);
  if (karvon_verdict_of(&answer) == KARVON_TRY_LATER) {
    karvon_copy(device->reason, sizeof device->reason, answer.code);
    device->retry_after_seconds = answer.retry_after;
    return KARVON_LATER;
  }
  /* Taken, or refused for good: the service knows better. */
  memset(result, 0, sizeof *result);
  return karvon_store_state(&device->state, "forget the result") ? KARVON_IDLE : KARVON_BROKEN;
}

/**
 * Selects the image for the next boot. The phase is stored first, so that the next boot knows of a power loss between.
 * @param again another first run of the same image: the service already knows that the device has restarted into it
 */
static karvon_outcome switch_to(karvon_device *device, bool again) {
  karvon_update *update = &device->state.update;
  update->phase = KARVON_SWITCHING;
  if (again) update->tries += 1;
  if (!karvon_store_state(&device->state, "store the switch")) return KARVON_BROKEN;
  karvon_port_step("choose the slot");
  if (!karvon_port_slot_choose(update->slot, update->size, update->sha256, &update->target)) return KARVON_BROKEN;
  if (!again) karvon_progress(device, "REBOOTING", NULL);
  return KARVON_RESTART;
}

karvon_outcome karvon_settle(karvon_device *device) {
  karvon_update *update = &device->state.update;
  if (update->phase != KARVON_SWITCHING) return KARVON_IDLE;
  if (device->running_slot != update->slot) {
    switch (karvon_port_slot_state(update->slot)) {
      case KARVON_SLOT_UNDEFINED:
        return switch_to(device, false);
      case KARVON_SLOT_ABORTED:
        if (update->tries < MAX_TRIES) return switch_to(device, true);
        return finish(device, "ROLLED_BACK", "BOOT_FAILED: the image never finished its first run");
      case KARVON_SLOT_INVALID:
        return finish(device, "ROLLED_BACK", "SELF_TEST_FAILED: the self-test failed");
      default:
        return finish(device, "ROLLED_BACK", "BOOT_FAILED: the bootloader refused the image");
    }
  }
  if (device->pending_verify) {
    karvon_progress(device, "VALIDATING", NULL);
    if (device->self_test != NULL && !device->self_test(&device->running)) {
      karvon_port_step("mark the image invalid");
      return karvon_port_mark_invalid() ? KARVON_RESTART : KARVON_BROKEN;
    }
    karvon_port_step("mark the image valid");
    if (!karvon_port_mark_valid()) return KARVON_BROKEN;
    device->pending_verify = false;
  }
  return finish(device, "SUCCESS", NULL);
}

/** Stores an offer; the bytes of the same image that an earlier attempt wrote stay. */
static bool begin(karvon_device *device, const karvon_offer *offer) {
  karvon_update *update = &device->state.update;
  karvon_update fresh;
  memset(&fresh, 0, sizeof fresh);
  fresh.phase = KARVON_DOWNLOADING;
  karvon_copy(fresh.installation_id, sizeof fresh.installation_id, offer->installation_id);
  karvon_copy(fresh.release_id, sizeof fresh.release_id, offer->release_id);
  karvon_copy(fresh.from_version, sizeof fresh.from_version, device->running.version);
  karvon_copy(fresh.sha256, sizeof fresh.sha256, offer->sha256);
  karvon_copy(fresh.etag, sizeof fresh.etag, offer->etag);
  fresh.target = offer->app;
  fresh.slot = device->running_slot == 0 ? 1 : 0;
  fresh.size = (uint32_t)offer->size;
  fresh.tries = 1;
  bool is_same = update->phase != KARVON_NO_UPDATE && strcmp(update->sha256, fresh.sha256) == 0 &&
                 update->size == fresh.size && update->slot == fresh.slot;
  if (is_same) {
    fresh.written = update->written;
    karvon_copy(fresh.etag, sizeof fresh.etag, update->etag);
  }
  *update = fresh;
  return karvon_store_state(&device->state, "store the offer");
}

karvon_outcome karvon_install(karvon_device *device, const karvon_offer *offer) {
  bool is_new = strcmp(device->state.update.installation_id, offer->installation_id) != 0;
  if (!begin(device, offer)) return KARVON_BROKEN;
  if (strcmp(offer->app.version, device->running.version) == 0 && offer->app.build == device->running.build)
    return finish(device, "SUCCESS", NULL);
  const char *problem = karvon_problem_of(device, offer);
  /* From here on the buffer of the answer, and with it the manifest, is used again. */
  if (is_new && !karvon_progress(device, "QUEUED", NULL)) return KARVON_IDLE;
  if (problem != NULL) return finish(device, "FAILED", problem);
  if (!karvon_progress(device, "DOWNLOADING", NULL)) return KARVON_IDLE;
  switch (karvon_download(device, offer->url, &problem)) {
    case KARVON_DOWNLOAD_DONE:
      break;
    case KARVON_DOWNLOAD_LATER:
      karvon_copy(device->reason, sizeof device->reason, "DOWNLOAD_CUT");
      return KARVON_LATER;
    case KARVON_DOWNLOAD_ABORTED:
      return KARVON_IDLE;
    case KARVON_DOWNLOAD_BROKEN:
      /* Where the state cannot be stored either, this ends in KARVON_BROKEN. */
      return finish(device, "FAILED", "FLASH_WRITE: the slot cannot be erased, written or read");
    default:
      return finish(device, "FAILED", problem);
  }
  if (!karvon_progress(device, "INSTALLING", NULL)) return KARVON_IDLE;
  return switch_to(device, false);
}
