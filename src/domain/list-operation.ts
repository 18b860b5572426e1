import type { Static, TObject } from 'typebox';
import type { Page } from '../model/ports.ts';
import type { RecordModel } from '../model/record.ts';
import type { PageQuery } from '../persistence/lists/list-reader.ts';
import type { RecordList } from '../persistence/lists/record-list.ts';
import type { AdminPrincipal, Principal } from './kernel/access.ts';
import { fields, paging } from './kernel/input.ts';
import { refinementOf, typedList } from './kernel/list.ts';
import {
  type Answered,
  type Beyond,
  type Context,
  type Operation,
  type OperationSpec,
  operation,
} from './kernel/operation.ts';
import { refinementFor } from './kernel/record-input.ts';

/** What a call asks of a list. */
export interface ListRequest<T> {
  readonly list: RecordList;
  readonly query: PageQuery;
  /** What the caller sees of a row. */
  readonly view: (row: never) => T;
}

/** Reads the requested page, with the selected fields of its records (`read-page.ts`). */
export type ReadPage = <T>(context: Pick<Context, 'em' | 'now'>, request: ListRequest<T>) => Promise<Page<T>>;

/** An operation that returns pages of a list; its export returns the whole list (`list-exports.ts`). */
export interface ListOperation<T = unknown> extends Operation<Page<T>> {
  readonly rows: (context: Context<AdminPrincipal>, input: never) => ListRequest<T>;
}

interface ListSpec<I extends TObject, T, P extends Principal>
  extends Omit<OperationSpec<I, Page<T>, P, undefined>, 'effect' | 'target' | 'list' | 'prepare' | 'handle'> {
  readonly typedInput: TObject;
  /**
   * True if it shows the fields of the record as they are stored, to every caller: then PostgreSQL may write them to the reply.
   */
  readonly asStored?: boolean;
  /** What a call asks for; it reads nothing. */
  rows(context: Context<P>, input: Static<I>): ListRequest<T>;
}

/** Declares an operation that lists records. */
export function listOperation<I extends TObject, T, P extends Principal>(
  spec: ListSpec<I, T, P> & Answered,
): ListOperation<T> {
  const { asStored = false } = spec;
  const declared = operation<I, Page<T>, P, undefined, ReadPage>({
    ...spec,
    effect: 'read',
    list: { asStored },
    async handle(context, input, readPage) {
      return readPage(context, spec.rows(context, input as Static<I>));
    },
  });
  return declared as ListOperation<T>;
}

interface RecordListSpec<T, P extends Principal>
  extends Pick<OperationSpec<TObject, Page<T>, P, undefined>, 'name' | 'summary' | 'access'> {
  readonly beyond: Beyond;
  readonly record: RecordModel;
  readonly list: RecordList;
  /** What the caller sees of a row. */
  readonly view: (row: never) => T;
}

/** Declares a list that only GraphQL has: pages of 50, with the filter and the order of its record. */
export function graphqlListOperation<T, P extends Principal>(spec: RecordListSpec<T, P>): ListOperation<T> {
  const { record, list, view, beyond, ...facts } = spec;
  const input = fields(paging(50, 100));
  return listOperation({
    ...facts,
    beyond: { ...beyond, graphqlOnly: true },
    limit: 120,
    input,
    typedInput: typedList(input, refinementFor(record)),
    asStored: true,
    rows(_context, { skip, take = 50, ...rest }) {
      return { list, query: { ...refinementOf(rest), skip, take }, view };
    },
  });
}
