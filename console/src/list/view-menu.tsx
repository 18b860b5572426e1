import { Popover } from '@mantine/core';
import { BookmarkIcon } from '@primer/octicons-react';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../text/index.tsx';
import { Tool } from './tool.tsx';
import type { ViewsProps } from './views.tsx';
import '../text/list.ts';

const Views = lazy(() => import('./views.tsx'));

/** Views that the admin saved, and those that others share. */
export function ViewMenu({ def, state }: ViewsProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus withRoles>
      <Popover.Target>
        <Tool icon={BookmarkIcon} label={t('list.views')} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.views')} p="sm">
        <Suspense>
          <Views def={def} state={state} close={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
