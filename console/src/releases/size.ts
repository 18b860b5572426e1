import { decimal, type Language } from '../text/triple.ts';

const KIB = 1_024;
const MIB = KIB * KIB;

/** A number of bytes as `12 KiB` or `1.4 MiB`. */
export function sizeOf(bytes: number, language: Language): string {
  return bytes < MIB ? `${Math.max(1, Math.round(bytes / KIB))} KiB` : `${decimal(bytes / MIB, language, 1)} MiB`;
}
