import type { FieldKind, RecordModel, View } from '../../model/record.ts';
import type { Figures } from './read-tables.ts';

/** The figures of a record: its numbers, each named after the metric that it shows. */
export type FigureName<Model extends RecordModel> = {
  [Name in keyof Model['fields']]: Model['fields'][Name]['value'] extends number | null ? Name : never;
}[keyof Model['fields']] &
  string;

type FiguresView<Model extends RecordModel> = Pick<View<Model>, FigureName<Model> & keyof View<Model>>;

const NUMBERS: readonly (FieldKind | undefined)[] = ['integer', 'bigInteger', 'money', 'number'];

/** The metrics that the figures of a record show. */
export function metricsOf<Model extends RecordModel>(model: Model): FigureName<Model>[] {
  const names = Object.keys(model.fields).filter((name) => NUMBERS.includes(model.fields[name]?.spec.kind));
  return names as FigureName<Model>[];
}

/**
 * The figures of a record. What a row lacks is 0, or null where the record allows it.
 * @param found the metrics of a row; nothing when there is no row
 */
export function viewFigures<Model extends RecordModel>(
  model: Model,
  found: Figures<FigureName<Model>> | null | undefined,
): FiguresView<Model> {
  const figures = metricsOf(model).map((name) => {
    const missing = model.fields[name]?.spec.nullable ? null : 0;
    return [name, found?.[name] ?? missing] as const;
  });
  return Object.fromEntries(figures) as FiguresView<Model>;
}
