import { useMemo } from 'react';
import { encode } from 'uqr';

/** Modules of white that readers need around a code (ISO/IEC 18004). */
const QUIET = 4;

/** A text as a QR code that withstands the loss of 15 %. */
export function Qr({ text, side }: { readonly text: string; readonly side: number }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: QUIET });
    return { size, path: data.map(pathOfRow).join('') };
  }, [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={`${side}mm`}
      height={`${side}mm`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Dark modules beside each other are one rectangle: printers show no lines between them. */
function pathOfRow(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x += 1;
    path += `M${start} ${y}h${x + 1 - start}v1h${start - x - 1}z`;
  }
  return path;
}
