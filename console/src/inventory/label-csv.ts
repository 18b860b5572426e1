import type { NewDevice } from './new-codes.ts';

const COLUMNS = ['serial', 'claimCode', 'hardwareRevision', 'qr'] as const;

/** The labels as RFC 4180. */
export function csvOf(devices: readonly NewDevice[]): string {
  const lines = [COLUMNS, ...devices.map((device) => COLUMNS.map((column) => field(device[column])))];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
function field(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Gives the browser a file that was made in it. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
