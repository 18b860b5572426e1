/* The parts of the Linux port that the program sets and the bootloader needs. */
#ifndef KARVON_POSIX_H
#define KARVON_POSIX_H

#include "karvon_device.h"

/** How this "board" behaves. */
typedef struct {
  const char *folder;   /* its flash */
  int stop_after;       /* the power is lost at this step, counted from 1; 0: never */
  uint32_t retry_ms;    /* the first wait of a backoff */
  bool has_clock;       /* false: the clock begins at zero with each power-on */
} karvon_board;

#define KARVON_EXIT_POWER_LOST 77

void karvon_posix_use(const karvon_board *board);
/** A board from the factory: this image runs in ota_0. Nothing happens when there is flash already. */
bool karvon_posix_flash_factory(const karvon_app *app);
/** The bootloader: chooses a slot. @returns false when none can be booted */
bool karvon_posix_boot(void);

#endif
