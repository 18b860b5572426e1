import type { SampleRequest } from './sample-request.ts';

/** With curl, a POSIX shell and, for what is computed, openssl. */
export function curlSample(request: SampleRequest): string {
  const { method, url, credential, needsKey, json, form, answer, fileName, signsIn, proof } = request;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    credential === 'serviceAccount' && '-H "Authorization: Bearer $KARVON_TOKEN"',
    credential === 'session' && '-b cookies.txt',
    credential === 'pairing' && '-H "Authorization: Bearer $KARVON_CREDENTIAL"',
    proof && `-H "${proof.timestampHeader}: $timestamp"`,
    proof && `-H "${proof.proofHeader}: $proof"`,
    needsKey && '-H "Idempotency-Key: $(openssl rand -hex 16)"',
    json !== undefined && "-H 'Content-Type: application/json'",
    json !== undefined && `-d ${quoted(JSON.stringify(json))}`,
    ...(form ?? []).map(([name, value, file]) => `-F ${quoted(file ? `${name}=@${value}` : `${name}=${value}`)}`),
    answer === 'file' && `-o ${fileName}`,
    signsIn && '-c cookies.txt',
  ].filter((line) => typeof line === 'string');
  const command = lines.join(' \\\n  ');
  if (!proof) return command;
  return [
    'timestamp=$(date +%s)000',
    `proof=$(printf %s "$timestamp."${quoted(proof.payload)} |`,
    '  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KARVON_DEVICE_SECRET_HEX" -r | cut -d " " -f 1)',
    command,
  ].join('\n');
}

/** In single quotes, for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
