import { useText } from '../text/index.tsx';
import { type Counted, changeOf, changeText, figureText } from '../ui/figure.ts';
import '../text/charts.ts';

interface Props {
  readonly label: string;
  readonly now: number | null;
  readonly before: number | null | undefined;
  readonly counted: Counted;
}

/** A number with what it was in the period before. */
export function Changed({ label, now, before, counted }: Props) {
  const { t, language } = useText();
  const change = changeOf(now, before);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b className="k-number">{figureText(now, counted, language)}</b>
        <small title={`${t('chart.before')}: ${figureText(before, counted, language)}`} className="k-number">
          {changeText(change, language)}
        </small>
      </dd>
    </div>
  );
}
