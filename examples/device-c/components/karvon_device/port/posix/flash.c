/*
 * Flash as files of one folder: blobs that are replaced by rename, two slots, and `otadata` with what the bootloader knows of
 * them. The bootloader is that of ESP-IDF with rollback and anti-rollback: a new image runs once as PENDING_VERIFY, and what
 * has not been marked valid by the next boot is ABORTED.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../../src/digest.h"
#include "../../src/text.h"
#include "karvon_port.h"
#include "posix.h"

#define PATH_SIZE 1024
/** Encrypted flash refuses to write anywhere else than at a multiple of this. */
#define BLOCK 16

/** What the bootloader knows of a slot. */
typedef struct {
  karvon_slot_state state;
  int64_t sequence; /* the bootable slot with the highest one runs */
  uint32_t size;    /* 0: flashed by the factory, without an image here */
  char sha256[KARVON_HEX_SHA256];
  karvon_app app;
} slot;

typedef struct {
  slot slots[2];
  int64_t fused;
  int running;
} otadata;

static karvon_board board = {".", 0, 1000, true};
static int steps_taken;
static otadata ota;

void karvon_posix_use(const karvon_board *chosen) {
  board = *chosen;
}

static bool path_of(char *path, const char *name, const char *suffix) {
  return karvon_format(path, PATH_SIZE, "%s/%s%s", board.folder, name, suffix);
}

static bool write_all(int file, const void *bytes, size_t length) {
  const char *at = bytes;
  while (length > 0) {
    ssize_t written = write(file, at, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    at += written;
    length -= (size_t)written;
  }
  return true;
}

static bool sync_folder(void) {
  int folder = open(board.folder, O_RDONLY);
  if (folder < 0) return false;
  bool is_synced = fsync(folder) == 0;
  return close(folder) == 0 && is_synced;
}

int karvon_port_load(const char *name, char *bytes, size_t size) {
  char path[PATH_SIZE];
  if (!path_of(path, name, "")) return -1;
  int file = open(path, O_RDONLY);
  if (file < 0) return errno == ENOENT ? 0 : -1;
  size_t used = 0;
  for (;;) {
    ssize_t count = read(file, bytes + used, size - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 || (count > 0 && used + (size_t)count == size)) {
      close(file);
      return -1;
    }
    if (count == 0) break;
    used += (size_t)count;
  }
  close(file);
  return (int)used;
}

bool karvon_port_store(const char *name, const char *bytes, size_t length) {
  char path[PATH_SIZE];
  char fresh[PATH_SIZE];
  if (!path_of(path, name, "") || !path_of(fresh, name, ".new")) return false;
  int file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC, S_IRUSR | S_IWUSR);
  if (file < 0) return false;
  bool is_written = write_all(file, bytes, length) && fsync(file) == 0;
  if (close(file) != 0 || !is_written) return false;
  return rename(fresh, path) == 0 && sync_folder();
}

static bool store_otadata(void) {
  char text[1024];
  size_t used = 0;
  if (!karvon_format(text, sizeof text, "%" PRId64 " %d\n", ota.fused, ota.running)) return false;
  for (int index = 0; index < 2; index += 1) {
    const slot *of = &ota.slots[index];
    used = strlen(text);
    if (!karvon_format(text + used, sizeof text - used, "%d %" PRId64 " %" PRIu32 " %s %s %" PRId64 " %" PRId64 "\n",
                       (int)of->state, of->sequence, of->size, of->sha256[0] != '\0' ? of->sha256 : "-",
                       of->app.version[0] != '\0' ? of->app.version : "-", of->app.build, of->app.security_version))
      return false;
  }
  return karvon_port_store("otadata", text, strlen(text));
}

static bool load_otadata(void) {
  char text[1024];
  int length = karvon_port_load("otadata", text, sizeof text - 1);
  if (length <= 0) return false;
  text[length] = '\0';
  int offset = 0;
  if (sscanf(text, "%" SCNd64 " %d\n%n", &ota.fused, &ota.running, &offset) != 2) return false;
  const char *line = text + offset;
  for (int index = 0; index < 2; index += 1) {
    slot *of = &ota.slots[index];
    int state;
    if (sscanf(line, "%d %" SCNd64 " %" SCNu32 " %64s %55s %" SCNd64 " %" SCNd64 "\n%n", &state, &of->sequence, &of->size,
               of->sha256, of->app.version, &of->app.build, &of->app.security_version, &offset) != 7)
      return false;
    of->state = (karvon_slot_state)state;
    line += offset;
  }
  return ota.running == 0 || ota.running == 1;
}

bool karvon_posix_flash_factory(const karvon_app *app) {
  if (load_otadata()) return true;
  memset(&ota, 0, sizeof ota);
  ota.slots[0].state = KARVON_SLOT_VALID;
  ota.slots[0].sequence = 1;
  ota.slots[0].app = *app;
  return store_otadata();
}

static bool open_slot(int index, int flags, int *file) {
  char path[PATH_SIZE];
  if (!path_of(path, index == 0 ? "ota_0" : "ota_1", ".bin")) return false;
  *file = open(path, flags, S_IRUSR | S_IWUSR);
  return *file >= 0;
}

