import type { IncomingHttpHeaders } from 'node:http';

/** What tells one representation from another. */
export interface Validators {
  /** A strong one, with its quotes. */
  readonly etag: string;
  /** In whole seconds, as in a Last-Modified header. */
  readonly lastModified: Date;
}

/** Whether the client has it already, so that a GET or HEAD is answered 304 (RFC 9110, 13.1.2 and 13.1.3). */
export function isKnown(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.trim() === '*' || tagsOf(tags).some((tag) => tag.replace(/^W\//, '') === etag);
  const since = dateOf(headers['if-modified-since']);
  return since !== undefined && lastModified.getTime() <= since;
}

/** Whether a Range header counts: If-Range names exactly what would be sent, or is not there (RFC 9110, 13.1.5). */
export function isRangeMeant(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const condition = headers['if-range'];
  if (condition === undefined) return true;
  if (typeof condition !== 'string') return false;
  if (condition.includes('"')) return condition.trim() === etag;
  return dateOf(condition) === lastModified.getTime();
}

function tagsOf(list: string): string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

/** A date as HTTP writes it today (IMF-fixdate, RFC 9110, 5.6.7); anything else is none. */
function dateOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text))
    return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
