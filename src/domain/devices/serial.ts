import { partOfLabel, readLabelText, wordsOfLabel } from '../../model/label-text.ts';
import { CROCKFORD_ALPHABET, randomCrockford, readCrockford } from './crockford.ts';

const PREFIX = 'KRV-';
const RANDOM_CHARACTERS = 16;
const COMPACT = new RegExp(`^${PREFIX.replace('-', '')}([0-9A-Z]{${RANDOM_CHARACTERS}})$`);
/** Behind other words of a label: `S/N`. */
const LAST_WORDS = new RegExp(`-(${PREFIX}?[^-]{${RANDOM_CHARACTERS}})$`, 'i');
const RANDOM = new RegExp(`^[${CROCKFORD_ALPHABET}]+$`);

/** A new serial: `KRV-` and 16 Crockford base32 characters (80 random bits), so that serials cannot be guessed. */
export function newSerial(): string {
  return PREFIX + randomCrockford(RANDOM_CHARACTERS);
}

/**
 * Reads the serial in a text of a label: typed in any case, with any signs and blanks and with look-alike letters, or the
 * whole text of the QR code. Any other text is returned unchanged: it may be a serial of another form.
 */
export function serialOnLabel(text: string): string {
  const part = partOfLabel(text, 'serial');
  const words = wordsOfLabel(part);
  const read = readLabelText(LAST_WORDS.exec(words)?.[1] ?? words);
  const [, random] = COMPACT.exec(read?.replaceAll('-', '') ?? '') ?? [];
  const characters = random && readCrockford(random);
  return characters && RANDOM.test(characters) ? PREFIX + characters : part;
}

/** The same for a search, which may be for the beginning of a serial. A search in ASCII is left unchanged. */
export function searchedOnLabel(text: string): string {
  const serial = serialOnLabel(text);
  if (serial !== text) return serial;
  const read = /[^ -~]/.test(text) ? readLabelText(text) : undefined;
  return read?.startsWith(PREFIX) ? read : text;
}
