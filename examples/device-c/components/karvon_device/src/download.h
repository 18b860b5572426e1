/* The image, from its URL into its slot. */
#ifndef KARVON_DOWNLOAD_H
#define KARVON_DOWNLOAD_H

#include "karvon_device.h"

typedef enum {
  KARVON_DOWNLOAD_DONE,   /* the slot has the image of the signed manifest */
  KARVON_DOWNLOAD_LATER,  /* ask for a new URL in the next turn, and go on */
  KARVON_DOWNLOAD_ABORTED, /* the service ended the update */
  KARVON_DOWNLOAD_FAILED, /* for good */
  KARVON_DOWNLOAD_BROKEN  /* flash failed */
} karvon_download_end;

/** Downloads the rest of the update, reports VERIFYING, and compares the SHA-256. @param why the reason of a failure */
karvon_download_end karvon_download(karvon_device *device, const char *url, const char **why);

#endif
