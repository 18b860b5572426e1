import { randomCrockford } from '../devices/index.ts';
import { dateIn } from '../formats/business-time.ts';

const RANDOM_CHARACTERS = 6;

/**
 * A number for a new preorder, such as `PRE-261121-7K3M9Q`: the day in the business time zone and six random characters
 * of Crockford's base32, so that it does not reveal the number of preorders. It may already be in use.
 */
export function newPreorderNumber(now: Date, timeZone: string): string {
  const day = dateIn(now, timeZone).replaceAll('-', '').slice(2);
  return `PRE-${day}-${randomCrockford(RANDOM_CHARACTERS)}`;
}
