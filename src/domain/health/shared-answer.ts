/**
 * Shares one check among concurrent callers and caches its result for a short time.
 * @param freshMs how long a result is cached; 0 = shared only while the check runs
 * @param now milliseconds of a monotonic clock
 */
export function sharedAnswer(
  ask: () => Promise<boolean>,
  freshMs = 0,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let freshUntil = 0;
  return () => {
    if (!answer || now() >= freshUntil) {
      freshUntil = Number.POSITIVE_INFINITY;
      answer = ask().finally(() => {
        freshUntil = now() + freshMs;
      });
    }
    return answer;
  };
}
