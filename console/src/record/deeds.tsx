import { Text } from '@mantine/core';
import type { AuditAction, TargetKind } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { Time } from '../ui/time.tsx';
import classes from './deeds.module.css';

interface Props {
  readonly deeds: readonly {
    readonly id: string;
    readonly at: string;
    readonly action: AuditAction;
    readonly targetKind: TargetKind | null;
  }[];
  /** What is said where there are none. */
  readonly none: string;
}

/** Entries of the audit log, in a card of a record. */
export function DeedList({ deeds, none }: Props) {
  const { word } = useText();
  if (deeds.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  return (
    <ul className={classes.items}>
      {deeds.map(({ id, at, action, targetKind }) => (
        <li key={id}>
          <span>
            {word('AuditAction', action)}
            {targetKind && <span className={classes.dim}> · {word('TargetKind', targetKind)}</span>}
          </span>
          <span className={classes.dim}>
            <Time at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
