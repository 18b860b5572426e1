/* The four calls of a device, each with its proof, and the clock that proofs need. */
#ifndef KARVON_API_H
#define KARVON_API_H

#include "json.h"
#include "karvon_device.h"
#include "karvon_port.h"

/** The largest answer: a manifest of 64 KiB in base64, and release notes of 8,000 characters. Devices may take less. */
#ifndef KARVON_REPLY_SIZE
#define KARVON_REPLY_SIZE (128 * 1024)
#endif

/** An answer of the service. Its body is valid until the next call. */
typedef struct {
  int status;               /* 0: none came */
  char code[48];            /* of an error; OFFLINE without an answer */
  uint32_t retry_after;     /* seconds */
  karvon_json body;
} karvon_answer;

/** How to go on after an answer. */
typedef enum { KARVON_TAKEN, KARVON_TRY_LATER, KARVON_REFUSED } karvon_verdict;
karvon_verdict karvon_verdict_of(const karvon_answer *answer);

/** Unix time in milliseconds; 0 while the device has not learned it. */
int64_t karvon_now_ms(void);
/** Forgets the time that was learned, as a power loss does. */
void karvon_forget_time(void);

/** The proof of `<timestamp>.<tail>`. */
void karvon_prove(const karvon_identity *identity, const char *timestamp, const char *tail, char proof[KARVON_HEX_SHA256]);

karvon_answer karvon_heartbeat(const karvon_device *device);
karvon_answer karvon_latest(const karvon_device *device);
/** @param installation_id NULL for the newest */
karvon_answer karvon_current(const karvon_device *device, const char *installation_id);
karvon_answer karvon_report(const karvon_device *device, const karvon_result *report);

#endif
