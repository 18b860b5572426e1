import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { InstallationAttemptsDocument } from '../api/generated/installations-installations.ts';
import { Card } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import '../text/firmware.ts';
import '../text/firmware-words.ts';

interface Props {
  readonly id: string;
  readonly deviceId: string;
  readonly releaseId: string;
}

/** The attempts of one device at one release; nothing where this is the only one. */
export function Attempts({ id, deviceId, releaseId }: Props) {
  const { t, word } = useText();
  const may = useMay();
  const [{ data }] = useQuery({
    query: InstallationAttemptsDocument,
    variables: { filter: { deviceId: { eq: deviceId }, releaseId: { eq: releaseId } } },
    pause: !may('listInstallations'),
    requestPolicy: 'cache-and-network',
  });
  const attempts = data?.installations?.nodes ?? [];
  if (attempts.length < 2) return null;
  return (
    <Card title={t('installation.attempts')}>
      <Table.ScrollContainer minWidth={320}>
        <Table fz="sm" className="k-number">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('installation.attempt')}</Table.Th>
              <Table.Th>{t('installation.status')}</Table.Th>
              <Table.Th>{t('installation.cause')}</Table.Th>
              <Table.Th>{t('installation.createdAt')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {attempts.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>
                  {one.id === id ? (
                    `${one.attempt} (${t('installation.this')})`
                  ) : (
                    <Link to="/installations/$id" params={{ id: one.id }} className="k-link">
                      {one.attempt}
                    </Link>
                  )}
                </Table.Td>
                <Table.Td>
                  <StatusBadge name="InstallationStatus" value={one.status} />
                </Table.Td>
                <Table.Td>{one.failureCode ? word('FailureCode', one.failureCode) : '–'}</Table.Td>
                <Table.Td>
                  <Time at={one.createdAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}
