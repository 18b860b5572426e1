import { RecordLink } from '../palette/record-link.tsx';
import { useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import { Expiry } from '../ui/expiry.tsx';
import { Time } from '../ui/time.tsx';
import classes from './audit.module.css';
import { type About, shownOf } from './values.ts';
import '../text/audit.ts';

/** What is shown of an id. */
const SHORT_ID = 8;

interface Props {
  readonly entry: About;
  readonly field: string;
  readonly value: unknown;
}

/** A value of an entry in words. */
export function Value({ entry, field, value }: Props) {
  const text = useText();
  const shown = shownOf(text, entry, field, value);
  switch (shown.kind) {
    case 'nothing':
      return <span className={classes.dim}>{text.t('audit.nothing')}</span>;
    case 'hidden':
      return <span className={classes.dim}>{text.t('audit.hidden')}</span>;
    case 'time':
      return field === 'expiresAt' ? <Expiry at={shown.text} /> : <Time at={shown.text} />;
    case 'code':
      return <code className={classes.code}>{shown.text}</code>;
    case 'text':
      return shown.text;
    case 'record':
      return (
        <RecordLink kind={shown.of} id={shown.id}>
          <Code>{shown.id.slice(0, SHORT_ID)}</Code>
        </RecordLink>
      );
  }
}
