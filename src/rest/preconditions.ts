import type { IncomingHttpHeaders } from 'node:http';

/** Validators of a representation. */
export interface Validators {
  /** A strong ETag, with its quotes. */
  readonly etag: string;
  /** In whole seconds, as in a Last-Modified header. */
  readonly lastModified: Date;
}

/** Whether the client's copy is current, so that a GET or HEAD is answered 304 (RFC 9110, 13.1.2 and 13.1.3). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  if (headers['if-none-match'] !== undefined) return hasEtag(headers, etag);
  const since = dateOf(headers['if-modified-since']);
  return since !== undefined && lastModified.getTime() <= since;
}

/** Whether `If-None-Match` has the ETag, in a list or as `*`; compared weakly (RFC 9110, 8.8.3.2 and 13.1.2). */
export function hasEtag(headers: IncomingHttpHeaders, etag: string): boolean {
  const tags = headers['if-none-match'];
  if (tags === undefined) return false;
  return tags.trim() === '*' || tagsOf(tags).some((tag) => tag.replace(/^W\//, '') === etag);
}

/** Whether a Range header applies: If-Range is absent or matches the representation (RFC 9110, 13.1.5). */
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

/** Parses an IMF-fixdate (RFC 9110, 5.6.7); other formats are ignored. */
function dateOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text))
    return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
