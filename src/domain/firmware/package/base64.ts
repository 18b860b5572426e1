/**
 * Strict, unlike Node, which skips invalid characters, so that many texts decode to one value. @returns undefined for
 * invalid text
 */
export function decodeBase64(text: string, encoding: 'base64' | 'base64url'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : undefined;
}
