/** A share from 0 to 1 as `12.5 %`; undefined without one. */
export function percentOf(share: number | null | undefined): string | undefined {
  return share === null || share === undefined ? undefined : `${Math.round(share * 1_000) / 10} %`;
}
