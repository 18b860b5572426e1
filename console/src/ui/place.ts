/** Where somebody is, from the narrow to the wide. A city and its region often have one name, which is said once; undefined where nothing is known. */
export function placeOf(...parts: readonly (string | null | undefined)[]): string | undefined {
  const known = new Set(parts.flatMap((part) => part?.trim() || []));
  return known.size > 0 ? [...known].join(', ') : undefined;
}
