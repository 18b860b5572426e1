import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireRequest } from './request.ts';

/**
 * The request as one line for a shell, with all that it carried.
 * @param folder where a body that is no text is written, as a file that the line names
 */
export function curlLine(url: string, { method, path, headers, body, address }: WireRequest, folder: string): string {
  const parts = ['curl', '-i', '--path-as-is', '-X', method];
  if (address !== undefined) parts.push('--interface', address);
  for (const [name, value] of Object.entries(headers))
    parts.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`));
  if (typeof body === 'string') parts.push('--data-binary', quoted(body));
  else if (body !== undefined) parts.push('--data-binary', quoted(`@${written(body, folder)}`));
  return [...parts, quoted(url + path)].join(' ');
}

let files = 0;

function written(body: Buffer, folder: string): string {
  files += 1;
  const path = join(folder, `karvon-fuzz-${process.pid}-${files}.bin`);
  writeFileSync(path, body);
  return path;
}

/** One argument; with its own quoting where a line break or a control character would split the line. */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
  if (!/[\u0000-\u001f\u007f]/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = [...text].map((char) => {
    if (char === "'" || char === '\\') return `\\${char}`;
    const code = char.codePointAt(0) ?? 0;
    return code < 0x20 || code === 0x7f ? `\\x${code.toString(16).padStart(2, '0')}` : char;
  });
  return `$'${escaped.join('')}'`;
}
