import { phoneForm } from '../../model/text-forms.ts';

/**
 * The canonical form of a phone number: `+` and 7 to 15 digits (E.164, https://www.itu.int/rec/T-REC-E.164). Nine
 * digits are a number of Uzbekistan without its country code.
 * @param typed the number as typed
 * @returns undefined if it is not a phone number; such text is stored as typed and matches no other
 */
export function canonicalPhone(typed: string): string | undefined {
  const form = phoneForm(typed);
  return /^[0-9]{7,15}$/.test(form) ? `+${form}` : undefined;
}
