import fc from 'fast-check';
import { type Caller, Spent } from './callers.ts';
import {
  acceptanceProblems,
  authenticationProblems,
  type Failure,
  headerProblems,
  methodProblems,
  methodsAt,
  type Problem,
  problemsIn,
  refusalProblems,
} from './checks.ts';
import { isObject, type Operation } from './document.ts';
import { invalidInputOf } from './invalid-values.ts';
import { completed, type KnownInput, knownInput, type Makers } from './known-inputs.ts';
import type { KnownRecords } from './known-records.ts';
import type { Links } from './links.ts';
import { refusedCallers } from './refused-callers.ts';
import type { Report } from './report.ts';
import type { Wire, WireAnswer, WireRequest } from './request.ts';
import type { SchemaValidator } from './schema-validator.ts';
import { search, seedOf } from './search.ts';
import type { Input, Values } from './values.ts';
import { pathOf, withIds, written } from './written-request.ts';

export interface RestFuzz extends Makers {
  readonly wire: Wire;
  readonly validator: SchemaValidator;
  readonly values: Values;
  readonly links: Links;
  readonly records: KnownRecords;
  readonly report: Report;
  readonly seed: number;
  /** Cases of valid data for each operation, and as many of invalid data. */
  readonly runs: number;
}

/** A deleted record that is looked for once more at the end. */
interface Gone {
  readonly operation: Operation;
  readonly path: string;
}

/** Who sends a request. */
interface Sender {
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string;
  /** Undefined for everybody whom the service knows by the network alone. */
  readonly caller?: Caller;
}

/** Of 10 cases of valid data, so many have what makes them succeed; of invalid data, so many. */
const KNOWN_OF_VALID = 8;
const KNOWN_OF_INVALID = 3;
/** Scripts call each operation until it succeeds; they are callers like others, but for their credential. */
const MOST_TRIES_OF_SCRIPTS = 8;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Fuzzes the operations of an OpenAPI document. */
export class RestFuzzer {
  readonly #fuzz: RestFuzz;
  readonly #gone: Gone[] = [];

  constructor(fuzz: RestFuzz) {
    this.#fuzz = fuzz;
  }

  /** Keeps the fuzzer from changing its own callers. */
  async prepare(): Promise<void> {
    const { callers, records } = this.#fuzz;
    for (const { id } of [...callers.scripts, ...callers.former]) records.reserve(id);
    for (const admin of callers.admins) {
      records.reserve(admin.id);
      for (const { id } of await callers.sessionsOf(admin)) records.reserve(id);
    }
  }

  /** Everything about one operation. */
  async fuzz(operation: Operation): Promise<void> {
    const { report, runs } = this.#fuzz;
    report.aim(operation.name);
    await this.#valid(operation, 'valid', runs);
    if (operation.takesTokens) {
      report.aim(byToken(operation));
      await this.#valid(operation, BY_SCRIPTS, MOST_TRIES_OF_SCRIPTS);
    }
    await this.#invalid(operation);
    await this.#withoutHeaders(operation);
    await this.#withoutCredentials(operation);
    await this.#otherMethods(operation);
  }

