/* An update from its offer to its end. */
#ifndef KARVON_UPDATE_H
#define KARVON_UPDATE_H

#include "api.h"
#include "manifest.h"

/** After a boot: ends the update that caused it, or tries its image again. */
karvon_outcome karvon_settle(karvon_device *device);
/** Installs an offer, or goes on with it. */
karvon_outcome karvon_install(karvon_device *device, const karvon_offer *offer);
/** Sends the result that waits. @returns KARVON_IDLE when none waits any more */
karvon_outcome karvon_send_result(karvon_device *device);
/** Reports progress; it may be lost. @returns false when the service ended the update, which is forgotten then */
bool karvon_progress(karvon_device *device, const char *status, bool *answered);
/** Forgets the update. */
bool karvon_drop_update(karvon_device *device);

#endif
