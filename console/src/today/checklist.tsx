import { ActionIcon, Button, CopyButton } from '@mantine/core';
import { CheckCircleFillIcon, CircleIcon, CopyIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { FirstStepsDocument } from '../api/generated/today-checklist.ts';
import { Card } from '../record/record-page.tsx';
import { useMay, useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import classes from './checklist.module.css';
import { hasSteps, hideSteps } from './first-questions.ts';
import { usePolicy } from './questions.ts';
import '../text/checklist.ts';

const KEY =
  'npx --no-install karvon release keygen --out key.jwk --trust .data/keys/release-trust.jwks.json --label first';
const SAMPLE = 'npm start -- --sample';

/** What remains to be done in an empty Karvon, ticked by what there is. Gone with the first sale, or when it is hidden. */
export function Checklist() {
  const { t } = useText();
  const may = useMay();
  const { admin } = useViewer();
  const requestPolicy = usePolicy();
  const [isFor, setFor] = useState(() => hasSteps(may, admin.id));
  const [{ data }] = useQuery({
    query: FirstStepsDocument,
    variables: { admin: admin.id },
    pause: !isFor,
    requestPolicy,
  });
  if (!isFor || !data || (data.sales?.totalCount ?? 1) > 0) return null;
  const has = (list: { readonly totalCount: number } | null) => list !== null && list.totalCount > 0;
  const steps = [
    { key: 'password', isDone: has(data.password), to: '/me' },
    { key: 'settings', isDone: has(data.settings), to: '/settings' },
    { key: 'batch', isDone: has(data.batches), to: '/inventory' },
    {
      key: 'device',
      isDone: has(data.heard),
      command: `npx --no-install karvon simulate --url ${window.location.origin} --admin-email ${admin.email} --admin-password - --devices 1`,
    },
    { key: 'key', isDone: has(data.releases), command: KEY },
  ] as const;
  if (steps.every(({ isDone }) => isDone)) return null;
  const hide = () => {
    hideSteps(admin.id);
    setFor(false);
  };
  return (
    <Card
      title={t('first.title')}
      side={
        <Button size="compact-xs" variant="subtle" color="gray" onClick={hide}>
          {t('first.hide')}
        </Button>
      }
    >
      <p className={classes.dim}>{t('first.text')}</p>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.key} data-done={step.isDone || undefined}>
            {step.isDone ? (
              <CheckCircleFillIcon aria-label={t('first.done')} />
            ) : (
              <CircleIcon aria-label={t('first.open')} />
            )}
            <div>
              {'to' in step && !step.isDone ? (
                <Link to={step.to} className="k-link">
                  {t(`first.${step.key}`)}
                </Link>
              ) : (
                <span>{t(`first.${step.key}`)}</span>
              )}
              {!step.isDone && <div className={classes.dim}>{t(`first.${step.key}Text`)}</div>}
              {'command' in step && !step.isDone && <Command text={step.command} />}
            </div>
          </li>
        ))}
      </ol>
      <p className={classes.dim}>{t('first.sample')}</p>
      <Command text={SAMPLE} />
    </Card>
  );
}

/** A command to copy. */
function Command({ text }: { readonly text: string }) {
  const { t } = useText();
  return (
    <div className={classes.command}>
      <code>{text}</code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(copied ? 'state.copied' : 'state.copy')}
            onClick={copy}
          >
            <CopyIcon />
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}
