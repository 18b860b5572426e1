import { type ComponentType, useEffect } from 'react';
import { createStore, type Store, useStore } from '../api/store.ts';
import { unreachable } from '../session/session.ts';

/** A page whose file comes later. */
interface PageFile<Props> {
  readonly page: Store<ComponentType<Props> | undefined>;
  /** Loads the file. What failed is loaded again by the next call. */
  readonly load: () => Promise<void>;
}

/** A page in a file of its own. React's `lazy` would show for 300 ms what stands for a file, although it may have come in the meantime. */
export function pageFile<Props>(file: () => Promise<{ readonly default: ComponentType<Props> }>): PageFile<Props> {
  const page = createStore<ComponentType<Props> | undefined>(undefined);
  const load = async () => {
    if (!page.get()) page.set((await file()).default);
  };
  return { page, load };
}

/** The page, or undefined until its file has come. Where it does not come, the console says that Karvon does not answer. */
export function usePageFile<Props>({ page, load }: PageFile<Props>): ComponentType<Props> | undefined {
  useEffect(() => void load().catch(unreachable), [load]);
  return useStore(page);
}