  /** Valid data is accepted, what it made is there, and what it deleted is gone. */
  async #valid(operation: Operation, name: 'valid' | typeof BY_SCRIPTS, runs: number): Promise<void> {
    const { callers, report } = this.#fuzz;
    const isByScript = name === BY_SCRIPTS;
    const cases = fc.record({ input: this.#fuzz.values.inputOf(operation), draw: fc.nat(9) });
    await this.#search(operation, name, runs, cases, async ({ input, draw }) => {
      if (isByScript && report.hasReached(byToken(operation))) return [];
      const known = await this.#known(operation, isByScript || draw < KNOWN_OF_VALID);
      const sender = isByScript
        ? senderOf(callers.script(operation.roles, operation.name))
        : this.#sender(operation, known);
      const whole = completed(withIds(input, this.#fuzz.records), known);
      const sent = this.#written(operation, whole, known, sender);
      const answer = await this.#send(operation, sent, sender, 'valid');
      if (isByScript && answer.status < 400) report.reach(byToken(operation));
      const failures = this.#failures(operation, sent, answer, acceptanceProblems(answer, operation));
      if (answer.status >= 300) return failures;
      return [...failures, ...(await this.#aftermath(operation, whole, sent, sender, answer))];
    });
  }

  /** One mistake is refused, and changes nothing. */
  async #invalid(operation: Operation): Promise<void> {
    const { values, document, runs } = this.#fuzz;
    const invalid = invalidInputOf(operation, values, document);
    if (!invalid) return;
    const cases = fc.record({ invalid, draw: fc.nat(9) });
    await this.#search(operation, 'invalid', runs, cases, async ({ invalid: { valid, spoil, mistake }, draw }) => {
      const known = await this.#known(operation, draw < KNOWN_OF_INVALID);
      const sender = this.#sender(operation, known);
      const input = spoil(completed(withIds(valid, this.#fuzz.records), known));
      const sent = this.#written(operation, input, known, sender);
      const witness = this.#witnessOf(operation, input);
      const before = witness && (await this.#look(witness));
      const answer = await this.#send(operation, sent, sender, 'invalid');
      const problems = refusalProblems(answer, mistake, operation);
      const after = before && witness && (await this.#look(witness, before.by));
      if (after && before && after.shown !== before.shown && answer.status >= 400) {
        const what = `${mistake} was refused with ${answer.status}, but GET ${witness.path} is another than before`;
        problems.push({ check: 'a-refusal-changes-nothing', what });
      }
      return this.#failures(operation, sent, answer, problems);
    });
  }

  /** A header that the document requires is required. */
  async #withoutHeaders(operation: Operation): Promise<void> {
    const required = operation.parameters.filter((parameter) => parameter.in === 'header' && parameter.required);
    for (const { name } of required) {
      await this.#once(operation, 'headers', async (input) => {
        const known = await this.#known(operation, true);
        const sender = this.#sender(operation, known);
        const sent = this.#written(operation, completed(input, known), known, sender);
        const left = Object.entries(sent.headers).filter(([header]) => header.toLowerCase() !== name.toLowerCase());
        const request = { ...sent, headers: Object.fromEntries(left) };
        const answer = await this.#send(operation, request, sender, 'invalid');
        return this.#failures(operation, request, answer, headerProblems(answer, name));
      });
    }
  }

  /** Who may not call the operation is refused. */
  async #withoutCredentials(operation: Operation): Promise<void> {
    const { callers, document } = this.#fuzz;
    for (const { who, headers, expected } of refusedCallers(operation, callers, document.names)) {
      await this.#once(operation, `credentials ${who}`, async (input) => {
        // Without a proof, it must be one of a real device: else the answer could be about the device.
        const known = await this.#known(operation, operation.credential !== 'admin');
        const { headers: _credential, ...data } = known ?? {};
        const sender = { headers, address: callers.freshAddress() };
        const sent = written(operation, completed(withoutOptionalQuery(operation, input), data), sender);
        const answer = await this.#send(operation, sent, sender, 'invalid');
        return this.#failures(operation, sent, answer, authenticationProblems(answer, expected, who));
      });
    }
  }

  /** A method that the path does not have is 405, with those that it has. */
  async #otherMethods(operation: Operation): Promise<void> {
    const { document, callers } = this.#fuzz;
    const path = pathOf(operation.path, {});
    const declared = methodsAt(document, path);
    for (const method of METHODS.filter((each) => !declared.includes(each))) {
      const request = { method, path, headers: {}, address: callers.freshAddress() };
      const answer = await this.#send(operation, request, undefined, 'invalid');
      const problems = answer.status === 429 ? [] : methodProblems(answer, declared);
      if (answer.status >= 500) problems.push({ check: 'no-server-error', what: `${answer.status} ${answer.text}` });
      for (const problem of problems) this.#fuzz.report.fail({ ...problem, operation: operation.name, request });
    }
  }

  /** Records that were deleted in this run are still gone. */
  async stillGone(): Promise<void> {
    for (const { operation, path } of this.#gone) {
      for (const failure of await this.#mustBeGone(operation, path)) this.#fuzz.report.fail(failure);
    }
  }

  /** After a success: its records are there, or gone when it deleted them. */
  async #aftermath(
    operation: Operation,
    input: Input,
    sent: WireRequest,
    sender: Sender,
    answer: WireAnswer,
  ): Promise<Failure[]> {
    const { links, records } = this.#fuzz;
    const schema = operation.responses.get(String(answer.status))?.content.get('application/json');
    const found = schema && answer.json !== undefined ? links.recordsIn(schema, answer.json) : [];
    // A DELETE that answers the record itself ends it, such as a token that is revoked, and keeps it.
    const [named] = Object.keys(input.path);
    const kept = named === undefined ? undefined : links.wantedBy(operation, named);
    const keeps = found.some(({ kind, id }) => kind === kept && id === input.path[named ?? '']);
    if (operation.method === 'DELETE' && !keeps) return this.#deleted(operation, input, sent, sender);
    for (const { kind, id } of found) records.add(kind, id);
    const [first] = found;
    const reader = first && links.readerOf(first.kind);
    if (!first || !reader || reader === operation || operation.credential !== 'admin') return [];
    const [parameter] = reader.parameters.filter((each) => each.in === 'path');
    const path = pathOf(reader.path, { [parameter?.name ?? 'id']: first.id });
    const shown = await this.#get(reader, path);
    if (!shown || shown.answer.status === 429) return [];
    const isThere = shown.answer.status === 200 && isObject(shown.answer.json) && shown.answer.json.id === first.id;
    const what = `${operation.name} answered the id ${first.id}, but GET ${path} is ${shown.answer.status}`;
    const failures = this.#failures(reader, shown.request, shown.answer, []);
    if (isThere) return failures;
    return [...failures, failureOf(operation, shown.request, { check: 'created-records-are-there', what })];
  }

  async #deleted(operation: Operation, input: Input, sent: WireRequest, sender: Sender): Promise<Failure[]> {
    const { document, records } = this.#fuzz;
    const id = String(Object.values(input.path)[0]);
    records.reserve(id);
    const path = sent.path;
    const failures: Failure[] = [];
    const reader = document.operations.find(({ name }) => name === `GET ${operation.path}`);
    if (reader) {
      this.#gone.push({ operation: reader, path });
      failures.push(...(await this.#mustBeGone(reader, path)));
    }
    const list = document.operations.find(({ name }) => name === `GET ${parentOf(operation.path)}`);
    if (list) {
      const shown = await this.#get(list, parentOf(path), sender.caller);
      const what = `${operation.name} deleted ${id}, but GET ${parentOf(path)} shows it`;
      if (shown?.answer.status === 200 && shown.answer.text.includes(`"${id}"`)) {
        failures.push(failureOf(operation, shown.request, { check: 'deleted-records-stay-gone', what }));
      }
    }
    // Other operations on the deleted record, its deletion among them.
    for (const other of document.operations.filter(({ path: template }) => isWithin(template, operation.path))) {
      if (other.method === 'GET') continue;
      const [sample] = fc.sample(this.#fuzz.values.inputOf(other), { numRuns: 1, seed: seedOf(id) });
      if (!sample) continue;
      const again = withIds({ ...sample, path: input.path }, records);
      const by = this.#sender(other, undefined);
      const request = written(other, other === operation ? input : again, by);
      const answer = await this.#send(other, request, by, 'invalid');
      const what = `${operation.name} deleted ${id}, but ${other.name} is answered ${answer.status}`;
      const problems: Problem[] = answer.status < 400 ? [{ check: 'deleted-records-stay-gone', what }] : [];
      failures.push(...this.#failures(other, request, answer, problems));
    }
    return failures;
  }

  async #mustBeGone(reader: Operation, path: string): Promise<Failure[]> {
    const shown = await this.#get(reader, path);
    if (!shown || shown.answer.status === 404 || shown.answer.status === 429) return [];
    const what = `the record was deleted, but GET ${path} is ${shown.answer.status}`;
    return [failureOf(reader, shown.request, { check: 'deleted-records-stay-gone', what })];
  }

  /** Reads as an admin who may; undefined when nobody has calls left. */
  async #get(
    reader: Operation,
    path: string,
    by?: Caller,
  ): Promise<{ readonly request: WireRequest; readonly answer: WireAnswer } | undefined> {
    try {
      const sender = by ? senderOf(by) : this.#sender(reader, undefined);
      const request = { method: 'GET', path, headers: sender.headers, address: sender.address };
      return { request, answer: await this.#send(reader, request, sender, 'valid') };
    } catch (error) {
      if (error instanceof Spent) return undefined;
      throw error;
    }
  }

  /** The GET that shows what a write would change: of the record, or of the list that it is in. */
  #witnessOf(operation: Operation, input: Input): { readonly operation: Operation; readonly path: string } | undefined {
    if (operation.method === 'GET' || operation.credential !== 'admin') return undefined;
    const { operations } = this.#fuzz.document;
    for (let template = operation.path; template !== ''; template = parentOf(template)) {
      const found = operations.find(({ name, roles }) => name === `GET ${template}` && roles.includes('SUPER_ADMIN'));
      const isOwn = found?.parameters.every((each) => each.in !== 'path' || each.name in input.path);
      if (found && isOwn) return { operation: found, path: pathOf(template, input.path) };
    }
    return undefined;
  }

  /** @param again who has looked before: what is shown may depend on who looks */
  async #look(
    { operation, path }: { readonly operation: Operation; readonly path: string },
    again?: Caller,
  ): Promise<{ readonly by: Caller; readonly shown: string } | undefined> {
    const { callers } = this.#fuzz;
    const able = ({ id, role }: Caller) => role === 'SUPER_ADMIN' && callers.hasCallsLeft(id, operation.name);
    const by = again ?? callers.admins.find(able);
    const answer = by && (await this.#get(operation, path, by))?.answer;
    if (!answer || (answer.status !== 200 && answer.status !== 404)) return undefined;
    return { by, shown: withoutRequestId(answer.text) };
  }

  /** What makes the operation succeed. Proofs and credentials of apps are always known: nothing else is reached. */
  async #known(operation: Operation, isWanted: boolean): Promise<KnownInput | undefined> {
    const isNeeded = operation.credential === 'proof' || operation.credential === 'bearer';
    return isWanted || isNeeded ? knownInput(this.#fuzz, operation, this.#fuzz.report) : undefined;
  }

  #sender({ credential, roles, name }: Operation, known: KnownInput | undefined): Sender {
    const { callers } = this.#fuzz;
    if (credential !== 'admin') return { headers: {}, address: callers.freshAddress() };
    return senderOf(known?.by ?? callers.admin(roles, name));
  }

  #written(operation: Operation, input: Input, known: KnownInput | undefined, sender: Sender): WireRequest {
    const signed = known?.sign?.(operation.method === 'GET' ? input.query : Object(input.body));
    return written(operation, input, { ...sender, headers: { ...sender.headers, ...signed } });
  }

  async #send(
    { name }: Operation,
    request: WireRequest,
    sender: Sender | undefined,
    meant: 'valid' | 'invalid',
  ): Promise<WireAnswer> {
    const { wire, callers, report } = this.#fuzz;
    const answer = await wire.send(request);
    if (sender?.caller) callers.noteLimit(sender.caller.id, name, answer);
    report.count(name, answer, meant);
    return answer;
  }

  #failures(operation: Operation, request: WireRequest, answer: WireAnswer, more: readonly Problem[]): Failure[] {
    const problems = [...problemsIn(operation, answer, this.#fuzz.validator), ...more];
    return problems.map((problem) => failureOf(operation, request, problem));
  }

  #search<T>(
    operation: Operation,
    name: string,
    runs: number,
    cases: fc.Arbitrary<T>,
    failuresOf: (example: T) => Promise<readonly Failure[]>,
  ): Promise<void> {
    const { seed, report } = this.#fuzz;
    const onSpent = () => {
      report.tally(operation.name).limited += 1;
    };
    return search({ seed, runs, name: `${operation.name} ${name}`, cases, report, failuresOf, onSpent });
  }

  /** One case with arbitrary valid data. */
  #once(operation: Operation, name: string, failuresOf: (input: Input) => Promise<readonly Failure[]>): Promise<void> {
    const inputs = this.#fuzz.values.inputOf(operation);
    return this.#search(operation, name, 1, inputs, (input) => failuresOf(withIds(input, this.#fuzz.records)));
  }
}

const BY_SCRIPTS = 'valid, by scripts';

/** What reports call the operation when a script calls it. */
function byToken({ name }: Operation): string {
  return `${name} with a token`;
}

function senderOf(caller: Caller): Sender {
  return { headers: caller.headers, address: caller.address, caller };
}

function failureOf(operation: Operation, request: WireRequest, problem: Problem): Failure {
  return { ...problem, operation: operation.name, request };
}

/** A query that is too long is refused before anybody asks who sends it. */
function withoutOptionalQuery({ parameters }: Operation, input: Input): Input {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  return { ...input, query: Object.fromEntries(required.map(({ name }) => [name, input.query[name]])) };
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function isWithin(template: string, other: string): boolean {
  return template === other || template.startsWith(`${other}/`);
}

/** Errors differ in it alone. */
function withoutRequestId(text: string): string {
  return text.replace(/"requestId":"[^"]*"/, '');
}
