import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useQuery } from 'urql';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { openRecord } from '../actions/open-record.ts';
import type { AdminFactsFragment } from '../api/generated/operations.ts';
import { AdminPageDocument } from '../api/generated/team-team.ts';
import { problemOf } from '../api/problem.ts';
import { Card, Column, Facts, RecordPage } from '../record/record-page.tsx';
import { useMay, useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { ProblemState } from '../ui/problem-state.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { ToneBadge } from '../ui/tone-badge.tsx';
import { WaitingPage } from '../ui/waiting-page.tsx';
import { adminActions } from './actions.ts';
import { Deeds } from './deeds.tsx';
import { Scripts } from './scripts.tsx';
import { PasswordMark } from './status.tsx';
import '../text/team.ts';

const route = getRouteApi('/team/$id');
const NOT_FOUND = { code: 'ADMIN_NOT_FOUND', params: {}, message: 'No such admin.', fields: [] } as const;

export default function AdminPage(): ReactNode {
  const { id } = route.useParams();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminPageDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => readAgain({ requestPolicy: 'network-only' });
  const admin = data?.node?.__typename === 'Admin' && data.node.id === id ? data.node : undefined;
  if (admin) return <Shown key={id} admin={admin} refresh={refresh} />;
  if (!fetching) return <ProblemState problem={problemOf(error) ?? NOT_FOUND} onRetry={refresh} list="/team" />;
  return <WaitingPage />;
}

function Shown({ admin, refresh }: { readonly admin: AdminFactsFragment; readonly refresh: () => void }) {
  const { t, word } = useText();
  const may = useMay();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { id, revision, name, role, status, availableActions } = admin;
  const record = { id, revision, name };
  useEffect(() => {
    openRecord.set({ record, actions: adminActions, available: availableActions, refresh });
    return () => openRecord.set(undefined);
  });
  return (
    <RecordPage
      title={name}
      isName
      back={t('nav.team')}
      onBack={() => void navigate({ to: '/team' })}
      marks={
        <>
          <StatusBadge name="AdminStatus" value={status} />
          {viewer.admin.id === id && <ToneBadge tone="calm">{t('team.you')}</ToneBadge>}
        </>
      }
      actions={<ActionButtons actions={adminActions} record={record} available={availableActions} onDone={refresh} />}
    >
      <Column>{may('listAuditEntries') && <Deeds id={id} revision={revision} />}</Column>
      <Column>
        <Card title={t('team.facts')}>
          <Facts
            facts={[
              [t('team.email'), admin.email],
              [t('team.role'), word('AdminRole', role)],
              [
                t('team.lastLoginAt'),
                admin.lastLoginAt ? <Time key="login" at={admin.lastLoginAt} /> : t('team.never'),
              ],
              ...(status === 'DISABLED'
                ? []
                : [
                    [
                      t('team.password'),
                      <PasswordMark key="password" mustChangePassword={admin.mustChangePassword} />,
                    ] as const,
                  ]),
              [t('team.createdAt'), <Time key="created" at={admin.createdAt} />],
              [t('team.updatedAt'), <Time key="updated" at={admin.updatedAt} />],
            ]}
          />
        </Card>
        <Card title={t('team.mayDo')}>{t(`role.${role}`)}</Card>
        {may('listServiceAccounts') && <Scripts id={id} />}
      </Column>
    </RecordPage>
  );
}
