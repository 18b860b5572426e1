import { type Html, html, prose } from '../../pages/html.ts';
import type { OpenApiDocument } from '../document-types.ts';
import { type Described, errorsIn, examplesIn, parametersOf, responsesOf } from './reader.ts';
import { code, samplesOf } from './samples.ts';
import { inAnswer, inBody, memberTable, parameterTable, table } from './schema-tables.ts';

/** What the page of an operation says of it. */
export function operationPage(api: OpenApiDocument, described: Described): Html {
  const { method, path, operation } = described;
  return html`
<h1>${operation.operationId}</h1>
<p><code><span class="method">${method}</span>${path}</code></p>
<p>${prose(operation.summary)}</p>
<p>${prose(operation.description)}</p>
${credentials(api, described)}
${parameterTable(api, parametersOf(api, operation))}
${body(api, described)}
${answers(api, described)}
${errors(api, described)}
<h2 id="samples">Samples</h2>
${samplesOf(api, described)}`;
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

function body(api: OpenApiDocument, { operation }: Described): Html {
  const { requestBody } = operation;
  const [type] = Object.keys(requestBody?.content ?? {});
  if (!requestBody || !type) return html``;
  const [example] = examplesIn(api, requestBody.content);
  return html`<h2 id="body">Body</h2>
<p><code>${type}</code>${requestBody.required ? ', required' : ', optional'}, at most ${requestBody['x-max-bytes']} bytes.</p>
${memberTable(api, requestBody.content[type]?.schema ?? {}, inBody)}
${example !== undefined && json(example)}`;
}

function answers(api: OpenApiDocument, { operation }: Described): Html {
  const success = responsesOf(api, operation).filter(([status]) => /^[23]/.test(status) || status === '416');
  return html`<h2 id="answers">Answers</h2>
${success.map(([status, { description, headers = {}, content = {} }]) => {
  const [[type, media] = []] = Object.entries(content);
  const examples = examplesIn(api, content).filter((example) => typeof example === 'object');
  return html`<h3>${status}</h3><p>${prose(description)}${type && html` <code>${Object.keys(content).join(', ')}</code>`}</p>
<p>Headers: ${Object.keys(headers).map((name) => html`<code>${name}</code> `)}</p>
${type === 'application/json' && media && memberTable(api, media.schema, inAnswer)}
${examples.map(json)}`;
})}`;
}

function errors(api: OpenApiDocument, { operation }: Described): Html {
  const rows = responsesOf(api, operation).flatMap(([status, response]) =>
    errorsIn(api, response).map(
      ({ code, meaning }) => html`
<tr><td>${status === 'default' ? 'any' : status}</td><td><code>${code}</code></td><td>${prose(meaning)}</td></tr>`,
    ),
  );
  return html`<h2 id="errors">Errors</h2>
${table(['Status', 'Code', 'Meaning'], rows)}`;
}

function json(value: unknown): Html {
  return code('json', JSON.stringify(value, null, 2));
}
