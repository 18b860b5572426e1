#include "karvon_device.h"

#include <string.h>

#include "api.h"
#include "digest.h"
#include "state.h"
#include "text.h"
#include "update.h"

#define CHALLENGE "pairing-challenge.v1."
/** The longest wait after failures, as a power of two of the first one: 64 minutes. */
#define MAX_BACKOFF_POWER 6
#define MINUTE_MS 60000
/** A week: a longer interval is none. */
#define MAX_POLL_S 604800

bool karvon_read_flash(karvon_device *device) {
  return karvon_load_identity(&device->identity) && karvon_load_state(&device->state);
}

karvon_outcome karvon_boot(karvon_device *device) {
  device->failures = 0;
  device->look_up_at_ms = 0;
  karvon_forget_time();
  if (!karvon_read_flash(device)) return KARVON_BROKEN;
  if (!karvon_port_running(&device->running_slot, &device->running, &device->pending_verify)) return KARVON_BROKEN;
  device->interrupted = device->state.update.phase == KARVON_DOWNLOADING;
  karvon_port_log("running", device->running.version, device->pending_verify ? "for the first time" : "");
  return karvon_settle(device);
}

static karvon_outcome later(karvon_device *device, const karvon_answer *answer) {
  karvon_copy(device->reason, sizeof device->reason, answer->code);
  device->retry_after_seconds = answer->retry_after;
  return KARVON_LATER;
}

/**
 * A device that was off during a download asks whether it is still wanted, and reports that it goes on, before its
 * heartbeat: the service would take the old version, from a device that was about to boot the new one, for a rollback.
 */
static karvon_outcome go_on(karvon_device *device) {
  karvon_answer answer = karvon_current(device, device->state.update.installation_id);
  karvon_verdict verdict = karvon_verdict_of(&answer);
  if (verdict == KARVON_TRY_LATER) return later(device, &answer);
  char directive[16] = "";
  karvon_json_text(answer.body, "directive", directive, sizeof directive);
  if (verdict == KARVON_REFUSED || strcmp(directive, "CONTINUE") != 0) {
    karvon_port_log("aborted", directive, answer.code);
    return karvon_drop_update(device) ? KARVON_IDLE : KARVON_BROKEN;
  }
  bool answered;
  karvon_progress(device, "DOWNLOADING", &answered);
  if (answered) return KARVON_IDLE;
  karvon_copy(device->reason, sizeof device->reason, "OFFLINE");
  return KARVON_LATER;
}

/** The epoch never goes down, and the list of an epoch replaces the list before it. */
static bool keep_pairing(karvon_device *device, karvon_json pairing) {
  karvon_state *state = &device->state;
  int64_t epoch;
  if (!karvon_json_integer(karvon_json_get(pairing, "epoch"), &epoch) || epoch < state->epoch) return true;
  karvon_json list = karvon_json_get(pairing, "revokedJti");
  state->epoch = epoch;
  memset(state->revoked, 0, sizeof state->revoked);
  state->revoked_count = 0;
  for (size_t index = 0; state->revoked_count < KARVON_MAX_REVOKED; index += 1) {
    char jti[80];
    if (karvon_json_string(karvon_json_at(list, index), jti, sizeof jti) < 0) break;
    char *dot = strchr(jti, '.');
    if (dot != NULL) *dot = '\0';
    if (karvon_copy(state->revoked[state->revoked_count], KARVON_UUID_SIZE, jti)) state->revoked_count += 1;
  }
  return karvon_store_state(state, "store the revoked pairings");
}

static karvon_outcome beat(karvon_device *device) {
  karvon_port_step("send a heartbeat");
  karvon_answer answer = karvon_heartbeat(device);
  if (karvon_verdict_of(&answer) != KARVON_TAKEN) return later(device, &answer);
  karvon_port_log("heartbeat", device->running.version, "");
  return keep_pairing(device, karvon_json_get(answer.body, "pairing")) ? KARVON_IDLE : KARVON_BROKEN;
}

