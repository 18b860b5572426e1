import type { Content, OpenApiDocument, Parameter, RequestBody, Schema } from '../document-types.ts';
import { type Described, examplesIn, found, parametersOf, responsesOf } from './reader.ts';

/** A request of an operation with example values, as the samples of all languages need it. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly credential: Credential;
  readonly needsKey: boolean;
  readonly json?: unknown;
  /** The fields of a form; a file by its name. */
  readonly form?: readonly (readonly [name: string, value: string, isFile: boolean])[];
  readonly answer: 'json' | 'text' | 'file';
  /** The name under which an answer that is a file is kept. */
  readonly fileName: string;
  /** Whether the answer opens a session, whose cookie the next requests send. */
  readonly signsIn: boolean;
  /** The text that a device signs after the timestamp, and the names of its headers. */
  readonly proof?: { readonly payload: string; readonly timestampHeader: string; readonly proofHeader: string };
}

/** The credential of a script: the token of a service account if the operation accepts one. */
type Credential = 'serviceAccount' | 'session' | 'pairing' | 'device' | 'none';

/** The request of the samples of an operation: its required parameters, and the example of its body. */
export function sampleRequest(api: OpenApiDocument, { method, path, operation }: Described): SampleRequest {
  const parameters = parametersOf(api, operation).filter(({ required }) => required);
  const exampleOf = ({ example, schema, content }: Parameter) =>
    example ?? schema?.example ?? examplesIn(api, content)[0];
  const values = (place: Parameter['in']) =>
    parameters.filter((each) => each.in === place).map((each) => [each.name, textOf(exampleOf(each))] as const);
  const inPath = new Map(values('path'));
  const query = values('query');
  const [server] = api.servers;
  const filledPath = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(inPath.get(name) ?? ''));
  const question = query.length > 0 ? `?${new URLSearchParams(Object.fromEntries(query))}` : '';
  const [body] = examplesIn(api, operation.requestBody?.content);
  const form = formOf(api, operation.requestBody, body);
  const [, success] = responsesOf(api, operation).find(([status]) => status.startsWith('2')) ?? [];
  const content = success?.content ?? {};
  const setsCookie = 'Set-Cookie' in (success?.headers ?? {});
  return {
    method,
    url: `${server?.url ?? ''}${filledPath}${question}`,
    // Everyone may sign out; it ends the session whose cookie it is sent with.
    credential: setsCookie && !body ? 'session' : credentialOf(operation.security),
    needsKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    ...(form ? { form } : {}),
    ...(body === undefined || form ? {} : { json: body }),
    answer: answerOf(content),
    fileName: 'text/csv' in content ? 'export.csv' : 'firmware.bin',
    signsIn: setsCookie && body !== undefined,
    ...proofOf(api, operation, { ...Object.fromEntries(query), ...(body as object | undefined) }),
  };
}

function answerOf(content: Content): SampleRequest['answer'] {
  if ('application/json' in content) return 'json';
  return 'text/html' in content ? 'text' : 'file';
}

function credentialOf(security: Described['operation']['security']): Credential {
  const names = security.flatMap((together) => Object.keys(together));
  if (names.includes('deviceProof')) return 'device';
  const taken = (['serviceAccount', 'session', 'pairing'] as const).find((name) => names.includes(name));
  return taken ?? 'none';
}

function proofOf(api: OpenApiDocument, operation: Described['operation'], values: Readonly<Record<string, unknown>>) {
  const template = operation['x-proof-payload'];
  if (!template) return {};
  const header = (scheme: string) => String((api.components.securitySchemes[scheme] as { name?: string }).name);
  const payload = template
    .replace('{timestamp}.', '')
    .replace(/\{(\w+)\}/g, (_whole, name: string) => textOf(values[name] ?? 'latest'));
  return { proof: { payload, timestampHeader: header('deviceTimestamp'), proofHeader: header('deviceProof') } };
}

/** The required fields of a form. */
function formOf(api: OpenApiDocument, body: RequestBody | undefined, example: unknown): SampleRequest['form'] {
  const media = body?.content['multipart/form-data'];
  if (!media) return undefined;
  const { properties = {}, required = [] } = found<Schema>(api, media.schema);
  const values = example as Readonly<Record<string, unknown>>;
  return required.map((name) => {
    const { format, 'x-file-extension': extension = '.bin' } = properties[name] ?? {};
    if (format === 'binary') return [name, `lamp-1.5.0${extension}`, true] as const;
    const [first] = [values[name]].flat();
    return [name, textOf(first), false] as const;
  });
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
