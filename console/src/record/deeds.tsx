import { Text } from '@mantine/core';
import { LogIcon } from '@primer/octicons-react';
import { SCREENS } from '../palette/screens.ts';
import { useText } from '../text/index.tsx';
import { KINDS, Target, type Targeted } from './audit-target.tsx';
import { type Deed, deedName } from './deed-name.ts';
import { Events, type RecordEvent } from './events.tsx';
import '../text/staff-enums.ts';

type DeedOf = Targeted & Deed & { readonly id: string; readonly at: string };

interface Props {
  /** What one colleague or script did, so that its name stands at none of them. */
  readonly deeds: readonly DeedOf[];
  /** What is said where there are none. */
  readonly none: string;
}

const iconOf = ({ targetKind }: DeedOf) =>
  SCREENS.find(({ kind }) => kind && targetKind && kind === KINDS[targetKind])?.icon ?? LogIcon;

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
  const events = deeds.map(
    (deed): RecordEvent => ({
      id: deed.id,
      at: deed.at,
      icon: iconOf(deed),
      what: deedName(deed, text),
      note: deed.targetKind && (
        <>
          {word('TargetKind', deed.targetKind)} <Target entry={deed} none="" />
        </>
      ),
    }),
  );
  return <Events events={events} />;
}
