import { Button } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { BatchForm } from './batch-form.tsx';
import { batchList } from './batch-list.tsx';

export default function BatchesPage(): ReactNode {
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/inventory' });
  const may = useMay();
  return isHere ? <ListPage def={batchList} tools={may('createBatch') && <NewBatch />} /> : null;
}

function NewBatch() {
  const { t } = useText();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" px={10} aria-label={t('batch.new')} onClick={() => setOpen(true)}>
        <PlusIcon />
        <span className="k-wide">{t('batch.new')}</span>
      </Button>
      {isOpen && (
        <BatchForm
          onClose={() => setOpen(false)}
          onSaved={(id) => void navigate({ to: '/inventory/$id', params: { id } })}
        />
      )}
    </>
  );
}
