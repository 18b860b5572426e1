import { type ComponentType, lazy } from 'react';

/**
 * A component whose file comes later, like `lazy`, but drawn at once where the file has come already. What stands for a lazy one is shown for 300 ms at least, so that
 * pages do not flicker.
 * @returns `load` begins to load its file; `shown` is the component, which whoever draws it has to keep
 */
export function later<Props extends object>(file: () => Promise<{ readonly default: ComponentType<Props> }>) {
  const Lazy = lazy(file);
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    loaded = (await file()).default;
  };
  return { load, shown: (): ComponentType<Props> => loaded ?? Lazy };
}
