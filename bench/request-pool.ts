/** Serialized requests, back to back in shared memory, so that a worker thread sends them without a copy. */
export interface RequestPool {
  readonly bytes: SharedArrayBuffer;
  /** `ends[i]` is the offset after request i; request i starts where the one before it ends. */
  readonly ends: Uint32Array;
  readonly count: number;
}

/** One HTTP/1.1 request before it is serialized. Header values and path are ASCII. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The request as it goes over the wire, with `Host` and, for a body, its type (JSON) and length. */
export function serializeRequest({ method, path, headers = {}, body }: PlainRequest): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) {
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/**
 * Packs `count` requests, asking `serialized(i)` for each.
 * @param bytesEach room for one request in bytes; a longer one throws.
 */
export function packRequests(
  count: number,
  bytesEach: number,
  serialized: (index: number) => string | Buffer,
): RequestPool {
  const bytes = new SharedArrayBuffer(count * bytesEach);
  const ends = new Uint32Array(new SharedArrayBuffer(count * Uint32Array.BYTES_PER_ELEMENT));
  const target = Buffer.from(bytes);
  let end = 0;
  for (let index = 0; index < count; index += 1) {
    const request = serialized(index);
    const length = Buffer.byteLength(request);
    if (length > bytesEach)
      throw new Error(`request ${index} has ${length} bytes, more than the reserved ${bytesEach}`);
    if (typeof request === 'string') target.write(request, end);
    else request.copy(target, end);
    end += length;
    ends[index] = end;
  }
  return { bytes, ends, count };
}
