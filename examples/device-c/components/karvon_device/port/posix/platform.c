/* Time, chance, sensors and the log of a Linux machine. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "karvon_port.h"

int64_t karvon_port_uptime_ms(void) {
  static int64_t began = -1;
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
  int64_t ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
  if (began < 0) began = ms;
  return ms - began;
}

void karvon_port_sleep_ms(uint32_t ms) {
  struct timespec left = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};
  while (nanosleep(&left, &left) != 0) continue;
}

uint32_t karvon_port_random(void) {
  uint32_t number = (uint32_t)karvon_port_uptime_ms() * 2654435761u;
  int file = open("/dev/urandom", O_RDONLY);
  if (file < 0) return number;
  uint32_t drawn;
  if (read(file, &drawn, sizeof drawn) == (ssize_t)sizeof drawn) number = drawn;
  close(file);
  return number;
}

void karvon_port_sensors(karvon_sensors *sensors) {
  sensors->wifi_rssi = -58;
  sensors->free_heap = 181000;
  sensors->temperature = 41;
}

void karvon_port_log(const char *what, const char *one, const char *other) {
  printf("%s%s%s%s%s\n", what, one[0] != '\0' ? " " : "", one, other[0] != '\0' ? " " : "", other);
  fflush(stdout);
}
