import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** 1-based, of the opening fence. */
  readonly line: number;
  readonly language: string;
  /** What the fence says behind the language: a file, or the name of a script. */
  readonly name: string;
  readonly text: string;
}

/** Every page of the project that git knows or would take. */
export function pages(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', '*.md'], { encoding: 'utf8' });
  return listed.split('\0').filter((page) => page !== '' && existsSync(page));
}

/** The fenced blocks of a page (https://spec.commonmark.org/0.31.2/#fenced-code-blocks), also indented ones in lists. */
export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; indent: number; block: Omit<Block, 'text'>; lines: string[] } | undefined;
  for (const [index, line] of readFileSync(page, 'utf8').split('\n').entries()) {
    const [, space = '', fence, info = ''] = /^( *)(`{3,})(.*)$/.exec(line) ?? [];
    if (open) {
      if (fence !== undefined && fence.length >= open.fence.length && info.trim() === '') {
        blocks.push({ ...open.block, text: open.lines.map((text) => text.slice(open?.indent)).join('\n') });
        open = undefined;
      } else open.lines.push(line);
    } else if (fence !== undefined) {
      const [language = '', ...name] = info.trim().split(' ');
      const block = { page, line: index + 1, language, name: name.join(' ') };
      open = { fence, indent: space.length, block, lines: [] };
    }
  }
  if (open) throw new Error(`${page}:${open.block.line}: the block does not end`);
  return blocks;
}

/** The page without its fenced blocks: what is read as text. */
export function proseOf(page: string): string {
  return readFileSync(page, 'utf8').replaceAll(/^ *(`{3,})[^`\n]*\n[\s\S]*?^ *\1 *$/gm, '');
}

/** Blocks of commands for a terminal. A named one is a script that a test runs by its name. */
export function commandsOf(page: string): readonly Block[] {
  return blocksOf(page).filter(
    ({ language, name }) => ['sh', 'bash', 'zsh', 'shell'].includes(language) && name === '',
  );
}
