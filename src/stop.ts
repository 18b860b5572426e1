import type { Logger } from './log.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** What people and process managers send again when they do not want to wait. */
const URGENT: readonly string[] = ['SIGTERM', 'SIGINT'];
/** A signal this soon after the first is the same one: Ctrl-C comes from the terminal and once more from npm. */
const SAME_SIGNAL_MS = 2_000;
const PARENT_POLL_MS = 250;
const PARENT_OPTION = '--stop-with-parent=';

/** What the process does when it is asked to end. */
export interface StopSteps {
  /** Finishes what is under way and ends everything that the process started. */
  drain(): Promise<void>;
  /** Ends, without waiting for requests, what would outlive the process. */
  cut(): Promise<void>;
}

/**
 * Ends the process in order when `onStopRequest` says so: exit code 0 after `drain`. A second SIGTERM or SIGINT cuts the
 * drain short: exit code 1 after `cut`. Call it before anything is started. The parent to follow is the one that the command
 * line names (`--stop-with-parent=<pid>`, as `npm start` does); without it, as under systemd, none is followed.
 * @returns whether the process was asked to end: a start that fails then has nothing to report
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
 * Calls `request` with the reason on SIGTERM, SIGINT and SIGHUP (the terminal was closed), each time one comes, and once when
 * `parent` is no longer the parent process: killed with `kill -9`, it could pass nothing on.
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
