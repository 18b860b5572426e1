import { Text } from '@mantine/core';
import { useText } from '../text/index.tsx';
import { Time } from '../ui/time.tsx';
import { Target, type Targeted } from './audit-target.tsx';
import { type Deed, deedName } from './deed-name.ts';
import classes from './deeds.module.css';
import '../text/staff-enums.ts';

interface Props {
  readonly deeds: readonly (Targeted &
    Deed & {
      readonly id: string;
      readonly at: string;
    })[];
  /** What is said where there are none. */
  readonly none: string;
}

/** Entries of the audit log, in a card of a record. */
export function DeedList({ deeds, none }: Props) {
  const text = useText();
  const { word } = text;
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
            {deedName(deed, text)}
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
