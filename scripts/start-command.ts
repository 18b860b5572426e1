import { readFileSync } from 'node:fs';

/** What `npm start` gives to Node (flags) and to the C library's allocator (environment): memory and speed depend on it. */
export function startCommand(): { readonly flags: string[]; readonly env: Record<string, string> } {
  const file = new URL('../package.json', import.meta.url);
  const words: string[] = JSON.parse(readFileSync(file, 'utf8')).scripts.start.split(' ');
  const settings = words.slice(0, words.indexOf('node')).map((word) => word.split('='));
  return {
    flags: words.filter((word) => word.startsWith('--') && !word.startsWith('--env-file')),
    env: Object.fromEntries(settings),
  };
}
