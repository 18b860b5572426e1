import type { TargetKind } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { Time } from '../ui/time.tsx';
import classes from './audit.module.css';
import { shownOf } from './values.ts';
import '../text/audit.ts';

interface Props {
  readonly kind: TargetKind | null;
  readonly field: string;
  readonly value: unknown;
}

/** A value of an entry in words. */
export function Value({ kind, field, value }: Props) {
  const text = useText();
  const shown = shownOf(text, kind, field, value);
  switch (shown.kind) {
    case 'nothing':
      return <span className={classes.dim}>{text.t('audit.nothing')}</span>;
    case 'hidden':
      return <span className={classes.dim}>{text.t('audit.hidden')}</span>;
    case 'time':
      return <Time at={shown.text} />;
    case 'code':
      return <code className={classes.code}>{shown.text}</code>;
    case 'text':
      return shown.text;
  }
}
