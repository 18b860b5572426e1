import { unavailable } from '../domain/kernel/errors.ts';

/**
 * The time that a request waits before it checks whether the database answers at all; with the check, less than ten seconds.
 */
const PATIENCE_MS = 4_000;

/**
 * Returns the result of a request's work, or 503 once the database hangs. A request waits in several places one after the other
 * (the session, a queue, a connection, a statement), each of which has a limit of its own; while the database answers, all of
 * them may be used. Abandoned work ends by those limits.
 * @param answers whether the database answers at all; shared by all requests
 * @param isAnswered whether the answer has begun, or nobody waits for it any more: nothing replaces it then
 * @throws DomainError 503 SERVICE_UNAVAILABLE
 */
export function whileDatabaseAnswers<T>(
  work: Promise<T>,
  answers: () => Promise<boolean>,
  isAnswered: () => boolean,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    // Unreferenced: work that never ends, because its client has left, keeps no process alive.
    let timer = setTimeout(check, PATIENCE_MS).unref();

    function check(): void {
      if (isAnswered()) return;
      answers().then((alive) => {
        if (isOver || isAnswered()) return;
        if (alive) timer = setTimeout(check, PATIENCE_MS).unref();
        else reject(unavailable('SERVICE_UNAVAILABLE', 'NO_ANSWER').with({ retryAfterSeconds: RETRY_SECONDS }));
      }, reject);
    }

    work.then(resolve, reject).finally(() => {
      isOver = true;
      clearTimeout(timer);
    });
  });
}

const RETRY_SECONDS = 5;
