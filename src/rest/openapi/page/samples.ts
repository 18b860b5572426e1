import type { OpenApiDocument, Parameter, Schema } from '../document-types.ts';
import { type Described, exampleIn, found, parametersOf, responsesOf } from './reader.ts';

/** How a request is made in three languages. */
export interface Samples {
  readonly curl: string;
  readonly javascript: string;
  readonly python: string;
}

/** A request of an operation, with example values. */
interface SampleRequest {
  readonly method: string;
  readonly url: string;
  /** With text in quotes; what has to be computed is in `computed`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly credential: Credential;
  readonly needsKey: boolean;
  readonly json?: unknown;
  /** The fields of a form; a file by its name. */
  readonly form?: readonly (readonly [name: string, value: string, isFile: boolean])[];
  readonly isFile: boolean;
  /** What a device signs after the timestamp, and the names of its headers. */
  readonly proof?: { readonly payload: string; readonly timestampHeader: string; readonly proofHeader: string };
}

/** The first scheme that an operation takes. */
type Credential = 'session' | 'pairing' | 'device' | 'none';

/** Samples of a request; credentials come from the environment. */
export function samplesOf(api: OpenApiDocument, described: Described): Samples {
  const request = requestOf(api, described);
  return { curl: curl(request), javascript: javascript(request), python: python(request) };
}

function requestOf(api: OpenApiDocument, { method, path, operation }: Described): SampleRequest {
  const parameters = parametersOf(api, operation).filter(isShown);
  const [server] = api.servers;
  const inPath = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(exampleOfParameter(parameters.find((parameter) => parameter.name === name)))),
  );
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => [parameter.name, textOf(exampleOfParameter(parameter, api))] as [string, string]);
  const [type] = Object.keys(operation.requestBody?.content ?? {});
  const body = type === 'multipart/form-data' ? undefined : exampleIn(api, operation.requestBody?.content);
  const credential = credentialOf(operation.security);
  const scheme = (name: string) =>
    String((api.components.securitySchemes[name] as { name?: string } | undefined)?.name);
  const payload = operation['x-proof-payload'];
  return {
    method,
    url: `${server?.url ?? ''}${inPath}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`,
    headers: [],
    credential,
    needsKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    ...(body === undefined ? {} : { json: body }),
    ...(type === 'multipart/form-data'
      ? { form: formOf(api, operation.requestBody?.content[type]?.schema ?? {}) }
      : {}),
    isFile: responsesOf(api, operation).some(([, { content = {} }]) => 'text/csv' in content),
    ...(credential === 'device' && payload
      ? {
          proof: {
            payload: filled(payload.replace('{timestamp}.', ''), { ...Object.fromEntries(query), ...(body as object) }),
            timestampHeader: scheme('deviceTimestamp'),
            proofHeader: scheme('deviceProof'),
          },
        }
      : {}),
  };
}

function isShown({ in: place, required, name }: Parameter): boolean {
  return required === true && (place !== 'header' || name === 'Idempotency-Key');
}

function credentialOf([first]: Described['operation']['security']): Credential {
  if (!first) return 'none';
  if ('session' in first) return 'session';
  return 'pairing' in first ? 'pairing' : 'device';
}

function exampleOfParameter(parameter: Parameter | undefined, api?: OpenApiDocument): unknown {
  const { schema, content, example } = parameter ?? {};
  if (example !== undefined) return example;
  if (schema) return valueOfSchema(schema, api);
  return api ? exampleIn(api, content) : undefined;
}

function valueOfSchema(schema: Schema, api?: OpenApiDocument): unknown {
  const { example, default: preset, enum: values, allOf } = schema;
  const [first] = allOf ?? [];
  if (schema.$ref && api) return valueOfSchema(found<Schema>(api, schema as { $ref: string }), api);
  return example ?? preset ?? values?.[0] ?? schema.minimum ?? (first ? valueOfSchema(first, api) : '');
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function formOf(api: OpenApiDocument, schema: Schema): SampleRequest['form'] {
  const { properties = {}, required = [] } = found<Schema>(api, schema as { $ref: string });
  return required.map((name) => {
    const property = properties[name] ?? {};
    if (property.format === 'binary')
      return [name, `lamp-1.5.0${property['x-file-extension'] ?? '.bin'}`, true] as const;
    const one = property.type === 'array' ? (property.items ?? {}) : property;
    return [name, textOf(valueOfSchema(one, api)), false] as const;
  });
}

function filled(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => textOf(values[name] ?? 'latest'));
}

