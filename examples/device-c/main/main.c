/* A device of its own on Linux: `karvon-device --help`. */
#define _POSIX_C_SOURCE 200809L
#include <curl/curl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../components/karvon_device/port/posix/posix.h"
#include "../components/karvon_device/src/text.h"
#include "karvon_port.h"
#include "mbedtls/platform_util.h"

#define USAGE                                                                                                      \
  "karvon-device [options] provision < identity.json   stores what the station took from an envelope\n"            \
  "karvon-device [options] turn                        boots, takes one turn with all restarts, and ends\n"        \
  "karvon-device [options] run                         goes on until it is stopped\n"                              \
  "karvon-device [options] prove <proofPayload>        answers a pairing challenge\n"                              \
  "karvon-device [options] accept <credential> <jwk> <nonce> <signature>\n"                                        \
  "                                                    verifies an app offline; nonce and signature in base64url\n" \
  "karvon-device [options] status                      what it runs, and what the service knows of its update\n"   \
  "options:\n"                                                                                                     \
  "  --state <folder>     its flash (default: .)\n"                                                                \
  "  --firmware <version> --build <number>   what the factory put there (1.0.0, 100)\n"                            \
  "  --stop-after <n>     loses its power at step n, with exit code 77\n"                                          \
  "  --retry-ms <ms>      the first wait of a backoff (1000)\n"                                                    \
  "  --no-clock           has no clock: it learns the time from the service\n"                                     \
  "  --bad-image          the self-test of a new image fails\n"                                                    \
  "exit codes: 0 done, 1 refused or broken, 2 wrong usage, 75 the service did not answer, 77 power lost\n"

#define EXIT_USAGE 2
#define EXIT_TRY_LATER 75
#define MAX_RESTARTS 8
/** The service counts a device as online for ten minutes after a heartbeat. Ten percent more or less, by chance. */
#define HEARTBEAT_MS 240000U

typedef struct {
  karvon_board board;
  karvon_app factory;
  bool bad_image;
  char *command;
  char **rest;
  int rest_count;
} settings;

static karvon_device device;

static bool failing_test(const karvon_app *app) {
  (void)app;
  return false;
}

static bool read_options(int count, char **arguments, settings *out) {
  memset(out, 0, sizeof *out);
  out->board.folder = ".";
  out->board.retry_ms = 1000;
  out->board.has_clock = true;
  karvon_copy(out->factory.version, sizeof out->factory.version, "1.0.0");
  out->factory.build = 100;
  int index = 1;
  for (; index < count && strncmp(arguments[index], "--", 2) == 0; index += 1) {
    const char *name = arguments[index];
    if (strcmp(name, "--no-clock") == 0) {
      out->board.has_clock = false;
      continue;
    }
    if (strcmp(name, "--bad-image") == 0) {
      out->bad_image = true;
      continue;
    }
    if (index + 1 >= count) return false;
    char *value = arguments[++index];
    if (strcmp(name, "--state") == 0) out->board.folder = value;
    else if (strcmp(name, "--build") == 0) out->factory.build = strtol(value, NULL, 10);
    else if (strcmp(name, "--stop-after") == 0) out->board.stop_after = (int)strtol(value, NULL, 10);
    else if (strcmp(name, "--retry-ms") == 0) out->board.retry_ms = (uint32_t)strtoul(value, NULL, 10);
    else if (strcmp(name, "--firmware") != 0 || !karvon_copy(out->factory.version, sizeof out->factory.version, value))
      return false;
  }
  if (index == count || out->board.retry_ms < 2) return false;
  out->command = arguments[index];
  out->rest = arguments + index + 1;
  out->rest_count = count - index - 1;
  return true;
}

/** The bootloader, and the firmware that it starts, until none asks for a restart. */
static karvon_outcome power_on(void) {
  for (int restart = 0; restart < MAX_RESTARTS; restart += 1) {
    if (!karvon_posix_boot()) return KARVON_BROKEN;
    karvon_outcome outcome = karvon_boot(&device);
    if (outcome != KARVON_RESTART) return outcome;
  }
  return KARVON_BROKEN;
}

static karvon_outcome turn(void) {
  for (int restart = 0; restart < MAX_RESTARTS; restart += 1) {
    karvon_outcome outcome = karvon_turn(&device);
    if (outcome != KARVON_RESTART) return outcome;
    outcome = power_on();
    if (outcome != KARVON_IDLE) return outcome;
  }
  return KARVON_BROKEN;
}

