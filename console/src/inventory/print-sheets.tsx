import { memo } from 'react';
import { createPortal } from 'react-dom';
import { nonce } from '../ui/nonce.ts';
import { Label } from './label.tsx';
import { type LabelSize, pagesOf } from './label-sizes.ts';
import classes from './labels.module.css';
import type { NewCodes } from './new-codes.ts';

interface Props {
  readonly codes: NewCodes;
  readonly size: LabelSize;
  readonly used: number;
}

/** What the printer gets in place of the screen: pages of the size of the paper, in black on white whatever the theme. */
export const PrintSheets = memo(function PrintSheets({ codes, size, used }: Props) {
  const { page, columns, pitch, top, left, height } = size;
  return createPortal(
    <div className={classes.sheets} id="print">
      <style nonce={nonce()}>{printRules(page)}</style>
      {pagesOf(codes.devices, size, used).map((places, number) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
          key={number}
          className={classes.sheet}
          style={{ width: `${page.width}mm`, height: `${page.height}mm` }}
        >
          {places.map(
            (device, place) =>
              device && (
                <div
                  key={device.id}
                  style={{
                    top: `${top + Math.floor(place / columns) * height}mm`,
                    left: `${left + (place % columns) * pitch}mm`,
                  }}
                >
                  <Label device={device} model={codes.model} size={size} />
                </div>
              ),
          )}
        </div>
      ))}
    </div>,
    document.body,
  );
});

/** They are there only while there is something to print: other screens print as they are. */
const printRules = ({ width, height }: LabelSize['page']) => `
@page { size: ${width}mm ${height}mm; margin: 0; }
@media print {
  html, body { height: auto !important; background: #fff !important; }
  body > :not(#print) { display: none !important; }
}`;
