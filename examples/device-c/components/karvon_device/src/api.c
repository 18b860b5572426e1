#include "api.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "digest.h"
#include "text.h"

/** A clock that is off by less serves: the service allows 300 s either way. */
#define CLOCK_TOLERANCE_MS 120000
/** A clock below this was never set: 2020-01-01. */
#define EARLIEST_MS INT64_C(1577836800000)
/** A Date header has whole seconds: the time is up to one second later. */
#define DATE_RESOLUTION_MS 1000
/** Attempts at a call within a turn. */
#define ATTEMPTS 3

static char reply[KARVON_REPLY_SIZE];
static size_t reply_length;
static bool reply_overflowed;

/** Added to the uptime it gives the time; 0 while it is not known. RAM only. */
static int64_t epoch_of_uptime;
static int64_t last_stamp;

int64_t karvon_now_ms(void) {
  if (epoch_of_uptime != 0) return epoch_of_uptime + karvon_port_uptime_ms();
  int64_t clock = karvon_port_clock_ms();
  return clock >= EARLIEST_MS ? clock : 0;
}

void karvon_forget_time(void) {
  epoch_of_uptime = 0;
  last_stamp = 0;
}

/** @returns whether the clock was wrong, and is set now */
static bool learn_time(int64_t date_ms) {
  if (date_ms < EARLIEST_MS) return false;
  int64_t difference = date_ms - karvon_now_ms();
  if (difference > -CLOCK_TOLERANCE_MS && difference < CLOCK_TOLERANCE_MS) return false;
  epoch_of_uptime = date_ms + DATE_RESOLUTION_MS - karvon_port_uptime_ms();
  last_stamp = 0;
  return true;
}

/** Strictly increasing: the service orders reports by their signed times. */
static int64_t stamp(void) {
  int64_t now = karvon_now_ms();
  last_stamp = now > last_stamp ? now : last_stamp + 1;
  return last_stamp;
}

void karvon_prove(const karvon_identity *identity, const char *timestamp, const char *tail,
                  char proof[KARVON_HEX_SHA256]) {
  char payload[512];
  proof[0] = '\0';
  if (!karvon_format(payload, sizeof payload, "%s.%s", timestamp, tail)) return;
  karvon_hmac_hex(identity->secret, KARVON_SECRET_BYTES, payload, proof);
}

static bool into_reply(void *context, const karvon_response *response, const uint8_t *bytes, size_t length) {
  (void)context;
  (void)response;
  if (length > sizeof reply - 1 - reply_length) {
    reply_overflowed = true;
    return false;
  }
  memcpy(reply + reply_length, bytes, length);
  reply_length += length;
  return true;
}

typedef struct {
  char url[768];
  const char *body;
  char tail[256];
} signed_call;

/** Signs for a moment, and sends. @returns false when the clock was corrected: another attempt can succeed */
static bool send_once(const karvon_device *device, const signed_call *call, int64_t signed_ms, karvon_answer *answer) {
  char timestamp[24];
  char proof[KARVON_HEX_SHA256];
  char timestamp_header[96];
  char proof_header[160];
  karvon_response response;
  const karvon_identity *identity = &device->identity;
  karvon_format(timestamp, sizeof timestamp, "%" PRId64, signed_ms);
  karvon_prove(identity, timestamp, call->tail, proof);
  karvon_format(timestamp_header, sizeof timestamp_header, "%s-timestamp: %s", identity->header_prefix, timestamp);
  karvon_format(proof_header, sizeof proof_header, "%s-proof: %s", identity->header_prefix, proof);
  karvon_request request = {call->url, call->body, {timestamp_header, proof_header, NULL}, false};
  if (call->body != NULL) request.headers[2] = "content-type: application/json";
  reply_length = 0;
  reply_overflowed = false;
  karvon_port_http(&request, &response, into_reply, NULL);
  reply[reply_length] = '\0';

  memset(answer, 0, sizeof *answer);
  bool is_whole = response.status != 0 && response.complete && !reply_overflowed;
  answer->status = is_whole ? response.status : 0;
  answer->retry_after = response.retry_after;
  answer->body = is_whole ? karvon_json_read(reply, reply_length) : (karvon_json){NULL, 0};
  if (!is_whole) {
    karvon_copy(answer->code, sizeof answer->code, reply_overflowed ? "REPLY_TOO_LARGE" : "OFFLINE");
    return true;
  }
  if (response.status < 300) {
    /* A success whose body is no JSON came from something in between. */
    if (answer->body.text == NULL) {
      answer->status = 0;
      karvon_copy(answer->code, sizeof answer->code, "OFFLINE");
    }
    return true;
  }
  if (!karvon_json_text(karvon_json_get(answer->body, "error"), "code", answer->code, sizeof answer->code))
    karvon_format(answer->code, sizeof answer->code, "HTTP_%d", response.status);
  return !learn_time(response.date_ms);
}

/** @returns a random share of `ms`, at least half of it */
static uint32_t jittered(uint32_t ms) {
  return ms / 2 + karvon_port_random() % (ms / 2 + 1);
}

/** A retry has the same bytes and the same proof; only a corrected clock makes a new one. */
static karvon_answer send_call(const karvon_device *device, const signed_call *call) {
  karvon_answer answer;
  bool corrected = false;
  int64_t signed_ms = stamp();
  for (int attempt = 1;; attempt += 1) {
    bool is_settled = send_once(device, call, signed_ms, &answer);
    if (!is_settled && !corrected) {
      corrected = true;
      signed_ms = stamp();
      continue;
    }
    if (karvon_verdict_of(&answer) != KARVON_TRY_LATER || answer.status == 401 || answer.status == 403) return answer;
    if (attempt >= ATTEMPTS || answer.retry_after > 0) return answer;
    karvon_port_sleep_ms(jittered(karvon_port_retry_ms() << (attempt - 1)));
  }
}

