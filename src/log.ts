import { isDate, isNativeError } from 'node:util/types';
import { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** Names of values that are never logged, compared in lower case without `-` and `_`, anywhere in a name. */
const SECRET_NAME =
  /password|secret|credential|authorization|cookie|token|claimcode|proof|nonce|publickey|privatekey|pepper|envelope|idempotencykey/;
const REDACTED = '[redacted]';
const MAX_DEPTH = 8;
const MAX_MESSAGE = 500;
const STANDARD_OUTPUT = 1;
const MAX_UNWRITTEN_LENGTH = 1_048_576;

/** Class 22 of SQLSTATE ("data exception"): PostgreSQL quotes the caller's value in these messages. */
const QUOTES_INPUT = /^22...$/;

interface ErrorSummary {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly stack?: string;
  readonly cause?: ErrorSummary;
}

/**
 * The service's logger: one JSON line with an ISO time per event. Values with a secret name are replaced at any depth; an
 * error is reduced to type, code, message and stack frames, without the properties that drivers add (`detail`,
 * `parameters`, headers).
 * @param level the lowest level that is written
 * @param destination default: standard output
 */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => clean(fields, 0),
    },
    serializers: { err: (value: unknown) => value },
  };
  return cleaningChildren(pino(options, destination ?? standardOutput()));
}

/**
 * Standard output. Its terminal may be closed or its disk full while the service must continue: lines that cannot be
 * written are buffered up to a limit, then dropped.
 */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: STANDARD_OUTPUT, sync: true, maxLength: MAX_UNWRITTEN_LENGTH });
  stream.on('error', () => undefined);
  // Writes each line immediately. sonic-boom's own write would retry forever, and block, if writing fails.
  stream.flushSync = () => undefined;
  return stream;
}

/** pino formats logged objects, but not the bindings of a child logger. */
function cleaningChildren(logger: Logger): Logger {
  const { child } = logger;
  Object.defineProperty(logger, 'child', {
    value(this: Logger, bindings: Bindings, options?: ChildLoggerOptions) {
      return Reflect.apply(child, this, [clean(bindings, 0), options]);
    },
  });
  return logger;
}

function clean(fields: object, depth: number): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    cleaned[name] = isSecretName(name) ? REDACTED : cleanValue(value, depth + 1);
  }
  return cleaned;
}

function cleanValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isNativeError(value)) return summarize(value, 0);
  if (isDate(value)) return value;
  if (ArrayBuffer.isView(value)) return '[bytes]';
  if (depth > MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, depth + 1));
  return clean(value, depth);
}

const secretNames = new Map<string, boolean>();
const MAX_NAMES = 1_000;

function isSecretName(name: string): boolean {
  const cached = secretNames.get(name);
  if (cached !== undefined) return cached;
  const secret = SECRET_NAME.test(name.toLowerCase().replaceAll(/[-_]/g, ''));
  if (secretNames.size < MAX_NAMES) secretNames.set(name, secret);
  return secret;
}

function summarize(error: Error, depth: number): ErrorSummary {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  const cause = isNativeError(error.cause) && depth < MAX_DEPTH ? summarize(error.cause, depth + 1) : undefined;
  return { type: error.name, message: messageOf(error, code), code, constraint, stack: framesOf(error), cause };
}

/** The first line only: MikroORM appends PostgreSQL's `detail`, which quotes the row, on further lines. */
function messageOf(error: Error, code: string | undefined): string {
  if (code && QUOTES_INPUT.test(code)) return '[quotes input]';
  return (error.message.split('\n', 1)[0] ?? '').slice(0, MAX_MESSAGE);
}

function framesOf(error: Error): string | undefined {
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return frames?.join('\n');
}