/** Whether the image in a slot has the hash at its end, as a bootloader checks it. */
static bool is_intact(int index) {
  const slot *of = &ota.slots[index];
  if (of->size == 0) return true;
  uint8_t sector[4096];
  uint8_t digest[32];
  char hex[KARVON_HEX_SHA256];
  mbedtls_sha256_context hash;
  mbedtls_sha256_init(&hash);
  karvon_sha256_starts(&hash);
  bool is_read = true;
  for (uint32_t offset = 0; is_read && offset < of->size; offset += sizeof sector) {
    size_t length = of->size - offset < sizeof sector ? of->size - offset : sizeof sector;
    is_read = karvon_port_slot_read(index, offset, sector, length);
    if (is_read) karvon_sha256_update(&hash, sector, length);
  }
  karvon_sha256_finish(&hash, digest);
  mbedtls_sha256_free(&hash);
  karvon_hex(hex, digest, sizeof digest);
  return is_read && strcmp(hex, of->sha256) == 0;
}

bool karvon_posix_boot(void) {
  karvon_port_step("boot");
  if (!load_otadata()) return false;
  int first = ota.slots[1].sequence > ota.slots[0].sequence ? 1 : 0;
  for (int index = 0; index < 2; index += 1)
    if (ota.slots[index].state == KARVON_SLOT_PENDING_VERIFY) ota.slots[index].state = KARVON_SLOT_ABORTED;
  for (int turn = 0; turn < 2; turn += 1) {
    int index = turn == 0 ? first : 1 - first;
    slot *of = &ota.slots[index];
    bool may_boot = (of->state == KARVON_SLOT_VALID || of->state == KARVON_SLOT_NEW) &&
                    of->app.security_version >= ota.fused && is_intact(index);
    if (!may_boot) continue;
    if (of->state == KARVON_SLOT_NEW) of->state = KARVON_SLOT_PENDING_VERIFY;
    ota.running = index;
    return store_otadata();
  }
  return false;
}

bool karvon_port_running(int *index, karvon_app *app, bool *pending_verify) {
  *index = ota.running;
  *app = ota.slots[ota.running].app;
  *pending_verify = ota.slots[ota.running].state == KARVON_SLOT_PENDING_VERIFY;
  return true;
}

karvon_slot_state karvon_port_slot_state(int index) {
  return ota.slots[index].state;
}

bool karvon_port_slot_erase(int index, uint32_t size) {
  (void)size;
  memset(&ota.slots[index], 0, sizeof ota.slots[index]);
  if (!store_otadata()) return false;
  int file;
  if (!open_slot(index, O_WRONLY | O_CREAT | O_TRUNC, &file)) return false;
  return close(file) == 0;
}

bool karvon_port_slot_write(int index, uint32_t offset, const uint8_t *bytes, size_t length) {
  int file;
  if (offset % BLOCK != 0 || !open_slot(index, O_WRONLY | O_CREAT, &file)) return false;
  bool is_written = lseek(file, (off_t)offset, SEEK_SET) == (off_t)offset && write_all(file, bytes, length) && fsync(file) == 0;
  return close(file) == 0 && is_written;
}

bool karvon_port_slot_read(int index, uint32_t offset, uint8_t *bytes, size_t length) {
  int file;
  if (!open_slot(index, O_RDONLY, &file)) return false;
  bool is_read = lseek(file, (off_t)offset, SEEK_SET) == (off_t)offset;
  while (is_read && length > 0) {
    ssize_t count = read(file, bytes, length);
    is_read = count > 0;
    if (!is_read) break;
    bytes += count;
    length -= (size_t)count;
  }
  return close(file) == 0 && is_read;
}

bool karvon_port_slot_choose(int index, uint32_t size, const char *sha256, const karvon_app *app) {
  slot *of = &ota.slots[index];
  of->size = size;
  of->app = *app;
  of->sequence = ota.slots[1 - index].sequence + 1;
  of->state = KARVON_SLOT_NEW;
  return karvon_copy(of->sha256, sizeof of->sha256, sha256) && store_otadata();
}

bool karvon_port_mark_valid(void) {
  slot *of = &ota.slots[ota.running];
  of->state = KARVON_SLOT_VALID;
  if (of->app.security_version > ota.fused) ota.fused = of->app.security_version;
  return store_otadata();
}

bool karvon_port_mark_invalid(void) {
  ota.slots[ota.running].state = KARVON_SLOT_INVALID;
  return store_otadata();
}

int64_t karvon_port_fused_security_version(void) {
  return ota.fused;
}

void karvon_port_step(const char *name) {
  steps_taken += 1;
  if (board.stop_after == 0 || steps_taken != board.stop_after) return;
  printf("power lost: %s\n", name);
  fflush(stdout);
  _exit(KARVON_EXIT_POWER_LOST);
}

uint32_t karvon_port_retry_ms(void) {
  return board.retry_ms;
}

int64_t karvon_port_clock_ms(void) {
  struct timespec now;
  if (!board.has_clock || clock_gettime(CLOCK_REALTIME, &now) != 0) return 0;
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
