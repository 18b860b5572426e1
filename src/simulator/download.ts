import { overNetwork } from './device-api.ts';
import type { DeviceContext, UpdateRecord } from './device-state.ts';
import { NetworkFault } from './network.ts';

/** Bytes per flash write; progress is stored after each. */
const PIECE_BYTES = 16 * 1024;
/** Connections per turn before the device waits for its next turn. */
const ATTEMPTS = 6;
const RETRY_PAUSE_MS = 30;

/** DONE: the slot has all bytes. LATER: ask for a new URL in the next turn. Else the failure reason. */
export type DownloadEnd = 'DONE' | 'LATER' | { readonly failure: string };

/** Downloads the rest of an update into its slot, resuming over several connections. */
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
    return endForStatus(reply.status);
  }
  const update = reply.status === 206 ? start : fromTheStart(device, start, reply.headers.get('etag'));
  if (reply.status === 206 && !startsAt(reply, update.written))
    return { failure: 'DOWNLOAD_NETWORK: the reply has another range' };
  await intoFlash(device, reply, update);
  const { written, size } = underWay(device);
  if (written > size) return { failure: 'SIZE_MISMATCH: the file is larger than announced' };
  return written === size ? 'DONE' : 'AGAIN';
}

/** A full reply to a range request means a changed file or a server without ranges: the slot's content is discarded. */
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
  if (!update) throw new Error('No update is in progress.');
  return update;
}

/** `Content-Range: bytes 100-199/200` (RFC 9110, 14.4). */
function startsAt(reply: Response, from: number): boolean {
  return /^bytes (\d+)-/.exec(reply.headers.get('content-range') ?? '')?.[1] === String(from);
}

/** 403: the URL has expired. 416: the file has changed. A new URL from the service fixes both. */
function endForStatus(status: number): DownloadEnd {
  if (status === 403 || status === 416 || status === 429 || status >= 500) return 'LATER';
  return { failure: `DOWNLOAD_HTTP_4XX: ${status}` };
}
