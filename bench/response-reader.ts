const HEAD_END = Buffer.from('\r\n\r\n');
const MAX_HEAD_BYTES = 64 * 1024;

/** The framing of one answer, from its head. */
interface Head {
  readonly status: number;
  readonly bodyBytes: number;
  readonly chunked: boolean;
  /** It is the last one of its connection. */
  readonly last: boolean;
}

/** Throws on what is not an HTTP/1.1 answer with a known length: the bench must not guess. */
function parseHead(text: string): Head {
  const status = Number(text.slice(9, 12));
  if (!text.startsWith('HTTP/1.1 ') || !(status >= 200 && status <= 599)) {
    throw new Error(`not an HTTP/1.1 answer: ${JSON.stringify(text.slice(0, 40))}`);
  }
  const last = /\r\nconnection: *close/i.test(text);
  if (status === 204 || status === 304) return { status, bodyBytes: 0, chunked: false, last };
  const length = /\r\ncontent-length: *(\d+)/i.exec(text);
  if (length) return { status, bodyBytes: Number(length[1]), chunked: false, last };
  if (/\r\ntransfer-encoding: *chunked/i.test(text)) return { status, bodyBytes: 0, chunked: true, last };
  throw new Error('the response has neither content-length nor chunked coding');
}

/**
 * Skips a chunked body (RFC 9112, 7.1), byte by byte only where the sizes stand.
 * @returns feed(bytes, from): the offset after the body, or -1 when more is needed.
 */
function createChunkSkipper(): (bytes: Buffer, from: number) => number {
  let line = '';
  let skip = 0;
  let trailers = false;
  return (bytes, from) => {
    let at = from;
    while (at < bytes.length) {
      if (skip > 0) {
        const taken = Math.min(skip, bytes.length - at);
        skip -= taken;
        at += taken;
        continue;
      }
      const character = String.fromCharCode(bytes[at] ?? 0);
      at += 1;
      if (character !== '\n') {
        line += character;
        continue;
      }
      const text = line.trim();
      line = '';
      if (trailers && text === '') return at;
      if (trailers) continue;
      const size = Number.parseInt(text, 16);
      if (Number.isNaN(size)) throw new Error(`not a chunk size: ${JSON.stringify(text)}`);
      trailers = size === 0;
      skip = trailers ? 0 : size + 2;
    }
    return -1;
  };
}

/**
 * Reads the answers of one keep-alive connection with one request in flight, at the least cost: status and length, no
 * body is kept.
 * @returns feed(bytes): calls `answered` at the end of each answer, with whether it ends its connection; throws on bad
 * framing.
 */
export function createResponseReader(
  answered: (status: number, answerBytes: number, last: boolean) => void,
): (bytes: Buffer) => void {
  let pending: Buffer | undefined;
  let head: Head | undefined;
  let remaining = 0;
  let skipChunks = createChunkSkipper();
  let answerBytes = 0;

  function finish(): void {
    const { status = 0, last = false } = head ?? {};
    const total = answerBytes;
    head = undefined;
    answerBytes = 0;
    answered(status, total, last);
  }

  return (received) => {
    let bytes = received;
    answerBytes += received.length;
    let at = 0;
    if (!head) {
      if (pending) bytes = Buffer.concat([pending, received]);
      pending = undefined;
      const headEnd = bytes.indexOf(HEAD_END);
      if (headEnd < 0) {
        if (bytes.length > MAX_HEAD_BYTES) throw new Error('the response head is too large');
        pending = Buffer.from(bytes); // a copy: the socket reuses its buffer
        return;
      }
      head = parseHead(bytes.toString('latin1', 0, headEnd));
      at = headEnd + HEAD_END.length;
      remaining = head.bodyBytes;
      if (head.chunked) skipChunks = createChunkSkipper();
    }
    if (head.chunked) {
      const end = skipChunks(bytes, at);
      if (end < 0) return;
      if (end < bytes.length) throw new Error('unexpected bytes after the response');
      finish();
      return;
    }
    remaining -= bytes.length - at;
    if (remaining < 0) throw new Error('the response is longer than its content-length');
    if (remaining === 0) finish();
  };
}
