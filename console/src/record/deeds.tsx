import { Text } from '@mantine/core';
import type { AuditAction } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { Time } from '../ui/time.tsx';
import { Target, type Targeted } from './audit-target.tsx';
import classes from './deeds.module.css';
import '../text/audit-actions.ts';
import '../text/staff-enums.ts';

interface Props {
  readonly deeds: readonly (Targeted & {
    readonly id: string;
    readonly at: string;
    readonly action: AuditAction;
  })[];
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
      {deeds.map((deed) => (
        <li key={deed.id}>
          <span>
            {word('AuditAction', deed.action)}
            {deed.targetKind && (
              <>
                <span className={classes.dim}> · {word('TargetKind', deed.targetKind)} </span>
                <Target entry={deed} none="" />
              </>
            )}
          </span>
          <span className={classes.dim}>
            <Time at={deed.at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
