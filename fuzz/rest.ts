import fc from 'fast-check';
import type { Business } from './business.ts';
import { type Admin, type Callers, Spent } from './callers.ts';
import {
  acceptanceProblems,
  authenticationProblems,
  type Failure,
  methodProblems,
  methodsAt,
  type Problem,
  problemsIn,
  refusalProblems,
} from './checks.ts';
import { type ApiDocument, isObject, type Operation } from './document.ts';
import { invalidInputOf } from './invalid-values.ts';
import { type KnownInput, knownInputMaker } from './known-inputs.ts';
import type { KnownRecords } from './known-records.ts';
import type { Links } from './links.ts';
import type { Report } from './report.ts';
import type { Wire, WireAnswer, WireRequest } from './request.ts';
import type { SchemaValidator } from './schema-validator.ts';
import { search, seedOf } from './search.ts';
import type { Input, Values } from './values.ts';
import { pathOf, withIds, written } from './written-request.ts';

export interface RestFuzz {
  readonly document: ApiDocument;
  readonly wire: Wire;
  readonly callers: Callers;
  readonly business: Business;
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
  readonly admin?: Admin;
}

/** Of 10 cases of valid data, so many have what makes them succeed; of invalid data, so many. */
const KNOWN_OF_VALID = 8;
const KNOWN_OF_INVALID = 3;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Fuzzes the operations of an OpenAPI document. */
export class RestFuzzer {
  readonly #fuzz: RestFuzz;
  readonly #gone: Gone[] = [];

  constructor(fuzz: RestFuzz) {
    this.#fuzz = fuzz;
  }

  /** Keeps the fuzzer from ending its own sessions. */
  async prepare(): Promise<void> {
    const { callers, records } = this.#fuzz;
    for (const admin of callers.admins) {
      records.reserve(admin.id);
      for (const { id } of await callers.sessionsOf(admin)) records.reserve(id);
    }
  }

  /** Everything about one operation. */
  async fuzz(operation: Operation): Promise<void> {
    this.#fuzz.report.fuzzed.add(operation.name);
    await this.#valid(operation);
    await this.#invalid(operation);
    await this.#withoutHeaders(operation);
    await this.#withoutCredentials(operation);
    await this.#otherMethods(operation);
  }

