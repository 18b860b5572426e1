import type { OpenApiDocument, Parameter, Schema } from '../document-types.ts';
import { type Html, html, paragraphs, prose } from './html.ts';
import { codesOf, type Described, exampleIn, parametersOf, responsesOf, unwrapped } from './reader.ts';
import { samplesOf } from './samples.ts';

/** Deeper members are in the example. */
const MAX_SHOWN_DEPTH = 4;

/** What the page of an operation says of it. */
export function operationPage(api: OpenApiDocument, described: Described): Html {
  const { method, path, operation } = described;
  return html`
<h1>${operation.operationId}</h1>
<p><code><span class="method">${method}</span>${path}</code></p>
<p>${prose(operation.summary)}</p>
<p>${prose(operation.description)}</p>
${credentials(api, described)}
${parameterTable(parametersOf(api, operation))}
${body(api, described)}
${answers(api, described)}
${errors(api, described)}
${samples(api, described)}`;
}

function credentials(api: OpenApiDocument, { operation }: Described): Html {
  const schemes = api.components.securitySchemes as Readonly<Record<string, { readonly description: string }>>;
  const names = operation.security.flatMap((together) => Object.keys(together));
  if (names.length === 0) return html`<h2 id="credentials">Credentials</h2><p>None.</p>`;
  const proof = operation['x-proof-payload'];
  return html`<h2 id="credentials">Credentials</h2>
<ul>${names.map((name) => html`<li><strong>${name}</strong>: ${prose(schemes[name]?.description ?? '')}</li>`)}</ul>
${proof && html`<p>The proof is of <code>${proof}</code>.</p>`}`;
}

function parameterTable(parameters: readonly Parameter[]): Html {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema, content }) => html`
<tr><td><code>${name}</code></td><td>${place}${required && ', required'}</td><td>${schema ? typeOf(schema) : content && 'JSON'}</td><td>${prose(description)}</td></tr>`,
  );
  return html`<h2 id="parameters">Parameters</h2>
<div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function body(api: OpenApiDocument, { operation }: Described): Html {
  const { requestBody } = operation;
  const [type] = Object.keys(requestBody?.content ?? {});
  if (!requestBody || !type) return html``;
  const example = exampleIn(api, requestBody.content);
  return html`<h2 id="body">Body</h2>
<p><code>${type}</code>${requestBody.required ? ', required' : ', optional'}, at most ${requestBody['x-max-bytes']} bytes.</p>
${memberTable(api, requestBody.content[type]?.schema ?? {})}
${example !== undefined && json(example)}`;
}

function answers(api: OpenApiDocument, { operation }: Described): Html {
  const success = responsesOf(api, operation).filter(([status]) => /^[23]/.test(status) || status === '416');
  return html`<h2 id="answers">Answers</h2>
${success.map(([status, { description, headers = {}, content = {} }]) => {
  const [[type, media] = []] = Object.entries(content);
  const example = exampleIn(api, content);
  return html`<h3>${status}</h3><p>${prose(description)}${type && html` <code>${Object.keys(content).join(', ')}</code>`}</p>
<p>Headers: ${Object.keys(headers).map((name) => html`<code>${name}</code> `)}</p>
${type === 'application/json' && media && memberTable(api, media.schema)}
${typeof example === 'object' && json(example)}`;
})}`;
}

function errors(api: OpenApiDocument, { operation }: Described): Html {
  const rows = responsesOf(api, operation).filter(([status]) => /^[45]/.test(status));
  return html`<h2 id="errors">Errors</h2>
<div class="scroll"><table><thead><tr><th scope="col">Status</th><th scope="col">Codes</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.map(
    ([status, response]) => html`
<tr><td>${status}</td><td>${codesOf(api, response).map((code) => html`<code>${code}</code> `)}</td><td>${prose(response.description)}</td></tr>`,
  )}</tbody></table></div>`;
}

function samples(api: OpenApiDocument, described: Described): Html {
  const { curl, javascript, python } = samplesOf(api, described);
  return html`<h2 id="samples">Samples</h2>
<h3>curl</h3>${code('curl', curl)}
<h3>JavaScript</h3>${code('javascript', javascript)}
<h3>Python</h3>${code('python', python)}`;
}

/** Code that people who use a keyboard can scroll. */
export function code(language: string, text: string): Html {
  return html`<pre tabindex="0" data-language="${language}"><code>${text}</code></pre>`;
}

function json(value: unknown): Html {
  return code('json', JSON.stringify(value, null, 2));
}

function memberTable(api: OpenApiDocument, schema: Schema): Html {
  const variants = (schema.oneOf ?? [schema]).map((each) => unwrapped(api, each));
  return html`${variants.map(
    (variant) => html`${variants.length > 1 && html`<p>${prose(variant.description ?? '')}</p>`}
<div class="scroll"><table><thead><tr><th scope="col">Member</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${memberRows(api, variant, '', 1)}</tbody></table></div>`,
  )}`;
}

function memberRows(
  api: OpenApiDocument,
  { properties = {}, required = [] }: Schema,
  inside: string,
  depth: number,
): Html[] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const schema = unwrapped(api, member);
    const item = schema.items ? unwrapped(api, schema.items) : schema;
    const isNullable = member.nullable || member.anyOf?.some((branch) => branch.nullable);
    const facts = [typeOf(schema, item), required.includes(name) ? 'required' : '', isNullable ? 'or null' : ''];
    const row = html`
<tr><td><code>${inside}${name}</code></td><td>${facts.filter(Boolean).join(', ')}</td><td>${paragraphs(schema.description ?? '')}</td></tr>`;
    const deeper = depth < MAX_SHOWN_DEPTH && item['x-max-depth'] === undefined;
    return [row, ...(deeper ? memberRows(api, item, `${inside}${name}${schema.items ? '[]' : ''}.`, depth + 1) : [])];
  });
}

function typeOf(schema: Schema, item: Schema = schema): string {
  const { type = 'string', format, minLength, maxLength, minimum, maximum, pattern, default: preset } = schema;
  const values = item.enum?.filter((value) => value !== null);
  const kind = schema.items ? `array of ${item.type ?? 'string'}` : type;
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return [
    format && !format.startsWith('int') ? `${kind} (${format})` : kind,
    values && `one of ${values.join(', ')}`,
    range(minLength, maxLength, ' characters'),
    range(minimum, most, ''),
    pattern && `pattern ${pattern}`,
    preset !== undefined && `default ${preset}`,
  ]
    .filter((fact) => typeof fact === 'string')
    .join(', ');
}

function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (most === undefined) return least ? `at least ${least}${unit}` : undefined;
  return `${least ?? 0} to ${most}${unit}`;
}
