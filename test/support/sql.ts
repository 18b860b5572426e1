import type { Json } from './callers.ts';

/** A statement on the app's database. With a name it is planned once for each connection. */
export type Sql = (text: string, values?: readonly unknown[], name?: string) => Promise<Json[]>;