karvon_verdict karvon_verdict_of(const karvon_answer *answer) {
  int status = answer->status;
  if (status >= 200 && status < 300) return KARVON_TAKEN;
  if (status == 0 || status == 401 || status == 403 || status == 408 || status == 429 || status >= 500)
    return KARVON_TRY_LATER;
  return KARVON_REFUSED;
}

/** Appends `name=value`, with everything but letters, digits and -._~ as %XX (RFC 3986, 2.1). */
static bool append_query(char *url, size_t size, const char *name, const char *value) {
  size_t used = strlen(url);
  char first = strchr(url, '?') == NULL ? '?' : '&';
  if (!karvon_format(url + used, size - used, "%c%s=", first, name)) return false;
  used = strlen(url);
  for (; *value != '\0'; value += 1) {
    unsigned char character = (unsigned char)*value;
    bool is_plain = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
                    (character >= '0' && character <= '9') || strchr("-._~", character) != NULL;
    if (!karvon_format(url + used, size - used, is_plain ? "%c" : "%%%02X", character)) return false;
    used += is_plain ? 1 : 3;
  }
  return true;
}

static const char *version_of_app(const karvon_device *device) {
  return device->app_version != NULL ? device->app_version : "0.0.0";
}

karvon_answer karvon_heartbeat(const karvon_device *device) {
  static char body[1024];
  signed_call call;
  const karvon_identity *identity = &device->identity;
  int64_t uptime = karvon_port_uptime_ms() / 1000;
  karvon_sensors sensors;
  char app_version[80];
  /* Any text: each of its bytes may become six. */
  char revision[6 * sizeof identity->hardware_revision + 3];
  karvon_port_sensors(&sensors);
  if (!karvon_json_quote(version_of_app(device), app_version, sizeof app_version))
    karvon_copy(app_version, sizeof app_version, "\"\"");
  karvon_json_quote(identity->hardware_revision, revision, sizeof revision);
  karvon_format(call.url, sizeof call.url, "%s/v1/devices/heartbeat", identity->base_url);
  karvon_format(call.tail, sizeof call.tail, "%s.%s.%" PRId64, identity->serial, device->running.version, uptime);
  karvon_format(body, sizeof body,
                "{\"serial\":\"%s\",\"firmwareVersion\":\"%s\",\"firmwareBuildNumber\":%" PRId64
                ",\"hardwareRevision\":%s,\"otaSlot\":\"ota_%d\",\"appVersion\":%s,\"uptime\":%" PRId64
                ",\"wifiRSSI\":%d,\"freeHeap\":%" PRIu32 ",\"temperature\":%d,\"status\":\"healthy\"}",
                identity->serial, device->running.version, device->running.build, revision, device->running_slot,
                app_version, uptime, sensors.wifi_rssi, sensors.free_heap, sensors.temperature);
  call.body = body;
  return send_call(device, &call);
}

karvon_answer karvon_latest(const karvon_device *device) {
  signed_call call;
  const karvon_identity *identity = &device->identity;
  karvon_format(call.url, sizeof call.url, "%s/v1/firmware/latest", identity->base_url);
  append_query(call.url, sizeof call.url, "serial", identity->serial);
  append_query(call.url, sizeof call.url, "hardwareRevision", identity->hardware_revision);
  append_query(call.url, sizeof call.url, "currentFirmware", device->running.version);
  append_query(call.url, sizeof call.url, "appVersion", version_of_app(device));
  append_query(call.url, sizeof call.url, "channel", device->channel != NULL ? device->channel : "STABLE");
  karvon_format(call.tail, sizeof call.tail, "%s.%s", identity->serial, device->running.version);
  call.body = NULL;
  return send_call(device, &call);
}

karvon_answer karvon_current(const karvon_device *device, const char *installation_id) {
  signed_call call;
  const karvon_identity *identity = &device->identity;
  karvon_format(call.url, sizeof call.url, "%s/v1/firmware/installations/current", identity->base_url);
  append_query(call.url, sizeof call.url, "serial", identity->serial);
  if (installation_id != NULL) append_query(call.url, sizeof call.url, "installationId", installation_id);
  karvon_format(call.tail, sizeof call.tail, "%s.installation-status.%s", identity->serial,
                installation_id != NULL ? installation_id : "latest");
  call.body = NULL;
  return send_call(device, &call);
}

karvon_answer karvon_report(const karvon_device *device, const karvon_result *report) {
  static char body[768];
  signed_call call;
  const karvon_identity *identity = &device->identity;
  char reason[200] = "";
  karvon_format(call.url, sizeof call.url, "%s/v1/firmware/report", identity->base_url);
  karvon_format(call.tail, sizeof call.tail, "%s.%s.%s.%s", identity->serial, report->release_id,
                report->installation_id, report->status);
  if (report->reason[0] != '\0') {
    karvon_copy(reason, sizeof reason, ",\"failureReason\":");
    size_t used = strlen(reason);
    if (!karvon_json_quote(report->reason, reason + used, sizeof reason - used)) reason[0] = '\0';
  }
  karvon_format(body, sizeof body,
                "{\"serial\":\"%s\",\"releaseId\":\"%s\",\"installationId\":\"%s\",\"status\":\"%s\","
                "\"fromVersion\":\"%s\"%s}",
                identity->serial, report->release_id, report->installation_id, report->status, report->from_version,
                reason);
  call.body = body;
  karvon_answer answer = send_call(device, &call);
  char status[16];
  karvon_format(status, sizeof status, "%d", answer.status);
  karvon_port_log("report", report->status, status);
  return answer;
}
