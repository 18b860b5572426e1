import type { RecordModel } from '../../src/model/record.ts';
import type { Json } from './callers.ts';

/**
 * All that REST answers of a record, for exact comparisons: the members that are given, and null for each other one that the
 * declaration lets be null. So a new field that may be null breaks no test that is not about it.
 */
export function wholeRecord(model: RecordModel, members: Json): Json {
  const nullable = model.viewFields.filter((name) => {
    const spec = model.fields[name]?.spec;
    return spec?.nullable && !spec.missing;
  });
  return { ...Object.fromEntries(nullable.map((name) => [name, null])), ...members };
}
