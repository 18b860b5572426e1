import { Fragment } from 'react';
import type { LabelSize } from './label-sizes.ts';
import classes from './labels.module.css';
import type { NewDevice } from './new-codes.ts';
import { Qr } from './qr.tsx';

interface Props {
  readonly device: NewDevice;
  readonly model: string;
  readonly size: LabelSize;
}

/** One label in its real size: the QR code, the serial and the claim code to type. */
export function Label({ device, model, size }: Props) {
  const { serial, claimCode, hardwareRevision, qr } = device;
  return (
    <div
      className={classes.label}
      style={{ width: `${size.width}mm`, height: `${size.height}mm`, fontSize: `${size.font}pt` }}
      data-testid="label"
    >
      <Qr text={qr} side={size.qr} />
      <div className={classes.words}>
        <span className={classes.model}>
          {model} <small>{hardwareRevision}</small>
        </span>
        <Broken text={serial} at={/(.{12})/} />
        <b>
          <Broken text={claimCode} at={/(.{14})/} />
        </b>
      </div>
    </div>
  );
}

/** A text that may go on in the next line at these places only. */
function Broken({ text, at }: { readonly text: string; readonly at: RegExp }) {
  const parts = text.split(at).filter(Boolean);
  return (
    <span className={classes.code}>
      {parts.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
