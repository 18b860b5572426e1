import type { Static, TObject } from 'typebox';
import type { Bound } from '../model/edge.ts';
import type { Page } from '../model/ports.ts';
import type { RecordModel } from '../model/record.ts';
import type { ListQuery } from '../persistence/lists/list-definition.ts';
import type { RecordList } from '../persistence/lists/record-list.ts';
import type { AdminPrincipal, Principal } from './kernel/access.ts';
import { fields, paging } from './kernel/input.ts';
import { type PageArguments, pageRequest, refinementOf, typedList } from './kernel/list.ts';
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
  readonly query: ListQuery;
  /** What the caller sees of a row. */
  readonly view: (row: never) => T;
}

/** Reads the requested page, with the selected fields of its records (`read-page.ts`). */
export type ReadPage = <T>(context: Pick<Context, 'em' | 'now'>, request: ListRequest<T>) => Promise<Page<T>>;

/** An operation that returns pages of a list; its export returns the whole list (`list-exports.ts`). */
export interface ListOperation<T = unknown> extends Operation<Page<T>> {
  readonly rows: (context: Context<AdminPrincipal>, input: never) => ListRequest<T>;
}

/** What an operation asks of its list itself; the filter, the order and the page are the caller's. */
interface OwnRequest<T> extends Omit<ListRequest<T>, 'query'> {
  readonly query?: Pick<ListQuery, 'where' | 'within' | 'search'>;
}

interface ListSpec<I extends TObject, T, P extends Principal>
  extends Omit<
    OperationSpec<I, Page<T>, P, undefined>,
    'effect' | 'target' | 'typedInput' | 'list' | 'prepare' | 'handle'
  > {
  /** Whose filter and order typed clients have. */
  readonly record: RecordModel;
  /** Optional parameters that typed clients have too, because no condition of a filter can replace them. */
  readonly kept?: readonly string[];
  /** The length of a page where the contract's form has no `take`: that form returns the longest. */
  readonly page?: Bound;
  /**
   * True if it shows the fields of the record as they are stored, to every caller: then PostgreSQL may write them to the reply.
   */
  readonly asStored?: boolean;
  /** What a call asks for; it reads nothing. */
  rows(context: Context<P>, input: Static<I>): OwnRequest<T>;
}

/** The page of an input, of the contract's form or of a typed client. */
interface PageInput extends PageArguments {
  readonly skip?: number;
  readonly take?: number;
}

/** Declares an operation that lists records. */
export function listOperation<I extends TObject, T, P extends Principal>(
  spec: ListSpec<I, T, P> & Answered,
): ListOperation<T> {
  const { record, kept = [], asStored = false, page = spec.input.properties.take as unknown as Bound } = spec;
  function rows(context: Context<P>, input: Static<I>): ListRequest<T> {
    const own = spec.rows(context, input);
    const { skip, take, ...typed } = input as PageInput;
    const usual = context.call.transport === 'REST' ? page.maximum : page.default;
    const asked = pageRequest(typed, take ?? usual);
    return { ...own, query: { skip, ...asked, ...refinementOf(input), ...own.query } };
  }
  const declared = operation<I, Page<T>, P, undefined, ReadPage>({
    ...spec,
    effect: 'read',
    typedInput: typedList(spec.input, page, refinementFor(record), kept),
    list: { asStored, page },
    async handle(context, input, readPage) {
      return readPage(context, rows(context, input as Static<I>));
    },
  });
  // The type of an operation does not name its callers and its input, of which `run` has checked what it passes on.
  return { ...declared, rows: rows as never };
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
  const { list, view, beyond, ...facts } = spec;
  return listOperation({
    ...facts,
    beyond: { ...beyond, graphqlOnly: true },
    limit: 120,
    input: fields(paging(50, 100)),
    asStored: true,
    rows: () => ({ list, view }),
  });
}
