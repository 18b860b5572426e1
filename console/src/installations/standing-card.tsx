import { Alert, Stack, Text } from '@mantine/core';
import { AlertIcon, CheckCircleIcon, InfoIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import type { InstallationFactsFragment } from '../api/generated/operations.ts';
import { ENDED } from '../api/installation-statuses.ts';
import { Card } from '../record/record-page.tsx';
import { UpdateSays } from '../record/update-says.tsx';
import type { Standing } from '../record/update-standing.ts';
import { useText } from '../text/index.tsx';
import { standingWords } from '../text/offer-words.ts';
import { say } from '../text/triple.ts';
import { useExplain } from '../ui/explanation.tsx';
import { Time, useTimes } from '../ui/time.tsx';
import '../text/firmware.ts';
import '../text/firmware-words.ts';

interface Props {
  readonly installation: InstallationFactsFragment;
  /** As on the page of its device. */
  readonly standing: Standing;
}

/** How an installation stands, in sentences: why it failed, what is wrong, what could be done. */
export function StandingCard({ installation, standing }: Props) {
  const { t, word, language } = useText();
  const times = useTimes();
  const explain = useExplain();
  const { failureCode, failureReason, failureExplanation, failureSource, verification, evidence } = installation;
  const { possiblyBricked, silent, stuckSince, closedReason, reconcilable, retryAt, status } = installation;
  const isOver = ENDED.includes(status);
  const notes: ReactNode[] = [];
  if (failureCode || failureReason)
    notes.push(
      <Alert key="failure" color="red" variant="light" icon={<AlertIcon />} p="sm">
        <Text size="sm" fw={500}>
          {failureCode ? word('FailureCode', failureCode) : word('InstallationOutcome', 'FAILED')}
        </Text>
        {failureExplanation && <Text size="sm">{explain(failureExplanation)}</Text>}
        {!failureExplanation && failureReason && (
          <Text size="sm" className="k-mono">
            {failureReason}
          </Text>
        )}
        {failureSource && (
          <Text size="xs">
            {t('installation.source')}: {word('FailureSource', failureSource)}
          </Text>
        )}
      </Alert>,
    );
  const care = (key: string, text: ReactNode) =>
    notes.push(
      <Alert key={key} color="orange" variant="light" icon={<InfoIcon />} p="sm">
        <Text size="sm">{text}</Text>
      </Alert>,
    );
  if (possiblyBricked) care('bricked', `${t('installation.bricked')}. ${t('installation.brickedText')}`);
  if (silent && isOver) care('silent', t('installation.silent'));
  if (stuckSince && isOver) care('stuck', t('installation.wasStuck', { at: times.dateTime(stuckSince) }));
  if (closedReason) care('closed', `${t('installation.closed')}: ${word('ClosedReason', closedReason)}`);
  if (reconcilable) care('reconcilable', t('installation.reconcilable'));
  if (retryAt)
    care(
      'retry',
      <>
        {t('installation.retryAt')} <Time at={retryAt} />
      </>,
    );
  if (verification)
    notes.push(
      <Alert
        key="verification"
        color={verification === 'CONTRADICTED' ? 'orange' : 'karvon'}
        variant="light"
        icon={<CheckCircleIcon />}
        p="sm"
      >
        <Text size="sm">{word('Verification', verification)}</Text>
        {evidence && (
          <Text size="xs">
            {t('installation.evidence')}: {word('ReconcileEvidence', evidence)}
          </Text>
        )}
      </Alert>,
    );
  return (
    <Card title={t('installation.why')}>
      <Stack gap="sm">
        {!isOver && (
          <Text size="sm" component="div">
            <UpdateSays standing={standing} />
          </Text>
        )}
        {isOver && notes.length === 0 && <Text size="sm">{say(standingWords[standing.standing], language)}</Text>}
        {notes}
      </Stack>
    </Card>
  );
}
