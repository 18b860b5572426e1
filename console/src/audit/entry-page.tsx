import { Button } from '@mantine/core';
import { LogIcon } from '@primer/octicons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { AuditEntryPageDocument } from '../api/generated/audit-audit.ts';
import type { AuditRecordFragment } from '../api/generated/operations.ts';
import { problemOf } from '../api/problem.ts';
import { nameOf, Target } from '../record/audit-target.tsx';
import { deedName } from '../record/deed-name.ts';
import { Card, Column, Facts, RecordPage } from '../record/record-page.tsx';
import { fieldNameOf } from '../text/field-names.ts';
import { useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import { Nothing } from '../ui/nothing.tsx';
import { ProblemState } from '../ui/problem-state.tsx';
import { Time } from '../ui/time.tsx';
import { WaitingPage } from '../ui/waiting-page.tsx';
import classes from './audit.module.css';
import { Actor } from './parts.tsx';
import { Value } from './value.tsx';
import { changesOf, detailOf, fieldsIn } from './values.ts';
import '../text/actions.ts';
import '../text/audit.ts';
import '../text/staff-enums.ts';

const route = getRouteApi('/audit/$id');
const MASK = '***';

export default function EntryPage(): ReactNode {
  const { t } = useText();
  const { id } = route.useParams();
  const [{ data, error, fetching }, readAgain] = useQuery({ query: AuditEntryPageDocument, variables: { id } });
  const entry = data?.node?.__typename === 'AuditEntry' && data.node.id === id ? data.node : undefined;
  if (entry) return <Shown entry={entry} />;
  const problem = problemOf(error);
  if (problem) return <ProblemState problem={problem} onRetry={() => readAgain({ requestPolicy: 'network-only' })} />;
  if (!fetching)
    return (
      <Nothing
        icon={LogIcon}
        title={t('audit.notFound')}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/audit" {...props} />}>
            {t('state.toList')}
          </Button>
        }
      />
    );
  return <WaitingPage />;
}

function Shown({ entry }: { readonly entry: AuditRecordFragment }) {
  const text = useText();
  const { t } = text;
  const navigate = useNavigate();
  const details = detailOf(entry.detail);
  return (
    <RecordPage
      title={deedName(entry, text)}
      isName
      back={t('audit.back')}
      onBack={() => void navigate({ to: '/audit' })}
      marks={
        <span className={classes.dim}>
          <Time at={entry.at} />
        </span>
      }
      actions={null}
    >
      <Column>
        <Card title={t('audit.changes')}>
          <Changes entry={entry} />
        </Card>
        {details.length > 0 && (
          <Card title={t('audit.detail')}>
            <Details entry={entry} details={details} />
          </Card>
        )}
      </Column>
      <Column>
        <Card title={t('audit.facts')}>
          <EntryFacts entry={entry} />
        </Card>
        <Card title={t('audit.more')}>
          <More entry={entry} />
        </Card>
      </Column>
    </RecordPage>
  );
}

/** Before and after, side by side. */
function Changes({ entry }: { readonly entry: AuditRecordFragment }) {
  const { t, language } = useText();
  const found = changesOf(entry.changes);
  if (found.length === 0) return <span className={classes.dim}>{t('audit.noChanges')}</span>;
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{t('audit.field')}</th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ field, from, to }) => (
          <tr key={field}>
            <td>{fieldNameOf(field, language) ?? field}</td>
            <td>
              <Value entry={entry} field={field} value={from} />
            </td>
            <td>
              <Value entry={entry} field={field} value={to} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DetailsProps {
  readonly entry: AuditRecordFragment;
  readonly details: readonly (readonly [string, unknown])[];
}

function Details({ entry, details }: DetailsProps) {
  const { language } = useText();
  return (
    <Facts
      facts={details.map(([path, value]) => [
        fieldsIn(path)
          .map((field) => fieldNameOf(field, language) ?? field)
          .join(' · '),
        <Value key={path} entry={entry} field={path} value={value} />,
      ])}
    />
  );
}

function EntryFacts({ entry }: { readonly entry: AuditRecordFragment }) {
  const { t, word } = useText();
  const { actorType, targetKind, serviceAccountId, serviceAccountName, reason, transport, ip, requestId } = entry;
  const seen = (value: string | null) => (value === MASK ? t('audit.hidden') : (value ?? undefined));
  return (
    <Facts
      facts={[
        [t('audit.at'), <Time key="at" at={entry.at} />],
        [t('audit.actor'), <Actor key="actor" entry={entry} />],
        [t('audit.actorType'), word('ActorType', actorType)],
        ...(serviceAccountId ? [[t('audit.script'), seen(serviceAccountName)] as const] : []),
        [t('audit.targetKind'), targetKind ? word('TargetKind', targetKind) : undefined],
        [t('audit.record'), <Target key="record" entry={entry} />],
        [t('action.reason'), seen(reason)],
        [t('audit.transport'), word('Transport', transport)],
        [t('audit.ip'), seen(ip)],
        [t('audit.requestId'), <Code key="request">{seen(requestId)}</Code>],
      ]}
    />
  );
}

/** The log by what this entry is about. */
function More({ entry }: { readonly entry: AuditRecordFragment }) {
  const { t, word } = useText();
  const { targetKind, targetId, actorId, actorType, actor, actorLabel, requestId, record } = entry;
  const who = actor?.name ?? actorLabel ?? word('ActorType', actorType);
  const name = nameOf(record) ?? (targetKind ? word('TargetKind', targetKind) : '');
  const links: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ...(targetId ? ([[t('audit.ofRecord'), { record: `${name}@${targetId}` }]] as const) : []),
    ...(actorId ? ([[t('audit.ofActor', { name: who }), { who: `${who}@${actorId}` }]] as const) : []),
    ...(requestId === MASK ? [] : ([[t('audit.ofRequest'), { request: requestId }]] as const)),
  ];
  return (
    <ul className={classes.more}>
      {links.map(([label, search]) => (
        <li key={label}>
          <Link to="/audit" search={search} className="k-link">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
