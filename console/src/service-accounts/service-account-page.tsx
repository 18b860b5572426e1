import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useQuery } from 'urql';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { openRecord } from '../actions/open-record.ts';
import type { ServiceAccountPageQuery } from '../api/generated/operations.ts';
import {
  ServiceAccountDeedsDocument,
  ServiceAccountPageDocument,
} from '../api/generated/service-accounts-service-accounts.ts';
import { problemOf } from '../api/problem.ts';
import { Colleague } from '../record/colleague.tsx';
import { DeedList } from '../record/deeds.tsx';
import { Card, Column, Facts, RecordPage } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { Expiry } from '../ui/expiry.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { ProblemState } from '../ui/problem-state.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { WaitingPage } from '../ui/waiting-page.tsx';
import { availableOn, serviceAccountActions } from './actions.ts';
import { LastUsed } from './status.tsx';
import '../text/service-accounts.ts';

const route = getRouteApi('/service-accounts/$id');

export default function ServiceAccountPage(): ReactNode {
  const { id } = route.useParams();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: ServiceAccountPageDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => readAgain({ requestPolicy: 'network-only' });
  const account = data?.serviceAccount?.id === id ? data.serviceAccount : undefined;
  if (account) return <Shown key={id} account={account} refresh={refresh} />;
  const problem = problemOf(error);
  if (problem && !fetching) return <ProblemState problem={problem} onRetry={refresh} list="/service-accounts" />;
  return <WaitingPage />;
}

interface ShownProps {
  readonly account: NonNullable<ServiceAccountPageQuery['serviceAccount']>;
  readonly refresh: () => void;
}

function Shown({ account, refresh }: ShownProps) {
  const { t, word } = useText();
  const may = useMay();
  const navigate = useNavigate();
  const { id, name, role, status, owner, revokedAt, revokedBy } = account;
  const record = { id, revision: 0, name };
  const available = availableOn(status, may);
  useEffect(() => {
    openRecord.set({ record, actions: serviceAccountActions, available, refresh });
    return () => openRecord.set(undefined);
  });
  return (
    <RecordPage
      title={name}
      isName
      back={t('nav.scripts')}
      onBack={() => void navigate({ to: '/service-accounts' })}
      marks={<StatusBadge name="ServiceAccountStatus" value={status} />}
      actions={<ActionButtons actions={serviceAccountActions} record={record} available={available} onDone={refresh} />}
    >
      <Column>{may('listAuditEntries') && <Deeds id={id} />}</Column>
      <Column>
        <Card title={t('script.facts')}>
          <Facts
            facts={[
              [t('script.role'), word('AdminRole', role)],
              [t('script.owner'), owner && <Colleague key="owner" admin={owner} />],
              [t('script.lastUsedAt'), <LastUsed key="used" at={account.lastUsedAt} />],
              [t('script.expiresAt'), <Expiry key="expires" at={account.expiresAt} />],
              [t('script.createdAt'), <Time key="created" at={account.createdAt} />],
              ...(revokedAt
                ? ([
                    [t('script.revokedAt'), <Time key="revoked" at={revokedAt} />],
                    [t('script.revokedBy'), revokedBy && <Colleague key="by" admin={revokedBy} />],
                  ] as const)
                : []),
            ]}
          />
        </Card>
      </Column>
    </RecordPage>
  );
}

function Deeds({ id }: { readonly id: string }) {
  const { t } = useText();
  const [{ data, error }] = useQuery({
    query: ServiceAccountDeedsDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const problem = problemOf(error);
  const deeds = data?.auditEntries?.nodes ?? [];
  return (
    <Card title={t('script.deeds')}>
      {problem && <ProblemAlert problem={problem} />}
      {data && <DeedList deeds={deeds} none={t('script.noDeeds')} />}
    </Card>
  );
}
