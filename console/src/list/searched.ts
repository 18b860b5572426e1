/** A member of the address in the QR code of a label, or of the text after its `#` or `?`. */
const MEMBER = /(?:^~?|[?#&;])\s*(serial|code)=([^&#;]*)/gi;

/**
 * What a list is asked for when this was typed or scanned. Of a label only its serial: the claim code beside it is a secret, which an
 * address would keep, in the history of the browser and in links.
 */
export function searched(typed: string): string {
  const members = [...typed.matchAll(MEMBER)].map(([, name = '', value = '']) => [name.toLowerCase(), value] as const);
  if (members.length === 0) return typed;
  return decoded(members.find(([name]) => name === 'serial')?.[1] ?? '').trim();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
