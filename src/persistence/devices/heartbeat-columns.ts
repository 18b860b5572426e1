import { setTimeout as sleep } from 'node:timers/promises';
import { sqlState } from '../sql/transaction.ts';

/** One heartbeat whose proof was valid for a secret that may have been read from a cache. */
export interface HeartbeatRecord {
  readonly deviceId: string;
  /** The version of the secret that made the proof; it must still be live. */
  readonly secretVersion: number;
  readonly receivedAt: Date;
  /** The signed timestamp, Unix milliseconds. */
  readonly timestampMs: number;
  readonly firmwareVersion: string;
  readonly firmwareBuildNumber: number | null;
  readonly hardwareRevision: string | null;
  readonly otaSlot: string | null;
  readonly appVersion: string;
  readonly uptime: number;
  readonly wifiRssi: number | null;
  readonly freeHeap: number | null;
  readonly temperature: number | null;
  readonly status: string;
}

const MAX_TRIES = 5;
/** Serialization failure, deadlock, and a day that was just moved from the default partition to its own. */
const RETRYABLE = new Set(['40001', '40P01', '23514']);

/** Retries work that PostgreSQL aborted because of another transaction. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= MAX_TRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
      await sleep(Math.random() * 10 * attempt);
    }
  }
}

/** The parameters of `COLUMNS`. */
export function columnsOf(heartbeats: readonly HeartbeatRecord[]): string[] {
  return [
    columnOf(heartbeats, ({ deviceId }) => deviceId),
    columnOf(heartbeats, ({ receivedAt }) => receivedAt.getTime()),
    columnOf(heartbeats, ({ timestampMs }) => timestampMs),
    columnOf(heartbeats, ({ firmwareVersion }) => firmwareVersion),
    columnOf(heartbeats, ({ firmwareBuildNumber }) => firmwareBuildNumber),
    columnOf(heartbeats, ({ hardwareRevision }) => hardwareRevision),
    columnOf(heartbeats, ({ otaSlot }) => otaSlot),
    columnOf(heartbeats, ({ appVersion }) => appVersion),
    columnOf(heartbeats, ({ uptime }) => uptime),
    columnOf(heartbeats, ({ wifiRssi }) => wifiRssi),
    columnOf(heartbeats, ({ freeHeap }) => freeHeap),
    columnOf(heartbeats, ({ temperature }) => temperature),
    columnOf(heartbeats, ({ status }) => status),
  ];
}

type Element = string | number | boolean | null;

/** Array elements that need no quotes: letters, digits and some punctuation, but not NULL. */
const PLAIN = /^(?!null$)[\w.:-]+$/i;

/**
 * Formats an array literal (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO). The driver's own formatter
 * checks the type of every element and takes three times as long.
 */
export function columnOf<Row>(rows: readonly Row[], cell: (row: Row) => Element): string {
  return `{${rows.map((row) => elementOf(cell(row))).join()}}`;
}

function elementOf(element: Element): string | number | boolean {
  if (element === null) return 'NULL';
  if (typeof element !== 'string' || PLAIN.test(element)) return element;
  return `"${element.replace(/["\\]/g, '\\$&')}"`;
}

export const MEASURES = `firmware_version, firmware_build_number, hardware_revision, ota_slot, app_version, uptime, wifi_rssi,
  free_heap, temperature, status`;
export const COLUMNS = `$1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[],
  $9::bigint[], $10::int[], $11::bigint[], $12::float8[], $13::text[]`;
export const RECEIVED_AT = 'to_timestamp(i.received_ms::float8 / 1000) as received_at';

/** Three times the tolerance of a proof: between the signature of a heartbeat and its arrival at an instance whose clock is wrong. */
const REACH_MS = 900_000;

/** The range of receive times of heartbeats with the same timestamps: from, and until. */
export function reachOf(heartbeats: readonly HeartbeatRecord[]): readonly [Date, Date] {
  const times = heartbeats.map(({ timestampMs }) => timestampMs);
  return [new Date(Math.min(...times) - REACH_MS), new Date(Math.max(...times) + REACH_MS)];
}