  /** Valid data is accepted, what it made is there, and what it deleted is gone. */
  async #valid(operation: Operation): Promise<void> {
    const cases = fc.record({ input: this.#fuzz.values.inputOf(operation), draw: fc.nat(9) });
    await this.#search(operation, 'valid', this.#fuzz.runs, cases, async ({ input, draw }) => {
      const known = await this.#known(operation, draw < KNOWN_OF_VALID);
      const sender = this.#sender(operation, known);
      const whole = merged(withIds(input, this.#fuzz.records), known);
      const sent = this.#written(operation, whole, known, sender);
      const answer = await this.#send(operation, sent, sender, 'valid');
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
      const input = spoil(merged(withIds(valid, this.#fuzz.records), known));
      const sent = this.#written(operation, input, known, sender);
      const witness = this.#witnessOf(operation, input);
      const before = witness && (await this.#look(witness));
      const answer = await this.#send(operation, sent, sender, 'invalid');
      const problems = answer.status === 429 ? [] : refusalProblems(answer, mistake);
      const after = before && witness && (await this.#look(witness));
      if (after && before && after.text !== before.text && answer.status >= 400) {
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
        const sent = this.#written(operation, merged(input, known), known, sender);
        const left = Object.entries(sent.headers).filter(([header]) => header.toLowerCase() !== name.toLowerCase());
        const request = { ...sent, headers: Object.fromEntries(left) };
        const answer = await this.#send(operation, request, sender, 'invalid');
        const isRefused = answer.status >= 400 && answer.status < 500;
        const what = `without ${name} it was answered ${answer.status}: ${answer.text.slice(0, 200)}`;
        const problems: Problem[] = isRefused ? [] : [{ check: 'required-headers-are-required', what }];
        return this.#failures(operation, request, answer, problems);
      });
    }
  }

  /** Nobody, somebody with a wrong credential, and admins of other roles are refused. */
  async #withoutCredentials(operation: Operation): Promise<void> {
    if (operation.credential === 'public') return;
    const { callers, document } = this.#fuzz;
    const { sessionCookie, timestampHeader, proofHeader } = document.names;
    const wrong: Readonly<Record<Exclude<Operation['credential'], 'public'>, Record<string, string>>> = {
      admin: { cookie: `${sessionCookie}=${'x'.repeat(43)}` },
      bearer: { authorization: 'Bearer eyJhbGciOiJFZERTQSJ9.e30.AAAA' },
      proof: { [timestampHeader]: String(Date.now()), [proofHeader]: '0'.repeat(64) },
    };
    const strangers: { readonly who: string; readonly headers: Record<string, string>; readonly expected: number }[] = [
      { who: 'nobody', headers: {}, expected: 401 },
      { who: 'somebody with a wrong credential', headers: wrong[operation.credential], expected: 401 },
      { who: 'somebody with an unknown token', headers: { authorization: `Bearer ${'x'.repeat(43)}` }, expected: 401 },
    ];
    const others = document.roles.filter((role) => operation.credential === 'admin' && !operation.roles.includes(role));
    for (const role of others) {
      const admin = callers.admins.find((each) => each.role === role);
      if (admin) strangers.push({ who: `a ${role}`, headers: { cookie: admin.cookie }, expected: 403 });
    }
    for (const { who, headers, expected } of strangers) {
      await this.#once(operation, `credentials ${who}`, async (input) => {
        // Without a proof, it must be one of a real device: else the answer could be about the device.
        const known = await this.#known(operation, operation.credential !== 'admin');
        const { headers: _credential, ...data } = known ?? {};
        const sender = { headers, address: callers.freshAddress() };
        const sent = written(operation, merged(withoutOptionalQuery(operation, input), data), sender);
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
      const shown = await this.#get(list, parentOf(path), sender.admin);
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
    by?: Admin,
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

  async #look(witness: { readonly operation: Operation; readonly path: string }): Promise<WireAnswer | undefined> {
    // Always as the same admin: what is shown may depend on who looks.
    const admin = this.#fuzz.callers.admins.find(
      ({ id, role }) => role === 'SUPER_ADMIN' && this.#fuzz.callers.hasCallsLeft(id, witness.operation.name),
    );
    const shown = admin && (await this.#get(witness.operation, witness.path, admin));
    return shown?.answer.status === 200 || shown?.answer.status === 404 ? withoutRequestId(shown.answer) : undefined;
  }

  /** What makes the operation succeed. Proofs and credentials of apps are always known: nothing else is reached. */
  async #known(operation: Operation, isWanted: boolean): Promise<KnownInput | undefined> {
    const maker = knownInputMaker(operation);
    if (!maker || !(isWanted || operation.credential === 'proof' || operation.credential === 'bearer'))
      return undefined;
    const { document, business, callers, report } = this.#fuzz;
    try {
      return await maker({ document, business, callers }, operation);
    } catch (error) {
      if (error instanceof Spent) throw error;
      report.unprepared.set(operation.name, error instanceof Error ? error.message : String(error));
      return undefined;
    }
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
    if (sender?.admin) callers.noteLimit(sender.admin.id, name, answer);
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

function senderOf(admin: Admin): Sender {
  return { headers: { cookie: admin.cookie }, address: admin.address, admin };
}

function failureOf(operation: Operation, request: WireRequest, problem: Problem): Failure {
  return { ...problem, operation: operation.name, request };
}

/** The arbitrary input with what is known to be right. */
function merged(input: Input, known: KnownInput | undefined): Input {
  if (!known) return input;
  const left = new Set(known.without);
  const isKept = ([name]: [string, unknown]) => !left.has(name);
  const kept = (members: unknown) => Object.fromEntries(Object.entries(Object(members)).filter(isKept));
  return {
    path: { ...input.path, ...known.path },
    query: { ...kept(input.query), ...known.query },
    headers: { ...input.headers, ...known.headers },
    body: input.body === undefined && !known.body ? undefined : { ...kept(input.body), ...given(known.body) },
  };
}

/** A query that is too long is refused before anybody asks who sends it. */
function withoutOptionalQuery({ parameters }: Operation, input: Input): Input {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  return { ...input, query: Object.fromEntries(required.map(({ name }) => [name, input.query[name]])) };
}

/** What is not known is left to chance. */
function given(members: KnownInput['body']): object {
  return Object.fromEntries(Object.entries(members ?? {}).filter(([, value]) => value !== undefined));
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function isWithin(template: string, other: string): boolean {
  return template === other || template.startsWith(`${other}/`);
}

/** Errors differ in it alone. */
function withoutRequestId(answer: WireAnswer): WireAnswer {
  return { ...answer, text: answer.text.replace(/"requestId":"[^"]*"/, '') };
}