static int exit_code_of(karvon_outcome outcome) {
  if (outcome == KARVON_IDLE) return 0;
  fprintf(stderr, "%s\n", outcome == KARVON_LATER ? device.reason : "the flash is broken, or it was never provisioned");
  return outcome == KARVON_LATER ? EXIT_TRY_LATER : EXIT_FAILURE;
}

static int provision(void) {
  static char json[8192];
  size_t length = fread(json, 1, sizeof json, stdin);
  bool is_stored = length < sizeof json && karvon_store_identity(json, length);
  mbedtls_platform_zeroize(json, sizeof json);
  if (is_stored) return 0;
  fprintf(stderr, "this is not the content of a provisioning envelope\n");
  return EXIT_FAILURE;
}

static int run(void) {
  for (;;) {
    karvon_outcome outcome = turn();
    if (outcome == KARVON_BROKEN) return exit_code_of(outcome);
    uint32_t beat_ms = HEARTBEAT_MS - HEARTBEAT_MS / 10 + karvon_port_random() % (HEARTBEAT_MS / 5);
    karvon_port_sleep_ms(outcome == KARVON_IDLE ? beat_ms : karvon_backoff_ms(&device));
  }
}

static int prove(const settings *chosen) {
  char proof[KARVON_HEX_SHA256];
  if (chosen->rest_count != 1) return EXIT_USAGE;
  if (!karvon_hardware_proof(&device.identity, chosen->rest[0], proof)) {
    fprintf(stderr, "this is not a challenge for %s\n", device.identity.serial);
    return EXIT_FAILURE;
  }
  printf("%s\n", proof);
  return 0;
}

static int accept_app(const settings *chosen) {
  uint8_t nonce[32];
  uint8_t signature[80];
  if (chosen->rest_count != 4) return EXIT_USAGE;
  char **rest = chosen->rest;
  int nonce_length = karvon_base64(rest[2], strlen(rest[2]), nonce, sizeof nonce);
  int length = karvon_base64(rest[3], strlen(rest[3]), signature, sizeof signature);
  if (nonce_length != (int)sizeof nonce || length < 0) return EXIT_USAGE;
  karvon_app_claim app = {rest[0], rest[1], nonce, signature, (size_t)length};
  const char *why;
  if (karvon_accept_app(&device, &app, &why)) {
    printf("accepted\n");
    return 0;
  }
  printf("refused: %s\n", why);
  return EXIT_FAILURE;
}

static int status(void) {
  const char *known = karvon_current_status(&device);
  if (known == NULL) return exit_code_of(KARVON_LATER);
  printf("%s build %" PRId64 " in ota_%d, epoch %" PRId64 ", %zu revoked, newest installation %s\n",
         device.running.version, device.running.build, device.running_slot, device.state.epoch,
         device.state.revoked_count, known[0] != '\0' ? known : "none");
  return 0;
}

int main(int count, char **arguments) {
  settings chosen;
  if (count == 2 && strcmp(arguments[1], "--help") == 0) {
    fputs(USAGE, stdout);
    return 0;
  }
  if (!read_options(count, arguments, &chosen)) {
    fputs(USAGE, stderr);
    return EXIT_USAGE;
  }
  karvon_posix_use(&chosen.board);
  mkdir(chosen.board.folder, S_IRWXU);
  const char *command = chosen.command;
  if (strcmp(command, "provision") == 0) return provision();
  if (curl_global_init(CURL_GLOBAL_DEFAULT) != 0 || !karvon_posix_flash_factory(&chosen.factory)) return EXIT_FAILURE;
  if (chosen.bad_image) device.self_test = failing_test;
  if (strcmp(command, "prove") == 0 || strcmp(command, "accept") == 0) {
    if (!karvon_read_flash(&device)) return exit_code_of(KARVON_BROKEN);
    return strcmp(command, "prove") == 0 ? prove(&chosen) : accept_app(&chosen);
  }
  karvon_outcome outcome = power_on();
  if (outcome != KARVON_IDLE) return exit_code_of(outcome);
  if (strcmp(command, "turn") == 0) return exit_code_of(turn());
  if (strcmp(command, "run") == 0) return run();
  if (strcmp(command, "status") == 0) return status();
  fputs(USAGE, stderr);
  return EXIT_USAGE;
}
