import type { FilterDef, Search } from './filters.ts';

/**
 * Whether a row ceased to match while it was shown, as far as the values that it shows tell. It stays where it is, so that no row moves under the pointer.
 * @param search the address of the list
 */
export function leftBy(filters: readonly FilterDef[], search: Search): (row: object) => boolean {
  const chosen = filters.flatMap(({ key, path, ...filter }) => {
    const values =
      filter.kind === 'enum' ? (search[key] ?? '').split(',').filter((one) => filter.values.includes(one)) : [];
    return values.length > 0 && path.length === 1 ? [{ name: path[0] ?? '', values }] : [];
  });
  return (row) =>
    chosen.some(({ name, values }) => {
      const value: unknown = Reflect.get(row, name);
      return typeof value === 'string' && !values.includes(value);
    });
}
