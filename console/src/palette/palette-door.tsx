import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { createStore, useStore } from '../api/store.ts';

const load = () => import('./palette.tsx');
const Palette = lazy(load);
const isWanted = createStore(false);

/** Opens the palette; its code comes with the first time. */
export function openPalette(): void {
  if (isWanted.get()) void import('@mantine/spotlight').then(({ spotlight }) => spotlight.open());
  isWanted.set(true);
}

export function PaletteDoor() {
  const wanted = useStore(isWanted);
  useHotkeys([['mod + K', openPalette]], []);
  return <Suspense>{wanted && <Palette />}</Suspense>;
}
