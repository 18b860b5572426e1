import { LOGO } from '../../page-style.ts';
import { escaped } from './html.ts';
import { type Page, pageOf } from './page.ts';

interface Link {
  readonly path: string;
  readonly name: string;
  readonly about: string;
}

const CONSOLE_LINK: Link = {
  path: '/console',
  name: 'Console',
  about: 'Work with devices, sales, firmware and the team.',
};

/** The links of the page at `/` without the console, with their descriptions. */
export const HOME_LINKS: readonly Link[] = [
  { path: '/graphql', name: 'GraphiQL', about: 'Ask the GraphQL API in the browser, after signing in.' },
  {
    path: '/v1/docs',
    name: 'REST reference',
    about: 'Search every call, with its parameters, answers, errors and samples.',
  },
  { path: '/health', name: 'Health', about: 'Whether the database and the storage answer.' },
];

/** Where a person may begin. */
export function linksFor(hasConsole: boolean): readonly Link[] {
  return hasConsole ? [CONSOLE_LINK, ...HOME_LINKS] : HOME_LINKS;
}

/** The page at `/` for a person with a browser, where there is no console to lead to. */
export function homePage(): Page {
  return pageOf({
    language: 'en',
    title: 'Karvon',
    body: `<main>
<h1 class="brand">${LOGO}Karvon</h1>
<p>Devices, firmware, customers, sales and preorders of a hardware business, behind one API.</p>
${linkCards(HOME_LINKS)}
<h2>The first minute</h2>
<ol>
<li>Sign in at GraphiQL: <code>npm start</code> prints the address and the password of the first admin.</li>
<li>Run the first tab. It counts devices, sales and preorders, and its comments explain it.</li>
<li>Nothing to count yet? <code>npm run seed -- --devices 1000</code> fills the database with sample data.</li>
</ol>
<p class="muted">Next, in the repository: <code>docs/staff/daily-work.md</code> for members of staff, <code>docs/api/first-query.md</code> for authors of clients, <code>docs/devices/first-heartbeat.md</code> for authors of devices.</p>
</main>`,
    style: STYLE,
  });
}

/** The page for a browser at an unknown path. */
export function notFoundPage(hasConsole: boolean): Page {
  const title = 'There is no page at this address';
  return pageOfLinks('Not found', title, 'Check the address, or go on from here:', linksFor(hasConsole));
}

const WHY_NO_CONSOLE = {
  off: 'It is turned off here: KARVON_CONSOLE is off.',
  missing:
    'It is not built here. Run "npm run build" in the folder of Karvon, on a machine that reaches the registry of npm, and start Karvon again.',
} as const;

/** The page at the addresses of the console where there is none. */
export function noConsolePage(why: keyof typeof WHY_NO_CONSOLE): Page {
  const text = `${WHY_NO_CONSOLE[why]} Everything else works:`;
  return pageOfLinks('No console', 'There is no console', text, HOME_LINKS);
}

function pageOfLinks(name: string, title: string, text: string, links: readonly Link[]): Page {
  return pageOf({
    language: 'en',
    title: `${name} – Karvon`,
    body: `<main>
<p class="brand">${LOGO}Karvon</p>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
${linkCards(links)}
</main>`,
    style: STYLE,
  });
}

function linkCards(links: readonly Link[]): string {
  const cards = links.map(
    ({ path, name, about }) => `<li><a href="${path}"><strong>${escaped(name)}</strong>${escaped(about)}</a></li>`,
  );
  return `<ul class="cards">\n${cards.join('\n')}\n</ul>`;
}

const STYLE = `
main { max-width: 40rem; margin: 0 auto; padding: clamp(1.5rem, 6vh, 4rem) 1.25rem 3rem; }
h1.brand { font-size: 2rem; }
.brand + h1 { margin: 1.5rem 0 .5rem; font-size: 1.5rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.15rem; }
li { margin: .35rem 0; }
.cards li { margin: 0; }
`;