/** In single quotes, for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function curl(request: SampleRequest): string {
  const { method, url, credential, needsKey, json, form, isFile, proof } = request;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    credential === 'session' && '-b cookies.txt',
    credential === 'pairing' && '-H "Authorization: Bearer $KARVON_CREDENTIAL"',
    proof && `-H "${proof.timestampHeader}: $timestamp"`,
    proof && `-H "${proof.proofHeader}: $proof"`,
    needsKey && '-H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)"',
    json !== undefined && "-H 'Content-Type: application/json'",
    json !== undefined && `-d ${quoted(JSON.stringify(json))}`,
    ...(form ?? []).map(([name, value, file]) => `-F ${quoted(file ? `${name}=@${value}` : `${name}=${value}`)}`),
    isFile && '-o export.csv',
  ].filter((line) => typeof line === 'string');
  if (url.endsWith('/auth/login')) lines.push('-c cookies.txt');
  const command = lines.join(' \\\n  ');
  if (!proof) return command;
  return [
    'timestamp=$(date +%s%3N)',
    `proof=$(printf %s "$timestamp."${quoted(proof.payload)} |`,
    '  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KARVON_DEVICE_SECRET_HEX" -r | cut -d " " -f 1)',
    command,
  ].join('\n');
}

function javascript(request: SampleRequest): string {
  const { method, url, credential, needsKey, json, form, isFile, proof } = request;
  const headers = [
    credential === 'session' && 'cookie: process.env.KARVON_COOKIE',
    credential === 'pairing' && "authorization: 'Bearer ' + process.env.KARVON_CREDENTIAL",
    proof && `'${proof.timestampHeader}': timestamp`,
    proof && `'${proof.proofHeader}': proof`,
    needsKey && "'idempotency-key': crypto.randomUUID()",
    json !== undefined && "'content-type': 'application/json'",
  ].filter((line) => typeof line === 'string');
  const options = [
    method !== 'GET' && `  method: '${method}',`,
    headers.length > 0 && `  headers: { ${headers.join(', ')} },`,
    json !== undefined && `  body: JSON.stringify(${indented(JSON.stringify(json, null, 2), '  ')}),`,
    form && '  body: form,',
  ].filter((line) => typeof line === 'string');
  return [
    ...(proof
      ? [
          "import { createHmac } from 'node:crypto';",
          '',
          'const timestamp = String(Date.now());',
          "const secret = Buffer.from(process.env.KARVON_DEVICE_SECRET, 'base64url');",
          `const proof = createHmac('sha256', secret).update(\`\${timestamp}.${proof.payload}\`).digest('hex');`,
        ]
      : []),
    ...(form
      ? [
          "import { openAsBlob } from 'node:fs';",
          '',
          'const form = new FormData();',
          ...form.map(([name, value, file]) =>
            file
              ? `form.append('${name}', await openAsBlob('${value}'), '${value}');`
              : `form.append('${name}', ${JSON.stringify(value)});`,
          ),
        ]
      : []),
    options.length > 0
      ? `const response = await fetch('${url}', {\n${options.join('\n')}\n});`
      : `const response = await fetch('${url}');`,
    'if (!response.ok) throw new Error(await response.text());',
    url.endsWith('/auth/login') ? "const cookie = response.headers.getSetCookie()[0].split(';')[0];" : undefined,
    isFile ? 'console.log(await response.text());' : 'console.log(await response.json());',
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}

function python(request: SampleRequest): string {
  const { method, url, credential, needsKey, json, form, isFile, proof } = request;
  const headers = [
    credential === 'session' && '"Cookie": os.environ["KARVON_COOKIE"]',
    credential === 'pairing' && '"Authorization": "Bearer " + os.environ["KARVON_CREDENTIAL"]',
    proof && `"${proof.timestampHeader}": timestamp`,
    proof && `"${proof.proofHeader}": proof`,
    needsKey && '"Idempotency-Key": str(uuid.uuid4())',
    json !== undefined && '"Content-Type": "application/json"',
    form && '"Content-Type": "multipart/form-data; boundary=" + boundary',
  ].filter((line) => typeof line === 'string');
  const uses = [
    proof && 'base64, hashlib, hmac, time',
    !isFile && 'json',
    (credential !== 'none' || proof) && 'os',
    'urllib.request',
    (needsKey || form) && 'uuid',
  ].filter((line) => typeof line === 'string');
  return [
    `import ${uses.join(', ')}`,
    '',
    ...(proof
      ? [
          'timestamp = str(time.time_ns() // 1_000_000)',
          'secret = base64.urlsafe_b64decode(os.environ["KARVON_DEVICE_SECRET"] + "==")',
          `payload = timestamp + ".${proof.payload}"`,
          'proof = hmac.new(secret, payload.encode(), hashlib.sha256).hexdigest()',
        ]
      : []),
    ...(form ? pythonForm(form) : []),
    ...(json === undefined ? [] : [`body = json.dumps(${pythonValue(json)}).encode()`]),
    'request = urllib.request.Request(',
    `    "${url}",`,
    `    method="${method}",`,
    headers.length > 0 ? `    headers={${headers.join(', ')}},` : undefined,
    json === undefined && !form ? undefined : '    data=body,',
    ')',
    'with urllib.request.urlopen(request) as response:',
    isFile ? '    print(response.read().decode())' : '    print(json.load(response))',
    url.endsWith('/auth/login') ? '    cookie = response.headers["Set-Cookie"].split(";")[0]' : undefined,
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

/** The form as bytes: the standard library of Python has no writer of forms. */
function pythonForm(form: NonNullable<SampleRequest['form']>): string[] {
  const parts = form.map(([name, value, isFile]) =>
    isFile
      ? `part("${name}", open("${value}", "rb").read(), "${value}")`
      : `part("${name}", ${JSON.stringify(value)}.encode())`,
  );
  return [
    'boundary = uuid.uuid4().hex',
    'def part(name, value, file=None):',
    '    named = f\'name="{name}"\' + (f\'; filename="{file}"\' if file else "")',
    '    return f"--{boundary}\\r\\nContent-Disposition: form-data; {named}\\r\\n\\r\\n".encode() + value + b"\\r\\n"',
    `body = ${[...parts, 'f"--{boundary}--\\r\\n".encode()'].join(' + ')}`,
  ];
}

/** A value as Python writes it. */
function pythonValue(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `    ${JSON.stringify(name)}: ${indented(pythonValue(member), '    ')},`,
  );
  return `{\n${members.join('\n')}\n}`;
}
