/** How often a proof by chance is repeated. */
interface Repetitions {
  /** In `npm test`: often enough to notice. */
  readonly quick: number;
  /** In `npm run test:heavy`, which is a part of CI: often enough to trust it. Left out where the proof is in test/rare alone. */
  readonly heavy?: number;
  /** In `RARE=1 npm run test:heavy`, before an issue is resolved. */
  readonly rare: number;
}

/** Whether this is `RARE=1 npm run test:heavy`, which also runs the files of test/rare. */
export const isRare = process.env.HEAVY === '1' && process.env.RARE === '1';

export function repetitions({ quick, heavy = quick, rare }: Repetitions): number {
  if (process.env.HEAVY !== '1') return quick;
  return isRare ? rare : heavy;
}
