import { Button } from '@mantine/core';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import type { Action } from './action.ts';
import { useRunner } from './runner.tsx';

const NOTHING = { id: '', revision: 0, name: '' };

/** Opens the form that makes a new record; for roles that may. @param onMade the new record is there */
export function CreateButton({ action, onMade }: { readonly action: Action; readonly onMade: () => void }) {
  const { t } = useText();
  const may = useMay();
  const start = useRunner();
  if (!may(action.operation)) return null;
  return (
    <Button
      size="xs"
      leftSection={<action.icon />}
      onClick={() =>
        start({ action, records: [NOTHING], onDone: ([outcome]) => outcome && !outcome.problem && onMade() })
      }
    >
      {t(action.label)}
    </Button>
  );
}
