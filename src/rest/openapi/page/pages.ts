import { LOGO } from '../../../page-style.ts';
import { type Html, html, paragraphs, prose } from '../../pages/html.ts';
import { sourceOf } from '../../pages/page.ts';
import type { OpenApiDocument } from '../document-types.ts';
import { operationPage } from './operation-page.ts';
import { type Described, operationsOf } from './reader.ts';
import { samplesOf } from './samples.ts';
import { SEARCH_SCRIPT } from './search-script.ts';
import { STYLE } from './style.ts';

/** The pages by the names of the operations, the first one under the empty name. */
export interface Pages {
  readonly names: ReadonlySet<string>;
  /** Makes a page. @returns undefined for a name that there is not */
  readonly textOf: (name: string) => string | undefined;
  /** Their Content-Security-Policy. */
  readonly policy: string;
}

/** A call that needs no credential, for the first page. */
const FIRST_CALL = 'getPreorderConfig';

/** The reference: a first page, and one for each operation, all from the description of the API; the one script is their search. */
export function pagesOf(api: OpenApiDocument): Pages {
  const operations = operationsOf(api);
  const pageOf = (title: string, content: Html, current?: Described) =>
    document(title, navigation(api, operations, current), content);
  const byName = new Map(operations.map((described) => [described.operation.operationId, described]));
  return {
    names: new Set(['', ...byName.keys()]),
    textOf: (name) => {
      if (name === '') return pageOf(`${api.info.title} API`, firstPage(api, operations));
      const described = byName.get(name);
      return described && pageOf(`${name} – ${api.info.title} API`, operationPage(api, described), described);
    },
    policy: policy(),
  };
}

/** Nothing is loaded; the one style and the one script are named by their hashes. */
function policy(): string {
  return `default-src 'none'; style-src ${sourceOf(STYLE)}; script-src ${sourceOf(SEARCH_SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

function document(title: string, nav: Html, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${nav}
<main id="content">${content}</main>
<script>${{ html: SEARCH_SCRIPT }}</script>
</body>
</html>
`.html;
}

function navigation(api: OpenApiDocument, operations: readonly Described[], current?: Described): Html {
  const groups = api.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const links = own.map((described) => link(described, described.operation === current?.operation));
    const isOpen = current?.operation.tags.includes(name);
    return html`<details${isOpen && { html: ' open' }}><summary>${name}</summary><ul>${links}</ul></details>`;
  });
  return html`<nav aria-label="Operations"><a class="brand" href="/v1/docs">${{ html: LOGO }}${api.info.title} API ${api.info.version}</a>
<label hidden>Search operations<input id="search" type="search" autocomplete="off" placeholder="refund, POST, /sales"></label>
<p id="none" hidden>No operation has these words.</p>
${groups}</nav>`;
}

function link(described: Described, isCurrent: boolean): Html {
  const { operationId } = described.operation;
  return html`<li data-find="${wordsOf(described)}"><a href="/v1/docs/${operationId}"${isCurrent && { html: ' aria-current="page"' }}>${operationId}</a></li>`;
}

/** What the search looks at. */
function wordsOf({ method, path, operation: { operationId, summary } }: Described): string {
  return `${operationId} ${method} ${path} ${summary}`.toLowerCase();
}

function firstPage(api: OpenApiDocument, operations: readonly Described[]): Html {
  return html`
<h1>${api.info.title} API, revision ${api.info.version}</h1>
${paragraphs(api.info.description)}
<p>Tools read <a href="/v1/openapi.json">/v1/openapi.json</a> (OpenAPI ${api.openapi}), from which these pages are made.</p>
${firstSamples(api, operations)}
<h2 id="operations">Operations</h2>
${api.tags.map(
  ({ name, description }) => html`<section data-calls><h3>${name}</h3><p>${prose(description)}</p>
<div class="scroll"><table class="calls"><tbody>${operations.filter(({ operation }) => operation.tags.includes(name)).map(row)}</tbody></table></div></section>`,
)}`;
}

function row(described: Described): Html {
  const { method, path, operation } = described;
  return html`
<tr data-find="${wordsOf(described)}"><td><code><span class="method">${method}</span>${path}</code></td><td><a href="/v1/docs/${operation.operationId}">${operation.operationId}</a><br>${prose(operation.summary)}</td></tr>`;
}

function firstSamples(api: OpenApiDocument, operations: readonly Described[]): Html {
  const first = operations.find(({ operation }) => operation.operationId === FIRST_CALL);
  return html`<h2 id="first-call">A first call</h2>
<p>It needs no credential. Samples with a credential read it from the environment: <code>KARVON_TOKEN</code> is the token of a
service account, <code>KARVON_CREDENTIAL</code> that of a companion app, <code>KARVON_DEVICE_SECRET</code> the secret of a
device in base64url, <code>KARVON_DEVICE_SECRET_HEX</code> the same in hexadecimal. What only people may call takes their
session: <code>KARVON_COOKIE</code> is the <code>name=value</code> of its cookie, which curl keeps in <code>cookies.txt</code>.</p>
${first && samplesOf(api, first)}`;
}
