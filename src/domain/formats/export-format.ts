import { Type } from 'typebox';
import { conditionEdges } from '../../model/condition-edges.ts';
import { isGroup, isQuantifier } from '../../model/filter-language.ts';
import type { RecordModel } from '../../model/record.ts';
import { isTimeZone, timeZoneProblem } from '../../model/time-zones.ts';
import { fieldProblem, validationFailed } from '../kernel/errors.ts';
import { described, oneOf, text } from '../kernel/input.ts';
import type { TableFormat } from './table-format.ts';

/** Replaces possible names, addresses and phone numbers in the audit entry. */
export const HIDDEN = '***';

/** The parameters of all exports that say how the file is written. */

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;
const DECIMAL_SIGNS = { point: '.', comma: ',' } as const;
const SEPARATOR_NAMES = ['comma', 'semicolon', 'tab'] as const;
const DECIMAL_SIGN_NAMES = ['point', 'comma'] as const;

/** The parameters of a format. */
export const formatFields = {
  format: Type.Optional(
    described(oneOf('ExportFormat', ['csv', 'ndjson', 'spreadsheet'], { default: 'csv' }), 'How the file is written.'),
  ),
  fields: Type.Optional(described(text(1), 'The columns by their names, separated by commas; default all.')),
  separator: Type.Optional(described(oneOf('ExportSeparator', SEPARATOR_NAMES), 'Of a spreadsheet; default a comma.')),
  bom: Type.Optional(described(Type.Boolean(), 'Whether a spreadsheet begins with a byte order mark; default true.')),
  timeZone: Type.Optional(described(text(1, 64), 'The time zone of a spreadsheet; default the business time zone.')),
  decimalSign: Type.Optional(described(oneOf('DecimalSign', DECIMAL_SIGN_NAMES), 'Of a spreadsheet; default a point.')),
};

/** What only a spreadsheet has. */
const OF_SPREADSHEETS = ['separator', 'bom', 'timeZone', 'decimalSign'] as const;

export interface FormatInput {
  readonly format?: TableFormat['format'];
  readonly fields?: string;
  readonly separator?: keyof typeof SEPARATORS;
  readonly bom?: boolean;
  readonly timeZone?: string;
  readonly decimalSign?: keyof typeof DECIMAL_SIGNS;
}

/** The requested format. @throws DomainError 400 for a parameter that only a spreadsheet has, and for an unknown time zone */
export function formatOf(given: FormatInput, businessTimeZone: string): TableFormat {
  const { format = 'csv', separator = 'comma', bom = true, timeZone = businessTimeZone, decimalSign = 'point' } = given;
  if (format !== 'spreadsheet') {
    const problems = OF_SPREADSHEETS.filter((name) => given[name] !== undefined);
    if (problems.length > 0) {
      throw validationFailed(
        problems.map((name) => fieldProblem(name, 'ONLY_FOR', { other: 'format', value: 'spreadsheet' })),
      );
    }
    return { format };
  }
  if (!isTimeZone(timeZone)) {
    throw validationFailed([timeZoneProblem('timeZone', timeZone)]);
  }
  return {
    format,
    separator: SEPARATORS[separator],
    byteOrderMark: bom,
    timeZone,
    decimalSign: DECIMAL_SIGNS[decimalSign],
  };
}

/** A filter for the audit entry, without personal data. */
export function hiddenFilter(filter: unknown, model: RecordModel | undefined): unknown {
  if (Array.isArray(filter)) return filter.map((part) => hiddenFilter(part, model));
  if (typeof filter !== 'object' || filter === null) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([name, part]) => {
      if (isGroup(name) || isQuantifier(name) || name === 'of') return [name, hiddenFilter(part, model)];
      const edge = model && conditionEdges(model).find((each) => each.name === name);
      if (edge) return [name, hiddenFilter(part, edge.to)];
      return [name, model?.fields[name]?.spec.uses.has('personal') ? HIDDEN : part];
    }),
  );
}
