import type { createSpotlight } from '@mantine/spotlight';
import { useEffect } from 'react';
import { isEntered } from './typed.ts';

interface Props {
  readonly store: ReturnType<typeof createSpotlight>[0];
  /** The id of the list. */
  readonly list: string;
  /** What the list shows: other entries have another first one. */
  readonly shown: string;
  /** What was typed last has no answer yet. */
  readonly isBehind: boolean;
}

/** Chooses the first entry of the palette's list: the kit does so when a key is pressed, and answers come later. It stands in the list, which mounts later than the palette. */
export function Chosen({ store, list, shown, isBehind }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries are chosen anew
  useEffect(() => {
    const entries = document.querySelectorAll<HTMLElement>(`#${list} [data-action]`);
    for (const entry of entries) entry.removeAttribute('data-selected');
    const [first] = entries;
    first?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: first ? 0 : -1 }));
    if (isBehind || !isEntered.get()) return;
    isEntered.set(false);
    first?.click();
  }, [store, list, shown, isBehind]);
  return null;
}
