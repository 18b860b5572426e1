import { DatePicker } from '@mantine/dates';
import styles from '@mantine/dates/styles.layer.css?url';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../text/index.tsx';
import { LOCALES } from './locales.ts';
import '../text/dates.ts';

interface Props {
  /** `2026-11-27`; empty without one. */
  readonly day: string;
  /** By the clock of the field, which need not be that of the browser. */
  readonly today: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onPick: (day: string) => void;
}

const TODAY = { 'aria-current': 'date', style: { border: '1px solid var(--k-accent)', fontWeight: 600 } } as const;

/** The calendar of a field for dates. It takes the focus, and its styles come with it. */
export default function Calendar(props: Props) {
  const [isStyled, setStyled] = useState(false);
  return (
    <>
      {/* Where it stands, behind the styles that it adds to. */}
      <link rel="stylesheet" href={styles} onLoad={() => setStyled(true)} onError={() => setStyled(true)} />
      {isStyled && <Days {...props} />}
    </>
  );
}

function Days({ day, today, min, max, onPick }: Props) {
  const { t, language } = useText();
  const [back, forward] = [t('date.previous'), t('date.next')];
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector<HTMLElement>('td button[tabindex="0"]')?.focus(), []);
  return (
    <DatePicker
      ref={root}
      locale={LOCALES[language]}
      weekendDays={[]}
      hideOutsideDates
      value={day || null}
      defaultDate={day || today}
      getDayProps={(date) => (date === today ? TODAY : {})}
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
      onChange={(next) => next && onPick(next)}
      ariaLabels={{
        previousMonth: back,
        nextMonth: forward,
        previousYear: back,
        nextYear: forward,
        previousDecade: back,
        nextDecade: forward,
      }}
      // A dialog around it would close at Escape, too.
      onFocusCapture={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
    />
  );
}
