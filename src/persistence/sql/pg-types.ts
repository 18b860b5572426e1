import pg from 'pg';

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const DATE = 1082;

/** Types of PostgreSQL's values: counts and sums as numbers (they are safe integers), timestamps as dates, dates as text. */
export const builtins = new pg.TypeOverrides();
builtins.setTypeParser(INT8, (text: string) => Number(text));
builtins.setTypeParser(TIMESTAMPTZ, (text: string) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')));
builtins.setTypeParser(DATE, (text: string) => text);
