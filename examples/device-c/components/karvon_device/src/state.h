/* What a device keeps in flash: its identity, written once, and its state, as lines of `name value`. */
#ifndef KARVON_STATE_H
#define KARVON_STATE_H

#include "karvon_device.h"

/** @returns false when there is none, or flash failed */
bool karvon_load_identity(karvon_identity *identity);
/** Leaves an empty state when there is none. @returns false when flash failed */
bool karvon_load_state(karvon_state *state);
/** Stores the whole state at once; unchanged state is not written. `step` names the change. */
bool karvon_store_state(const karvon_state *state, const char *step);

#endif
