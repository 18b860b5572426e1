import { knownValues, OTHER } from './enums.ts';
import type { RecordModel } from './record.ts';

/** The fields of a record that its lists can be counted by: those of a closed set of values that lists can be filtered by. */
export function facetFields({ fields }: RecordModel): readonly string[] {
  return Object.keys(fields).filter((name) => {
    const { kind, uses } = fields[name]?.spec ?? {};
    return (kind === 'enum' || kind === 'boolean') && uses?.has('filter') === true && !uses.has('restOnly');
  });
}

/** The values of such a field in their order, as text; at last null where a record may have none. */
export function facetValues({ fields }: RecordModel, name: string): readonly (string | null)[] {
  const { kind, values = [], nullable } = fields[name]?.spec ?? {};
  return [...(kind === 'boolean' ? ['true', 'false'] : values), ...(nullable ? [null] : [])];
}

/** The value of such a field as the facet shows it: what is stored of an open enumeration and none of its values is OTHER. */
export function facetValue({ fields }: RecordModel, name: string, stored: string | null): string | null {
  const known = knownValues(fields[name]?.spec.enumName);
  return stored === null || !known || known.includes(stored) ? stored : OTHER;
}
