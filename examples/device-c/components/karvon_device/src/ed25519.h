/* Verification of Ed25519 signatures (RFC 8032), which mbedTLS does not have. */
#ifndef KARVON_ED25519_H
#define KARVON_ED25519_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A message in two pieces, so that a header and a body need not be copied together. */
typedef struct {
  const uint8_t *head;
  size_t head_length;
  const uint8_t *body;
  size_t body_length;
} karvon_message;

/** Whether the owner of a public key signed a message. Everything here is public: the time may depend on it. */
bool karvon_ed25519_verify(const uint8_t key[32], const uint8_t signature[64], const karvon_message *message);

#endif
