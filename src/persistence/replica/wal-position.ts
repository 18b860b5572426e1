/** A position in the write-ahead log: `16/B374D848` as a number that grows. */
export type WalPosition = bigint;

/** @param text as PostgreSQL writes a pg_lsn: two hexadecimal numbers of 32 bits */
export function readWalPosition(text: string): WalPosition {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
