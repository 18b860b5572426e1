/** Grammars shared by several modules. Each is anchored; its `.source` is a JSON Schema pattern. */

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Any serial this service accepts. It has no dot: the dot separates the parts of a device proof. */
export const SERIAL = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
export const MAX_SERIAL_LENGTH = 64;

/** Three dotted numbers and an optional suffix without dots; docs/adr/0002 explains why exactly three. */
export const FIRMWARE_VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}(?:[-+][A-Za-z0-9-]{1,40})?$/;

/** The version of a legacy upload, which has no suffix. */
export const PLAIN_FIRMWARE_VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/;

/** A hardware revision. */
export const HARDWARE_REVISION = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/;

const CURRENCY = /^[A-Za-z]{3}$/;

/** A currency in the form in which it is stored: three Latin letters, in capitals; undefined for any other text. */
export function currencyOf(text: string): string | undefined {
  const trimmed = text.trim();
  return CURRENCY.test(trimmed) ? trimmed.toUpperCase() : undefined;
}

/** The prefix of every token of a service account, by which people and secret scanners recognize it. */
export const SERVICE_TOKEN_PREFIX = 'karvon_sa_';

/** An age in filters: `30m`, `24h`, `7d`, `4w`. */
export const PERIOD = /^[1-9][0-9]{0,4}[mhdw]$/;

/** A name that a question gives to a number of its own. */
export const MEASURE_NAME = /^[a-z][A-Za-z0-9]{0,39}$/;
