import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { createStore, useStore } from '../api/store.ts';
import { keepKeys, keysAreRead } from './typed.ts';

const load = () => import('./palette.tsx');
const Palette = lazy(load);
const isWanted = createStore(false);

/** Opens the palette; its code comes with the first time, and what is typed meanwhile is kept. */
export function openPalette(): void {
  keepKeys();
  isWanted.set(true);
  load().then(({ show }) => show(), keysAreRead);
}

export function PaletteDoor() {
  const wanted = useStore(isWanted);
  useHotkeys([['mod + K', openPalette]], []);
  return <Suspense>{wanted && <Palette />}</Suspense>;
}
