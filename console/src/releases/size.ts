const KIB = 1_024;
const MIB = KIB * KIB;

/** A number of bytes as `12 KiB` or `1.4 MiB`. */
export function sizeOf(bytes: number): string {
  return bytes < MIB ? `${Math.max(1, Math.round(bytes / KIB))} KiB` : `${Math.round((bytes / MIB) * 10) / 10} MiB`;
}
