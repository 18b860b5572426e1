import { createStore } from './store.ts';

/** Whether the service answered the last request. */
export const reachability = createStore(true);

/** So long nothing comes before the console looks whether the service answers at all. A question may take so long. */
const SILENCE_MS = 8_000;
/** So long at most a service that is there takes to say so. */
const HEALTH_MS = 5_000;
/** While it does not answer, the console looks as often. */
const AGAIN_MS = 4_000;

/** The service does not answer. */
export class Silence extends Error {
  constructor() {
    super('The service does not answer.');
  }
}

/** Whether the service answers at all, which it does at once. */
export const answers = (): Promise<boolean> =>
  fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(HEALTH_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Waits as long as the service answers. A browser waits for minutes for a service that was stopped, or for a network that drops everything.
 * @param work what is waited for
 * @throws Silence when it does not come, and nothing else of the service does
 */
export async function unlessSilent<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const look = async () => {
      if (await answers()) timer = setTimeout(look, SILENCE_MS);
      else reject(new Silence());
    };
    timer = setTimeout(look, SILENCE_MS);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Follows the service while it is away, and what the browser knows of its network, which is sooner than the next request. */
export function followService(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    if (await answers()) reachability.set(true);
    else if (!reachability.get()) timer = setTimeout(look, AGAIN_MS);
  };
  reachability.subscribe(() => {
    clearTimeout(timer);
    if (!reachability.get()) timer = setTimeout(look, AGAIN_MS);
  });
  window.addEventListener('offline', () => reachability.set(false));
  window.addEventListener('online', () => reachability.set(true));
}
