import type { SampleRequest } from './sample-request.ts';

/** With the standard library of Python 3. */
export function pythonSample(request: SampleRequest): string {
  const { method, url, credential, needsKey, json, form, answer, fileName, signsIn, proof } = request;
  const headers = [
    credential === 'serviceAccount' && '"Authorization": "Bearer " + os.environ["KARVON_TOKEN"]',
    credential === 'session' && '"Cookie": os.environ["KARVON_COOKIE"]',
    credential === 'pairing' && '"Authorization": "Bearer " + os.environ["KARVON_CREDENTIAL"]',
    proof && `"${proof.timestampHeader}": timestamp`,
    proof && `"${proof.proofHeader}": proof`,
    needsKey && '"Idempotency-Key": str(uuid.uuid4())',
    json !== undefined && '"Content-Type": "application/json"',
    form && '"Content-Type": "multipart/form-data; boundary=" + boundary',
  ].filter((line) => typeof line === 'string');
  const uses = [
    ...(proof ? ['base64', 'hashlib', 'hmac', 'time'] : []),
    (answer === 'json' || json !== undefined) && 'json',
    credential !== 'none' && 'os',
    answer === 'file' && 'shutil',
    'urllib.request',
    (needsKey || form) && 'uuid',
  ].filter((line) => typeof line === 'string');
  return [
    `import ${uses.toSorted().join(', ')}`,
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
    answer === 'file'
      ? `with urllib.request.urlopen(request) as response, open("${fileName}", "wb") as file:`
      : 'with urllib.request.urlopen(request) as response:',
    USES[answer],
    signsIn ? '    cookie = response.headers["Set-Cookie"].split(";")[0]' : undefined,
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

/** What is done with an answer. */
const USES: Readonly<Record<SampleRequest['answer'], string>> = {
  json: '    print(json.load(response))',
  text: '    print(response.read().decode())',
  file: '    shutil.copyfileobj(response, file)',
};

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
    ([name, member]) => `    ${JSON.stringify(name)}: ${pythonValue(member).replaceAll('\n', '\n    ')},`,
  );
  return `{\n${members.join('\n')}\n}`;
}
