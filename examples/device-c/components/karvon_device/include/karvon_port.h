/*
 * What the platform gives. port/posix/ has it for Linux. On ESP-IDF: load and store are NVS blobs (nvs_set_blob, nvs_commit),
 * HTTP is esp_http_client, and the slots are esp_ota_ops; the table in README.md names the calls.
 */
#ifndef KARVON_PORT_H
#define KARVON_PORT_H

#include "karvon_device.h"

/** Reads a blob. @returns its length, 0 when there is none, -1 when flash failed or it is larger than `size` */
int karvon_port_load(const char *name, char *bytes, size_t size);
/** Replaces a blob: after a power loss it is the old one or the new one. @returns false when flash failed */
bool karvon_port_store(const char *name, const char *bytes, size_t length);

/** Unix time in milliseconds by the platform's clock; anything below the year 2020 means that it has none. */
int64_t karvon_port_clock_ms(void);
/** Milliseconds since power-on; never goes back. */
int64_t karvon_port_uptime_ms(void);
void karvon_port_sleep_ms(uint32_t ms);
uint32_t karvon_port_random(void);
/** The first wait of a backoff in milliseconds: 1000, and less in tests. */
uint32_t karvon_port_retry_ms(void);

typedef struct {
  const char *url;
  const char *body;          /* NULL: GET */
  const char *headers[6];    /* "name: value", ended by NULL */
  bool is_download;          /* slow is fine, stalled is not */
} karvon_request;

typedef struct {
  int status;                /* 0: no answer */
  bool complete;             /* the whole body arrived */
  int64_t date_ms;           /* the Date header as Unix time in milliseconds; 0 without one */
  uint32_t retry_after;      /* seconds; 0 without one */
  int64_t range_start;       /* the first byte of Content-Range; -1 without one */
  char etag[128];
} karvon_response;

/** Takes a part of the body; false ends the request. The response has its status and headers by then. */
typedef bool (*karvon_sink)(void *context, const karvon_response *response, const uint8_t *bytes, size_t length);

/** Sends a request. Redirects are not followed; certificates are verified. */
void karvon_port_http(const karvon_request *request, karvon_response *response, karvon_sink sink, void *context);

/** The states of esp_ota_img_states_t. */
typedef enum {
  KARVON_SLOT_UNDEFINED,
  KARVON_SLOT_NEW,
  KARVON_SLOT_PENDING_VERIFY,
  KARVON_SLOT_VALID,
  KARVON_SLOT_INVALID,
  KARVON_SLOT_ABORTED
} karvon_slot_state;

/** The slot that runs (0 or 1), its image, and whether this is the image's first run. */
bool karvon_port_running(int *slot, karvon_app *app, bool *pending_verify);
karvon_slot_state karvon_port_slot_state(int slot);
/** Erases at least so many bytes from the beginning of a slot. */
bool karvon_port_slot_erase(int slot, uint32_t size);
/** Writes to erased flash. Offset and length are multiples of 16, as encrypted flash needs it; only the image's end may not be. */
bool karvon_port_slot_write(int slot, uint32_t offset, const uint8_t *bytes, size_t length);
bool karvon_port_slot_read(int slot, uint32_t offset, uint8_t *bytes, size_t length);
/** Selects a complete image for the next boot. */
bool karvon_port_slot_choose(int slot, uint32_t size, const char *sha256, const karvon_app *app);
/** Confirms the running image, and raises the lowest security version that may ever boot. */
bool karvon_port_mark_valid(void);
/** Rejects the running image: the next boot takes the other one. */
bool karvon_port_mark_invalid(void);
/** The security version burnt into fuses. */
int64_t karvon_port_fused_security_version(void);

/** What a device measures, for its heartbeat. */
typedef struct {
  int wifi_rssi;      /* dBm, -120 to 0 */
  uint32_t free_heap; /* bytes */
  int temperature;    /* degrees Celsius, -40 to 125 */
} karvon_sensors;
void karvon_port_sensors(karvon_sensors *sensors);

/** A line for the log: `what` and the two texts, either of which may be empty. */
void karvon_port_log(const char *what, const char *one, const char *other);
/** Called wherever a power loss makes a difference; a test stops the device here. */
void karvon_port_step(const char *name);

#endif