static karvon_outcome look_up(karvon_device *device) {
  static karvon_offer offer;
  int64_t poll = 0;
  karvon_port_step("ask for firmware");
  karvon_answer answer = karvon_latest(device);
  if (karvon_verdict_of(&answer) != KARVON_TAKEN) return later(device, &answer);
  if (karvon_json_integer(karvon_json_get(answer.body, "pollAfterSeconds"), &poll) && poll > 0 && poll < MAX_POLL_S)
    device->look_up_at_ms = karvon_port_uptime_ms() + poll * 1000;
  if (!karvon_json_is_true(karvon_json_get(answer.body, "updateAvailable"))) {
    karvon_json_text(answer.body, "reason", device->reason, sizeof device->reason);
    karvon_port_log("no update", device->reason, "");
    if (device->state.update.phase == KARVON_NO_UPDATE) return KARVON_IDLE;
    return karvon_drop_update(device) ? KARVON_IDLE : KARVON_BROKEN;
  }
  if (!karvon_read_offer(answer.body, &offer)) {
    karvon_copy(device->reason, sizeof device->reason, "OFFER_UNREADABLE");
    return KARVON_LATER;
  }
  karvon_port_log("offered", offer.app.version, offer.installation_id);
  return karvon_install(device, &offer);
}

static karvon_outcome steps(karvon_device *device) {
  karvon_outcome outcome = karvon_send_result(device);
  if (outcome == KARVON_IDLE && device->interrupted && device->state.update.phase == KARVON_DOWNLOADING)
    outcome = go_on(device);
  if (outcome != KARVON_IDLE) return outcome;
  device->interrupted = false;
  outcome = beat(device);
  bool is_due = device->state.update.phase != KARVON_NO_UPDATE || karvon_port_uptime_ms() >= device->look_up_at_ms;
  if (outcome == KARVON_IDLE && is_due) outcome = look_up(device);
  /* An update that ended without a restart has a result to report. */
  return outcome == KARVON_IDLE ? karvon_send_result(device) : outcome;
}

karvon_outcome karvon_turn(karvon_device *device) {
  device->retry_after_seconds = 0;
  device->reason[0] = '\0';
  karvon_outcome outcome = steps(device);
  device->failures = outcome == KARVON_LATER ? device->failures + 1 : 0;
  return outcome;
}

uint32_t karvon_backoff_ms(const karvon_device *device) {
  int power = device->failures > MAX_BACKOFF_POWER ? MAX_BACKOFF_POWER : device->failures - 1;
  uint32_t wait = MINUTE_MS * (1U << (power < 0 ? 0 : power));
  uint32_t jittered = wait / 2 + karvon_port_random() % (wait / 2 + 1);
  uint32_t asked = device->retry_after_seconds > 86400 ? 86400 : device->retry_after_seconds;
  uint32_t least = asked * 1000 + karvon_port_random() % (asked * 100 + 1);
  return jittered > least ? jittered : least;
}

bool karvon_hardware_proof(const karvon_identity *identity, const char *payload, char proof[KARVON_HEX_SHA256]) {
  proof[0] = '\0';
  if (strlen(payload) > 512 || strncmp(payload, CHALLENGE, strlen(CHALLENGE)) != 0) return false;
  const char *serial = strchr(payload + strlen(CHALLENGE), '.');
  size_t length = strlen(identity->serial);
  if (serial == NULL || strncmp(serial + 1, identity->serial, length) != 0 || serial[1 + length] != '.') return false;
  karvon_hmac_hex(identity->secret, KARVON_SECRET_BYTES, payload, proof);
  return true;
}

const char *karvon_current_status(karvon_device *device) {
  static char status[16];
  karvon_answer answer = karvon_current(device, NULL);
  if (karvon_verdict_of(&answer) != KARVON_TAKEN) {
    later(device, &answer);
    return NULL;
  }
  status[0] = '\0';
  karvon_json_text(answer.body, "status", status, sizeof status);
  return status;
}
