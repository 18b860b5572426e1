import { answer, integer, oneOf } from '../record.ts';

export const BY_STATUS = 'One entry for each status, including those with 0.';

/**
 * Declares the number of records in one status.
 * @param enumName the name of the enumeration in the API, for example `DeviceStatus`
 * @param things the counted records, in the plural
 */
export const statusCount = <const Values extends readonly string[]>(enumName: string, values: Values, things: string) =>
  answer(`${enumName}Count`, `The number of ${things} in one status.`, {
    status: oneOf(enumName, values, 'The status.'),
    count: integer(`The ${things} in it.`),
  });
