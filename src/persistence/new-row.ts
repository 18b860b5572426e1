/**
 * The values of a row to insert: members that may be null can be left out, so that a new nullable column changes no code that
 * adds rows. The database or the ORM sets `id` and `revision`.
 */
export type NewRow<Row> = Omit<Values<Row>, Nullable<Values<Row>>> & Partial<Pick<Values<Row>, Nullable<Values<Row>>>>;

type Values<Row> = Omit<Row, 'id' | 'revision' | symbol>;
type Nullable<Row> = { [Name in keyof Row]: null extends Row[Name] ? Name : never }[keyof Row];
