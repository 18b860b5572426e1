import { overNetwork } from './device-api.ts';
import type { DeviceContext, UpdateRecord } from './device-state.ts';
import { NetworkFault } from './network.ts';

/** Bytes that are put into flash and remembered at once. */
const PIECE_BYTES = 16 * 1024;
/** How often a cut connection is taken up again before the device waits for its next turn. */
const ATTEMPTS = 6;
const RETRY_PAUSE_MS = 30;

/** DONE: the slot holds as many bytes as it should. LATER: ask for a fresh URL another time. Else why it failed. */
export type DownloadEnd = 'DONE' | 'LATER' | { readonly failure: string };

/** Fills the slot of an update from where it stands, over as many connections as it takes. */
export async function download(device: DeviceContext, url: string): Promise<DownloadEnd> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const end = await oneConnection(device, url);
      if (end !== 'AGAIN') return end;
    } catch (error) {
      if (!(error instanceof NetworkFault)) throw error;
    }
    await device.pause(RETRY_PAUSE_MS);
  }
  return 'LATER';
}

async function oneConnection(device: DeviceContext, url: string): Promise<DownloadEnd | 'AGAIN'> {
  const start = underWay(device);
  if (start.written === start.size) return 'DONE';
  if (start.written === 0) device.board.erase(start.slot, start.size);
  const reply = await device.api.download(url, start.written, start.etag);
  device.emit({ type: 'downloading', from: start.written, status: reply.status });
  if (!reply.ok) {
    await overNetwork(() => reply.arrayBuffer());
    return refusedBy(reply.status);
  }
  const update = reply.status === 206 ? start : fromTheStart(device, start, reply.headers.get('etag'));
  if (reply.status === 206 && !startsAt(reply, update.written)) return { failure: 'DOWNLOAD_NETWORK: another range' };
  await intoFlash(device, reply, update);
  const { written, size } = underWay(device);
  if (written > size) return { failure: 'SIZE_MISMATCH: more than was announced' };
  return written === size ? 'DONE' : 'AGAIN';
}

/** A whole file in answer to a range is another file, or a server without ranges: what is in the slot counts no more. */
function fromTheStart(device: DeviceContext, update: UpdateRecord, etag: string | null): UpdateRecord {
  const restarted = { ...update, etag: etag ?? update.etag, written: 0 };
  device.board.writeSettings({ update: restarted });
  if (update.written > 0) device.board.erase(update.slot, update.size);
  return restarted;
}

async function intoFlash(device: DeviceContext, reply: Response, start: UpdateRecord): Promise<void> {
  let update = start;
  let waiting = Buffer.alloc(0);
  const writePiece = (bytes: number) => {
    device.board.write(update.slot, update.written, waiting.subarray(0, Math.min(bytes, update.size - update.written)));
    update = { ...update, written: update.written + bytes };
    waiting = waiting.subarray(bytes);
    device.board.writeSettings({ update });
  };
  const reader = reply.body?.getReader();
  try {
    for (;;) {
      const part = await overNetwork(async () => reader?.read());
      if (!part || part.done) break;
      waiting = Buffer.concat([waiting, part.value]);
      while (waiting.length >= PIECE_BYTES && update.written <= update.size) writePiece(PIECE_BYTES);
      if (update.written > update.size) return;
    }
    if (waiting.length > 0) writePiece(waiting.length);
  } catch (error) {
    if (error instanceof NetworkFault && waiting.length > 0) writePiece(waiting.length);
    throw error;
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

function underWay({ board }: DeviceContext): UpdateRecord {
  const { update } = board.settings();
  if (!update) throw new Error('There is no update under way.');
  return update;
}

/** `Content-Range: bytes 100-199/200` (RFC 9110, 14.4). */
function startsAt(reply: Response, from: number): boolean {
  return /^bytes (\d+)-/.exec(reply.headers.get('content-range') ?? '')?.[1] === String(from);
}

/** 403: the URL has expired. 416: the file is another one. Both are cured by asking the service again. */
function refusedBy(status: number): DownloadEnd {
  if (status === 403 || status === 416 || status === 429 || status >= 500) return 'LATER';
  return { failure: `DOWNLOAD_HTTP_4XX: ${status}` };
}
