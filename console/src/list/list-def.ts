import type { Icon } from '@primer/octicons-react';
import type { Client } from '@urql/core';
import type { ReactNode } from 'react';
import type { Action, ActionRecord } from '../actions/action.ts';
import type { ViewedList } from '../api/generated/enums.ts';
import type { Want } from '../live/live.ts';
import type { NewPage } from '../palette/screens.ts';
import type { EnumName } from '../text/enums.ts';
import type { TextKey } from '../text/index.tsx';
import type { FilterDef } from './filters.ts';
import type { Shown } from './shown.ts';
import type { Places, Rows } from './windows.ts';

/** The width of a column with a date and a time, which are not cut in the fonts that we tried. */
export const TIME_WIDTH = 160;

export interface Column<Row> {
  /** Its name in the address, in saved views, in exports, and of the variable that includes what it shows (`shownIn`). */
  readonly key: string;
  readonly label: TextKey;
  readonly width: number;
  /** Its texts are of any length: it takes most of the width that is left over, and gives way where there is too little. */
  readonly isElastic?: boolean;
  readonly isShown?: boolean;
  /** The constant of the list's order. */
  readonly sort?: string;
  readonly isNumber?: boolean;
  /** The export of the list does not have it: a value of another record. */
  readonly isOnlyShown?: boolean;
  /** Where its money has its currency: the export has it beside the amount, as the cell does. */
  readonly currency?: string;
  readonly cell: (row: Shown<Row>) => ReactNode;
}

export interface Sort {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
}

/** The order of a list that names none. */
export const NEWEST_FIRST: Sort = { field: 'CREATED_AT', direction: 'DESC' };

/** What a list is asked for. */
export interface Query {
  readonly filter: object | undefined;
  readonly sort: readonly Sort[] | undefined;
  readonly search: string | undefined;
  readonly columns: readonly string[];
}

export interface Counts {
  readonly total: number;
  readonly values: Readonly<Record<string, number>>;
  /** Sums of the records, beside the filters. */
  readonly sums?: ReactNode;
}

/** The page that makes a new record. */
export interface NewByPage {
  readonly page: NewPage;
  readonly label: TextKey;
  readonly icon: Icon;
}

/** Everything that one list is. */
export interface ListDef<Row extends ActionRecord> {
  readonly title: TextKey;
  readonly list: ViewedList;
  /** The member of a saved view. */
  readonly view: string;
  /** The name of its export. */
  readonly exported?: string;
  /** The operation that the export needs, where it is not that of the list. */
  readonly exportNeeds?: string;
  readonly columns: readonly Column<Row>[];
  /** The order that it begins with, by a column that it begins with; without one the newest come first. */
  readonly order?: Sort;
  /** The lines of a row on a narrow screen, each of one or two of the columns that a list begins with. Of other columns, two share a line. */
  readonly narrow: readonly (readonly [string, string?])[];
  /** Without a search of the API there is no field for it. */
  readonly hasSearch?: boolean;
  /** The key of the filter of text that the field for the search fills instead. */
  readonly searchedBy?: string;
  readonly filters: readonly FilterDef[];
  /** The filter whose values are tabs with their counts. */
  readonly tabs: {
    readonly key: string;
    readonly label: TextKey;
    readonly name: EnumName;
    readonly values: readonly string[];
    /** What the tab of all shows, where that is not everything. */
    readonly all?: TextKey;
  };
  readonly rows: (client: Client, query: Query, isBackward: boolean, places?: Places) => Rows<Row>;
  readonly count: (client: Client, query: Query) => Promise<Counts | undefined>;
  /** Reads rows again that an event named; the cache shows them. */
  readonly reread: (client: Client, ids: readonly string[], query: Query) => Promise<void>;
  readonly live: readonly Want['subscription'][];
  /** The events of new records: the list says how many have come, and shows them when it is asked to. */
  readonly grows?: { readonly on: Want['subscription']; readonly by: 'CREATED' | 'PROGRESS' };
  readonly actions: readonly Action[];
  /** What makes a new record, for who may: a page, or an action with a form. */
  readonly create?: NewByPage | Action;
  readonly empty: {
    readonly icon: Icon;
    readonly title: TextKey;
    readonly text: TextKey;
    /** The screen where the first record comes from, in a list that makes none itself. */
    readonly from?: '/inventory' | '/releases';
  };
}
