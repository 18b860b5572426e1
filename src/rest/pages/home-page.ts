import { escaped } from './html.ts';
import { type Page, pageOf } from './page.ts';

/** Where people can go from `/`, and what is there. */
export const HOME_LINKS = [
  { path: '/graphql', name: 'GraphiQL', about: 'the GraphQL API to try, behind the sign-in' },
  { path: '/v1/docs', name: 'REST reference', about: 'every path with its parameters, answers and an example' },
  { path: '/health', name: 'Health', about: 'whether the database and the storage answer' },
] as const;

/** The page at `/` for a person with a browser. */
export function homePage(): Page {
  const links = HOME_LINKS.map(
    ({ path, name, about }) => `<li><a href="${path}">${escaped(name)}</a>: ${escaped(about)}</li>`,
  );
  return pageOf({
    language: 'en',
    title: 'Karvon',
    body: `<main>
<h1>Karvon</h1>
<p>The backend of a hardware-device business answers here.</p>
<ul>
${links.join('\n')}
</ul>
<p>GraphiQL asks you to sign in. <code>npm start</code> prints the first admin’s login, and how to get something to look at.</p>
</main>`,
    style: STYLE,
  });
}

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 40rem; margin: 0 auto; padding: 2rem 1.25rem; font: 1.05rem/1.5 system-ui, sans-serif; }
li { margin: .5rem 0; }
`;
