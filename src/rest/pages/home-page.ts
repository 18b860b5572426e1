import { LOGO } from '../../page-style.ts';
import { escaped } from './html.ts';
import { type Page, pageOf } from './page.ts';

/** The links of the page at `/`, with their descriptions. */
export const HOME_LINKS = [
  { path: '/graphql', name: 'GraphiQL', about: 'Ask the GraphQL API in the browser, after signing in.' },
  {
    path: '/v1/docs',
    name: 'REST reference',
    about: 'Search every call, with its parameters, answers, errors and samples.',
  },
  { path: '/health', name: 'Health', about: 'Whether the database and the storage answer.' },
] as const;

/** The page at `/` for a person with a browser. */
export function homePage(): Page {
  return pageOf({
    language: 'en',
    title: 'Karvon',
    body: `<main>
<h1 class="brand">${LOGO}Karvon</h1>
<p>Devices, firmware, customers, sales and preorders of a hardware business, behind one API.</p>
${linkCards()}
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
export function notFoundPage(): Page {
  return pageOf({
    language: 'en',
    title: 'Not found – Karvon',
    body: `<main>
<p class="brand">${LOGO}Karvon</p>
<h1>There is no page at this address</h1>
<p>Check the address, or go on from here:</p>
${linkCards()}
</main>`,
    style: STYLE,
  });
}

function linkCards(): string {
  const cards = HOME_LINKS.map(
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
