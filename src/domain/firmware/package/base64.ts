/** Strict: Node alone skips what does not belong, so that many texts would be one value. @returns undefined for others */
export function decodeBase64(text: string, encoding: 'base64' | 'base64url'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : undefined;
}
