import { useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, useMemo } from 'react';
import type { ActionRecord } from '../actions/action.ts';
import { useViewer } from '../session/use-session.ts';
import type { Column, ListDef } from './list-def.ts';
import type { ListState } from './use-list-state.ts';

const ROW = { COMFORTABLE: 40, COMPACT: 32 } as const;
/** Around the lines of a row on a narrow screen. */
const AROUND = { COMFORTABLE: 14, COMPACT: 6 } as const;
/** Of a status, with the gap below it. */
const LINE = 21;
const LINE_GAP = 3;
const HEAD_LINE = 18;
const AROUND_HEAD = 8;
const NARROW = '(max-width: 640px)';
/** Columns are not pulled further apart than this share of their width, or this width: the eye loses the row. */
const WIDEST = 1.6;
const WIDE = 1_400;
/** What an elastic column keeps of its width, and how much more than others it takes of what is left over. */
const KEPT = 0.8;
const MORE = 3;
/** The column of the boxes; a list without an action for many records has none. */
const CHECK = 40;
const NARROW_CHECK = 32;
/** Around the columns; without boxes the first one stands below the title. */
const LEFT = 8;
const LEFT_ALONE = 12;
const RIGHT = 8;

export interface Layout<Row> {
  /** One line, or those of a narrow screen with one or two columns each. */
  readonly lines: readonly (readonly Column<Row>[])[];
  readonly isNarrow: boolean;
  readonly height: number;
  readonly headHeight: number;
  /** Below it the rows are scrolled sideways. */
  readonly width: number;
  readonly style: CSSProperties;
}

/** How rows are laid out: a line with a column for each value, or, on a narrow screen, a few lines with what a person most needs. */
export function useLayout<Row extends ActionRecord>(
  def: Pick<ListDef<Row>, 'columns' | 'narrow'>,
  { query, search }: Pick<ListState, 'query' | 'search'>,
  hasBoxes: boolean,
): Layout<Row> {
  const { density } = useViewer().preferences;
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const isChosen = Boolean(search.cols);
  return useMemo(() => {
    const shown = query.columns.flatMap((key) => def.columns.find((column) => column.key === key) ?? []);
    return isNarrow
      ? inLines(isChosen ? inPairs(shown) : linesOf(def.narrow, shown), density, hasBoxes)
      : inColumns(shown, density, hasBoxes);
  }, [query.columns, def, isNarrow, isChosen, density, hasBoxes]);
}

type Density = keyof typeof ROW;

function inColumns<Row>(columns: readonly Column<Row>[], density: Density, hasBoxes: boolean): Layout<Row> {
  const boxes = hasBoxes ? CHECK : 0;
  const sizes = columns.map(({ width, isElastic }) =>
    isElastic ? { least: Math.round(KEPT * width), share: MORE * width } : { least: width, share: width },
  );
  const left = hasBoxes ? LEFT : LEFT_ALONE;
  const width = left + boxes + RIGHT + sizes.reduce((sum, { least }) => sum + least, 0);
  const widths = sizes.map(({ least, share }) => `minmax(${least}px, ${share}fr)`);
  const height = ROW[density];
  return {
    lines: [columns],
    isNarrow: false,
    height,
    headHeight: height,
    width,
    style: {
      paddingLeft: left,
      gridTemplateColumns: [...(hasBoxes ? [`${boxes}px`] : []), ...widths].join(' '),
      paddingRight: `max(${RIGHT}px, calc(100% - ${Math.max(WIDE, WIDEST * width)}px))`,
    },
  };
}

function inLines<Row>(lines: Layout<Row>['lines'], density: Density, hasBoxes: boolean): Layout<Row> {
  return {
    lines,
    isNarrow: true,
    height: lines.length * (LINE + LINE_GAP) - LINE_GAP + AROUND[density],
    headHeight: lines.length * HEAD_LINE + AROUND_HEAD,
    width: 0,
    style: {
      gridTemplateColumns: `${hasBoxes ? `${NARROW_CHECK}px ` : ''}minmax(0, 1fr)`,
      gridTemplateRows: `repeat(${lines.length}, auto)`,
      rowGap: LINE_GAP,
    },
  };
}

/** The columns of each line, without those that are not shown. */
const linesOf = <Row>(lines: ListDef<never>['narrow'], shown: readonly Column<Row>[]) =>
  lines
    .map((keys) => keys.flatMap((key) => shown.find((column) => column.key === key) ?? []))
    .filter(({ length }) => length > 0);

const inPairs = <Row>(shown: readonly Column<Row>[]) =>
  shown.flatMap((_, index) => (index % 2 === 0 ? [shown.slice(index, index + 2)] : []));
