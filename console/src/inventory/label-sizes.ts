import type { TextKey } from '../text/index.tsx';
import '../text/inventory.ts';

/** A size of labels and the paper that they are on; all lengths are millimetres. */
export interface LabelSize {
  readonly key: string;
  readonly label: TextKey;
  readonly width: number;
  readonly height: number;
  readonly page: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
  /** From the edges of the paper to the first label. */
  readonly top: number;
  readonly left: number;
  /** From one column to the next. */
  readonly pitch: number;
  /** The side of the QR code with its quiet zone. */
  readonly qr: number;
  /** The height of its letters, in points. */
  readonly font: number;
}

const A4 = { width: 210, height: 297 };

const roll = (width: number, height: number) =>
  ({ width, height, page: { width, height }, columns: 1, rows: 1, top: 0, left: 0, pitch: width }) as const;

export const LABEL_SIZES = [
  {
    key: 'sheet38',
    label: 'labels.sheet38',
    width: 38.1,
    height: 21.2,
    page: A4,
    columns: 5,
    rows: 13,
    top: 10.7,
    left: 4.75,
    pitch: 40.6,
    qr: 19,
    font: 5.5,
  },
  {
    key: 'sheet70',
    label: 'labels.sheet70',
    width: 70,
    height: 37,
    page: A4,
    columns: 3,
    rows: 8,
    top: 0.5,
    left: 0,
    pitch: 70,
    qr: 31,
    font: 8.5,
  },
  { key: 'roll62', label: 'labels.roll62', ...roll(62, 29), qr: 25.5, font: 8 },
  { key: 'roll50', label: 'labels.roll50', ...roll(50, 30), qr: 25, font: 7.5 },
] as const satisfies readonly LabelSize[];

/** The places of all labels, page by page; the first `used` places are empty. */
export function pagesOf<Label>(labels: readonly Label[], size: LabelSize, used: number): (Label | undefined)[][] {
  const perPage = size.columns * size.rows;
  const places = [...Array.from({ length: usedOn(size, used) }, () => undefined), ...labels];
  return Array.from({ length: Math.ceil(places.length / perPage) }, (_, page) =>
    places.slice(page * perPage, (page + 1) * perPage),
  );
}

/** A sheet that has no free place is none. */
const usedOn = ({ columns, rows }: LabelSize, used: number) => Math.min(Math.max(0, used), columns * rows - 1);
