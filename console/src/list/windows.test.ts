import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Client, gql, makeResult } from '@urql/core';
import { filter, map, pipe } from 'wonka';
import { type Connection, type PageVariables, WINDOW, Windows } from './windows.ts';

interface Row {
  readonly id: string;
}

/** A client of a service that has these rows, in this order; a cursor is the number of a row, and stays when the row is gone. */
function clientOf(rows: readonly number[]): Client {
  const page = ({ after = '-1', before = 'Infinity', last, first }: PageVariables): Connection<Row> => {
    const found = rows.filter((row) => row > Number(after ?? -1) && row < Number(before ?? Number.POSITIVE_INFINITY));
    const shown = last ? found.slice(-last) : found.slice(0, first);
    const pageInfo = {
      startCursor: String(shown[0]),
      endCursor: String(shown.at(-1)),
      hasNextPage: shown.at(-1) !== found.at(-1),
      hasPreviousPage: shown[0] !== found[0],
    };
    return { nodes: shown.map((row) => ({ id: String(row) })), pageInfo };
  };
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    exchanges: [
      () => (operations) =>
        pipe(
          operations,
          filter(({ kind }) => kind === 'query'),
          map((operation) => makeResult(operation, { data: { page: page(operation.variables) }, hasNext: false })),
        ),
    ],
  });
}

const source = {
  document: gql<{ readonly page: Connection<Row> }, PageVariables>`
    query Page($first: Int, $after: String, $last: Int, $before: String) {
      page(first: $first, after: $after, last: $last, before: $before) {
        nodes
      }
    }
  `,
  variables: (page: PageVariables) => page,
  pick: ({ page }: { readonly page: Connection<Row> }) => page,
};

for (const isBackward of [false, true]) {
  it(`a list that is read again, ${isBackward ? 'backward' : 'forward'}, has each row once, whatever has left it or come since`, () => {
    const rows = Array.from({ length: 350 }, (_, index) => 10 * index);
    const windows = new Windows(clientOf(rows), source, isBackward);
    const readAll = () => {
      for (let turn = 0; turn < 5; turn += 1) windows.show(0, windows.length);
    };
    const shown = () => Array.from({ length: windows.length }, (_, index) => Number(windows.row(index)?.id));
    windows.show(0, 0);
    readAll();
    assert.deepEqual(shown(), rows);

    rows.splice(isBackward ? 300 : 20, 5);
    rows.splice(170, 0, 1_601, 1_602, 1_603);
    rows.sort((one, other) => one - other);
    windows.refresh();
    readAll();
    assert.deepEqual(shown(), rows);

    rows.splice(50, rows.length - WINDOW);
    windows.refresh();
    readAll();
    assert.deepEqual([shown(), windows.hasMore], [rows, false]);
  });
}
