/*
 * The device's side of the protocol in docs/devices/protocol.md. Portable C99; it allocates no memory of its own. What the
 * platform gives (flash, HTTP, clock, firmware slots) is declared in karvon_port.h.
 */
#ifndef KARVON_DEVICE_H
#define KARVON_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KARVON_SECRET_BYTES 32
#define KARVON_HEX_SHA256 65       /* 64 digits and the end */
#define KARVON_SERIAL_SIZE 65      /* at most 64 characters */
#define KARVON_VERSION_SIZE 56     /* 1234.1234.1234-<40 characters> */
#define KARVON_UUID_SIZE 37
#define KARVON_MAX_RELEASE_KEYS 8
#define KARVON_MAX_ISSUER_KEYS 4
#define KARVON_MAX_REVOKED 16      /* the service lists the newest sixteen */

/** A public Ed25519 key. */
typedef struct {
  char kid[48]; /* RFC 7638 thumbprint */
  uint8_t x[32];
} karvon_key;

/** What a provisioning envelope gives a device. */
typedef struct {
  char serial[KARVON_SERIAL_SIZE];
  uint8_t secret[KARVON_SECRET_BYTES];
  char model[65];
  char hardware_revision[65];
  char base_url[257];
  char header_prefix[40]; /* x-karvon */
  karvon_key release_keys[KARVON_MAX_RELEASE_KEYS];
  size_t release_key_count;
  karvon_key issuer_keys[KARVON_MAX_ISSUER_KEYS];
  size_t issuer_key_count;
} karvon_identity;

/** A firmware image's own account of itself. */
typedef struct {
  char version[KARVON_VERSION_SIZE];
  int64_t build;
  int64_t security_version;
} karvon_app;

typedef enum { KARVON_NO_UPDATE = 0, KARVON_DOWNLOADING = 1, KARVON_SWITCHING = 2 } karvon_phase;

/** An update in progress, as it is in flash. */
typedef struct {
  karvon_phase phase;
  char installation_id[KARVON_UUID_SIZE];
  char release_id[KARVON_UUID_SIZE];
  char from_version[KARVON_VERSION_SIZE];
  karvon_app target;
  int slot;
  uint32_t size;
  char sha256[KARVON_HEX_SHA256];
  char etag[128];
  uint32_t written; /* bytes that are certainly in the slot */
  int tries;        /* first runs of the image */
} karvon_update;

/** The end of an update, until the service has answered the report. */
typedef struct {
  char installation_id[KARVON_UUID_SIZE]; /* empty: none */
  char release_id[KARVON_UUID_SIZE];
  char status[16];
  char from_version[KARVON_VERSION_SIZE];
  char reason[96];
} karvon_result;

/** Everything that changes and must survive a power loss. It is stored as one blob: all of a change, or nothing. */
typedef struct {
  karvon_update update;
  karvon_result result;
  int64_t epoch;
  char revoked[KARVON_MAX_REVOKED][KARVON_UUID_SIZE]; /* the pairing of each revoked credential */
  size_t revoked_count;
} karvon_state;

/** The outcome of a turn. */
typedef enum {
  KARVON_IDLE = 0,    /* nothing to do until the next heartbeat */
  KARVON_RESTART = 1, /* restart now: the other slot was selected for boot */
  KARVON_LATER = 2,   /* the service or the network failed: wait karvon_backoff_ms, then take another turn */
  KARVON_BROKEN = 3   /* flash failed, or there is no identity */
} karvon_outcome;

typedef struct {
  karvon_identity identity;
  karvon_state state;
  karvon_app running;
  int running_slot;
  bool pending_verify; /* the first run of this image */
  bool interrupted;    /* booted during a download, and has not told the service yet */
  int failures;        /* turns that failed in a row */
  uint32_t retry_after_seconds;
  int64_t look_up_at_ms; /* of the uptime: when the service wants to be asked for firmware again */
  char reason[48];     /* why no firmware was offered, or the code of the error */
  const char *app_version;
  const char *channel;
  bool (*self_test)(const karvon_app *app); /* NULL: passes */
} karvon_device;

/** Reads the plaintext of a provisioning envelope. @returns false when a member is missing or malformed */
bool karvon_read_envelope(const char *json, size_t length, karvon_identity *identity);

/** Stores an identity in flash, replacing the previous one and forgetting what it was doing. */
bool karvon_store_identity(const char *json, size_t length);

/** Reads identity and state, which is all that pairing needs. @returns false when flash failed, or there is no identity */
bool karvon_read_flash(karvon_device *device);

/**
 * After each power-on and restart, before anything else: reads flash, and ends or repeats the update that led here.
 * @returns KARVON_IDLE to go on with turns, KARVON_RESTART, or KARVON_BROKEN
 */
karvon_outcome karvon_boot(karvon_device *device);

/** One round: waiting report, heartbeat, and, when it is time, look-up and update. */
karvon_outcome karvon_turn(karvon_device *device);

/** The wait after a turn that ended in KARVON_LATER, with jitter. */
uint32_t karvon_backoff_ms(const karvon_device *device);

/**
 * The proof of a pairing challenge, as 64 hexadecimal digits.
 * @returns false unless the text is a challenge for this very device: nothing else may be signed for an app
 */
bool karvon_hardware_proof(const karvon_identity *identity, const char *payload, char proof[KARVON_HEX_SHA256]);

/** An app that shows its credential to the device, over BLE or USB. */
typedef struct {
  const char *credential; /* compact JWS */
  const char *jwk;        /* the app's public key */
  const uint8_t *nonce;   /* the 32 random bytes that the device gave the app */
  const uint8_t *signature;
  size_t signature_length; /* Ed25519: 64 bytes; P-256: DER, over the SHA-256 of the nonce */
} karvon_app_claim;

/**
 * Whether the device accepts an app, without a network.
 * @param why receives the reason of a refusal
 */
bool karvon_accept_app(karvon_device *device, const karvon_app_claim *claim, const char **why);

/** Asks the service for the state of the newest installation. @returns its status, "" when there is none; NULL without an answer */
const char *karvon_current_status(karvon_device *device);

#endif
