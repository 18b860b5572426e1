import { useEffect } from 'react';
import { createStore } from '../api/store.ts';

/** The record that the page shows, for the title of the tab. */
export const pageTitle = createStore<string | undefined>(undefined);

export function usePageTitle(title: string): void {
  useEffect(() => {
    pageTitle.set(title);
    return () => pageTitle.set(undefined);
  }, [title]);
}
