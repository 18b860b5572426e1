import { useText } from '../text/index.tsx';
import { offerNext } from '../text/offer-next.ts';
import { offWords, standingWords, stuckWords } from '../text/offer-words.ts';
import { say } from '../text/triple.ts';
import { useTimes } from '../ui/time.tsx';
import classes from './record.module.css';
import type { Standing } from './update-standing.ts';

/** How things are with an update, and what to do next: the same sentences wherever it is shown. */
export function UpdateSays({ standing: { standing, since, stuck, offSince } }: { readonly standing: Standing }) {
  const { language } = useText();
  const times = useTimes();
  const saidAt = (time: string | undefined) => time && `${times.dateTime(time)} (${times.ago(time)})`;
  return (
    <>
      <p className={classes.says}>{say(standingWords[standing], language, { at: saidAt(since) })}</p>
      {stuck && (
        <p className={classes.says}>
          {say(stuckWords, language, { report: times.dateTime(stuck.report), found: times.dateTime(stuck.found) })}
        </p>
      )}
      {offSince && <p className={classes.says}>{say(offWords, language, { at: saidAt(offSince) })}</p>}
      <p className={classes.says}>{say(offerNext[standing], language)}</p>
    </>
  );
}
