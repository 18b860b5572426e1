import { createHash } from 'node:crypto';
import { ICON_URL, LOGO, PAGE_FRAME } from '../../page-style.ts';
import { CLIENT_SCRIPT } from './client-script.ts';
import { FIRST_QUERY, firstQueryOf } from './first-query.ts';
import { GRAPHIQL_SCRIPT } from './graphiql-script.ts';

/** What the package `@graphql-yoga/render-graphiql` brings: GraphiQL, its styles and its workers, as texts. */
export interface GraphiqlParts {
  readonly js: string;
  readonly css: string;
  readonly editorWorkerService: string;
  readonly jsonWorker: string;
  readonly graphqlWorker: string;
}

export interface Page {
  readonly html: string;
  /** Its Content-Security-Policy. */
  readonly policy: string;
}

/** The page for people: GraphiQL behind a sign-in. It is the same for everybody, so that it can be cached and shared. */
export function pageOf(graphiql: GraphiqlParts, endpoint: string): Page {
  const scripts = [GRAPHIQL_SCRIPT + CLIENT_SCRIPT, graphiqlScript(graphiql, endpoint)];
  const [client, main] = scripts;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Karvon GraphiQL</title>
<link rel="icon" href="${ICON_URL}">
<style>${graphiql.css}</style>
<style>${STYLE}</style>
</head>
<body>
${BODY}
<script>${client}</script>
<script>${main}</script>
</body>
</html>
`;
  return { html, policy: policyFor(scripts) };
}

/** What ends or hides a script in HTML (https://html.spec.whatwg.org/#restrictions-for-contents-of-script-elements). */
const ENDS_SCRIPT = /<\/script|<!--.*<script/is;

/** GraphiQL's code, which waits to be shown. */
function graphiqlScript(graphiql: GraphiqlParts, endpoint: string): string {
  const { js, editorWorkerService, jsonWorker, graphqlWorker } = graphiql;
  if (ENDS_SCRIPT.test(js)) throw new Error('The code of GraphiQL cannot be put into a page: it would end its script.');
  const workers = { editorWorkerService, json: jsonWorker, graphql: graphqlWorker };
  const options = { title: 'Karvon' };
  return `
const workers = ${literal(workers)};
for (const [name, text] of Object.entries(workers)) {
  workers[name] = URL.createObjectURL(new Blob([text], { type: 'application/javascript' }));
}
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_id, label) => workers[label] };
${js};
window.renderGraphiql = async (element) => {
  restoreTabs();
  // Without this listener, every edit goes into the address, which then answers JSON to a reload.
  const fetcher = fetcherOf(${literal(endpoint)});
  const { data } = await fetcher({ query: '{ viewer { permissions } }' }).catch(() => ({}));
  const defaultQuery = (${firstQueryOf})(${literal(FIRST_QUERY)}, data?.viewer.permissions ?? []);
  const ours = { fetcher, onEditQuery() {}, defaultQuery };
  YogaGraphiQL.renderYogaGraphiQL(element, { ...${literal(options)}, ...ours });
};
`;
}

/** JSON that cannot end the script it is in. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The page runs only its own two scripts, and connects only to this server. Monaco sets styles at run time. */
function policyFor(scripts: readonly string[]): string {
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const BODY = `<noscript><p>This page is GraphiQL, which needs JavaScript.</p></noscript>
<main id="card" hidden>
<h1 class="brand">${LOGO}Karvon</h1>
<p id="message" role="alert" hidden></p>
<form id="form"></form>
</main>
<template id="wait"><p>Loading …</p></template>
<template id="sign-in">
<p>Sign in to explore the GraphQL API.</p>
<label>E-mail address<input name="email" type="email" autocomplete="username" required></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<button type="submit">Sign in</button>
</template>
<template id="new-password">
<p>Your password is temporary. Choose one of your own: 12 characters or more, with a lower-case letter, an upper-case letter, a digit and a symbol.</p>
<input name="email" type="email" autocomplete="username" hidden>
<label>One-time password<input name="currentPassword" type="password" autocomplete="current-password" required></label>
<label>New password<input name="newPassword" type="password" autocomplete="new-password" required></label>
<button type="submit">Change the password</button>
</template>
<header id="session" hidden><a class="brand" href="/">${LOGO}Karvon</a><span id="who"></span><button id="sign-out" type="button">Sign out</button></header>
<div id="root" hidden></div>`;

/** GraphiQL has a style of its own, which this leaves alone: it names no element inside of its container. */
const STYLE = `${PAGE_FRAME}
html, body { height: 100%; }
body { display: flex; flex-direction: column; }
#root { flex: 1; min-height: 0; }
#root .graphiql-container { height: 100%; }
#root[inert] { filter: blur(3px); }
#session { display: flex; justify-content: flex-end; align-items: center; gap: 12px; padding: 4px 12px; font-size: 14px; border-bottom: 1px solid var(--line); background: var(--soft); }
#session .brand { margin-right: auto; font-size: 1rem; color: inherit; text-decoration: none; }
#session .brand svg { width: 1.4rem; height: 1.4rem; }
#card, #card * { box-sizing: border-box; }
#card { position: fixed; z-index: 1000; left: 0; right: 0; top: 12vh; width: 400px; max-width: calc(100vw - 40px); max-height: 76vh; overflow: auto; margin: 0 auto; padding: 28px 32px 32px; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); box-shadow: 0 8px 40px #0003; }
#card h1 { margin: 0 0 16px; }
#card p { margin: 0 0 14px; }
#card #message { padding: 8px 12px; border-left: 4px solid var(--warn); background: var(--soft); }
#card label { display: block; margin-bottom: 14px; font-size: 14px; }
#card input { display: block; width: 100%; margin-top: 4px; padding: 9px 10px; border: 1px solid var(--line); border-radius: 6px; font: inherit; background: transparent; color: inherit; }
#card button { width: 100%; margin-top: 6px; padding: 10px; border: 0; border-radius: 6px; font: inherit; font-weight: 600; background: var(--accent); color: var(--on-accent); cursor: pointer; }
#card button:disabled { opacity: 0.6; cursor: wait; }
:is(#card, #session) :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
#sign-out { padding: 2px 10px; border: 1px solid var(--line); border-radius: 6px; font: inherit; background: transparent; color: inherit; cursor: pointer; }
`;
