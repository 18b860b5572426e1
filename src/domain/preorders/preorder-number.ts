import { randomCrockford } from '../devices/index.ts';
import { dateIn } from '../kernel/business-time.ts';

const RANDOM_CHARACTERS = 6;

/**
 * A number for a new preorder, as `PRE-261121-7K3M9Q`: the day in the business time zone and six random characters of
 * Crockford's base32, so that customers cannot tell from theirs how many there are. It may be taken already.
 */
export function newPreorderNumber(now: Date, timeZone: string): string {
  const day = dateIn(now, timeZone).replaceAll('-', '').slice(2);
  return `PRE-${day}-${randomCrockford(RANDOM_CHARACTERS)}`;
}
