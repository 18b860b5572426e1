/**
 * Asks once, however many want to know: those who come while it is being asked get the same answer, and so do those who
 * come within a short time after.
 * @param freshMs for how long an answer is good; 0: until it is there
 * @param now milliseconds of a clock that never goes back
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
