import { isUtf8 } from 'node:buffer';
import { invalid } from '../../domain/kernel/errors.ts';
import { assertCleanText } from '../middleware/text-guard.ts';

/**
 * The bytes of a field as text.
 * @throws DomainError INVALID_TEXT_ENCODING for invalid UTF-8 or NUL
 */
export function decodeField(name: string, bytes: Buffer): string {
  if (!isUtf8(bytes)) throw invalid('INVALID_TEXT_ENCODING', 'OTHER', { problem: `${name} must be valid UTF-8.` });
  const text = bytes.toString('utf8');
  assertCleanText(text, name);
  return text;
}
