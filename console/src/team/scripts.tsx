import { useQuery } from 'urql';
import { AdminScriptsDocument } from '../api/generated/team-team.ts';
import { problemOf } from '../api/problem.ts';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useTimes } from '../ui/time.tsx';
import classes from './team.module.css';
import '../text/staff-enums.ts';
import '../text/team.ts';

/** The service accounts that call in the name of a colleague. */
export function Scripts({ id }: { readonly id: string }) {
  const { t, word } = useText();
  const { ago } = useTimes();
  const [{ data, error }] = useQuery({
    query: AdminScriptsDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const problem = problemOf(error);
  const scripts = data?.serviceAccounts?.nodes ?? [];
  return (
    <Card title={t('team.scripts')}>
      {problem && <ProblemAlert problem={problem} />}
      {data && scripts.length === 0 && <span className={classes.dim}>{t('team.noScripts')}</span>}
      <ul className={classes.items}>
        {scripts.map(({ id: key, name, role, status, lastUsedAt }) => (
          <li key={key}>
            <span>
              {name}{' '}
              <span className={classes.dim}>
                · {word('AdminRole', role)} ·{' '}
                {lastUsedAt ? t('team.scriptUsed', { ago: ago(lastUsedAt) }) : t('team.scriptUnused')}
              </span>
            </span>
            <StatusBadge name="ServiceAccountStatus" value={status} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
