import type { OpenApiDocument } from '../document-types.ts';

/** The pages by operation, the first one under the empty name, and their Content-Security-Policy. */
export interface Pages {
  readonly texts: ReadonlyMap<string, string>;
  readonly policy: string;
}

export function pagesOf(_api: OpenApiDocument): Pages {
  return { texts: new Map([['', '<!doctype html>']]), policy: "default-src 'none'" };
}
