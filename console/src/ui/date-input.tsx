import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { CalendarIcon } from '@primer/octicons-react';
import { lazy, Suspense, useContext, useEffect, useRef, useState } from 'react';
import { useText } from '../text/index.tsx';
import { dayOfText, isUnclear, textOfDate, timeOfText } from './date-text.ts';
import { ZoneContext } from './zone-context.ts';
import { zoned } from './zoned.ts';
import '../text/dates.ts';

const Calendar = lazy(() => import('./calendar.tsx'));

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> {
  /** `2026-11-27`, or `2026-11-27T10:30` with a time; empty without a date. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hasTime?: boolean;
  /** The zone of today and now; that of the screens without it. */
  readonly zone?: string;
  /** The first and the last day that the calendar offers. */
  readonly min?: string;
  readonly max?: string;
  /** Inside of a popover, which would close when its calendar is clicked elsewhere. */
  readonly isInline?: boolean;
}

interface Typed {
  readonly text: string;
  /** What it says; undefined if it is no date. */
  readonly read: string | undefined;
  /** The value of the field before it was typed. */
  readonly before: string;
}

/** Takes a date as the screens write it, typed or chosen. A form is not sent while something else stands in it. */
export function DateInput(given: Props) {
  const { value, onChange, hasTime = false, zone, min, max, isInline = false, error, ...props } = given;
  const { t, language } = useText();
  const [typed, setTyped] = useState<Typed>();
  const [isLeft, setLeft] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const own = typed && [typed.before, typed.read].includes(value) ? typed : undefined;
  const text = own?.text ?? textOfDate(value, language);
  const screenZone = useContext(ZoneContext);
  const now = zoned(new Date().toISOString(), zone ?? screenZone);
  const today = now.format('YYYY-MM-DD');
  // A day without one has the time that stands there, else that of now.
  const clock = value.slice(11) || now.format('HH:mm');
  const isWrong = own !== undefined && own.read !== value;
  // One that the field would take.
  const day = min ?? max ?? today;
  const example = textOfDate(hasTime ? `${day}T10:30` : day, language);
  const why = isUnclear(text) ? 'date.unclear' : 'date.wrong';
  const wrong = text.trim() === '' ? t('form.required') : t(why, { example });

  const wrongNow = useRef(isWrong);
  wrongNow.current = isWrong;
  useEffect(() => {
    const form = input.current?.form;
    const hold = (event: Event) => {
      if (!wrongNow.current) return;
      event.preventDefault();
      event.stopPropagation();
      setLeft(true);
      input.current?.focus();
    };
    form?.addEventListener('submit', hold, true);
    return () => form?.removeEventListener('submit', hold, true);
  }, []);

  function readIn(words: string) {
    if (words.trim() === '') return '';
    return hasTime ? timeOfText(words, today, clock) : dayOfText(words, today);
  }

  function type(words: string) {
    const read = readIn(words);
    setLeft(false);
    setTyped({ text: words, read, before: value });
    if (read !== undefined && read !== value) onChange(read);
  }

  function pick(day: string) {
    setOpen(false);
    setTyped(undefined);
    const next = hasTime ? `${day}T${clock}` : day;
    onChange(next);
    input.current?.focus();
    // The time is what is left to type.
    const words = textOfDate(next, language);
    if (hasTime) requestAnimationFrame(() => input.current?.setSelectionRange(words.length - 5, words.length));
  }

  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
      withinPortal={!isInline}
    >
      <Popover.Target>
        <TextInput
          {...props}
          ref={input}
          autoComplete="off"
          // With a time it would read like a value.
          placeholder={hasTime ? undefined : example}
          value={text}
          error={isWrong && isLeft ? wrong : error}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => (isWrong ? setLeft(true) : setTyped(undefined))}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            setOpen(true);
          }}
          rightSectionPointerEvents="all"
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('date.calendar')}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              disabled={props.disabled}
              onClick={() => setOpen(true)}
            >
              <CalendarIcon size={14} />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('date.calendar')} p="xs">
        <Suspense>
          <Calendar day={value.slice(0, 10)} today={today} min={min} max={max} onPick={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
