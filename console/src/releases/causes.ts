/** How many attempts failed for one cause. */
export interface Cause {
  readonly name: string;
  readonly count: number;
}
