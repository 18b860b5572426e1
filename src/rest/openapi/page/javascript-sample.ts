import type { SampleRequest } from './sample-request.ts';

/** With Node.js and nothing else. */
export function javascriptSample(request: SampleRequest): string {
  const { method, url, credential, needsKey, json, form, answer, fileName, signsIn, proof } = request;
  const headers = [
    credential === 'serviceAccount' && "authorization: 'Bearer ' + process.env.KARVON_TOKEN",
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
    json !== undefined && `  body: JSON.stringify(${JSON.stringify(json, null, 2).replaceAll('\n', '\n  ')}),`,
    form && '  body: form,',
  ].filter((line) => typeof line === 'string');
  return [
    ...(answer === 'file' ? ["import { writeFile } from 'node:fs/promises';", ''] : []),
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
    signsIn ? "const cookie = response.headers.getSetCookie()[0].split(';')[0];" : undefined,
    answer === 'file' ? `await writeFile('${fileName}', response.body);` : `console.log(await response.${answer}());`,
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}
