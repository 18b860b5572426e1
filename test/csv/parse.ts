/**
 * Reads CSV as RFC 4180 says, and knows nothing of how it was written here.
 * @throws Error for what is no CSV of that kind: a bare quote, a line end that is not CRLF, a missing one at the end
 */
export function parseCsv(text: string, separator = ','): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [cell, end] = text[at] === '"' ? quoted(text, at) : plain(text, at, separator);
    record.push(cell);
    at = end;
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      throw new Error('the file ends after a separator');
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`no CRLF and no separator at ${at}`);
    records.push(record);
    record = [];
    at += 2;
  }
  return records;
}

function plain(text: string, start: number, separator: string): [string, number] {
  let end = start;
  while (end < text.length && !`${separator}\r\n"`.includes(text.charAt(end))) end += 1;
  if (text[end] === '"') throw new Error(`a bare quote at ${end}`);
  return [text.slice(start, end), end];
}

function quoted(text: string, start: number): [string, number] {
  let cell = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character !== '"') {
      cell += character;
    } else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else {
      return [cell, at + 1];
    }
  }
  throw new Error(`the quote at ${start} is never closed`);
}
