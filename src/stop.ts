import type { Logger } from './log.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Signals whose repetition aborts the drain. */
const URGENT: readonly string[] = ['SIGTERM', 'SIGINT'];
/** A signal this soon after the first is a duplicate: Ctrl-C comes from the terminal and from npm. */
const SAME_SIGNAL_MS = 2_000;
const PARENT_POLL_MS = 250;
const PARENT_OPTION = '--stop-with-parent=';

/** Actions when the process must end. */
export interface StopSteps {
  /** Finishes pending requests and stops everything that the process started. */
  drain(): Promise<void>;
  /** Stops child processes without waiting for requests. */
  cut(): Promise<void>;
}

/**
 * Ends the process gracefully at a request of `onStopRequest`: exit code 0 after `drain`. A second SIGTERM or SIGINT aborts
 * the drain: exit code 1 after `cut`. Call it before starting anything. The command line names the parent to watch
 * (`--stop-with-parent=<pid>`, from `npm start`); without it, as under systemd, no parent is watched.
 * @returns whether a stop was requested: a start that fails afterwards has nothing to report
 */
export function stopOnRequest(log: Logger, steps: StopSteps): () => boolean {
  let requestedAt: number | undefined;
  let exitCode = 0;

  const end = (step: () => Promise<void>) => {
    step().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.fatal({ err: error }, 'failed to stop cleanly');
        process.exit(1);
      },
    );
  };
  const request = (reason: string) => {
    if (requestedAt === undefined) {
      requestedAt = performance.now();
      log.info({ reason }, 'stopping');
      end(steps.drain);
    } else if (URGENT.includes(reason) && performance.now() - requestedAt > SAME_SIGNAL_MS) {
      log.warn({ reason }, 'stopping without waiting for pending requests, because of a second signal');
      exitCode = 1;
      end(steps.cut);
    }
  };

  const parent = process.argv.find((word) => word.startsWith(PARENT_OPTION))?.slice(PARENT_OPTION.length);
  onStopRequest(request, parent === undefined ? undefined : Number(parent));
  return () => requestedAt !== undefined;
}

/**
 * Calls `request` with the reason at every SIGTERM, SIGINT and SIGHUP (closed terminal), and once when `parent` is no longer
 * the parent process: after `kill -9` it forwards no signal.
 */
export function onStopRequest(request: (reason: string) => void, parent: number | undefined): void {
  for (const signal of SIGNALS) process.on(signal, request);
  if (parent === undefined) return;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    request('the parent process ended');
  }, PARENT_POLL_MS);
  poll.unref();
}
