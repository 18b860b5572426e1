import { PAGE_STYLE } from '../../../page-style.ts';

/** The style of the reference; nothing else is loaded. */
export const STYLE = `${PAGE_STYLE}
body { display: grid; grid-template-columns: 18rem minmax(0, 1fr); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem 1rem; }
nav { padding: 1rem; border-right: 1px solid var(--line); background: var(--soft); font-size: .875rem; height: 100vh; overflow: auto; position: sticky; top: 0; }
nav .brand { font-size: 1.1rem; color: inherit; }
nav ul { list-style: none; margin: 0 0 .5rem; padding: 0 0 0 .75rem; }
nav a { text-decoration: none; overflow-wrap: anywhere; }
nav [aria-current] { font-weight: 700; }
nav label { display: block; margin: 1rem 0 .75rem; }
nav input { width: 100%; margin-top: .25rem; padding: .45rem .6rem; border: 1px solid var(--line); border-radius: .4rem; font: inherit; background: var(--paper); color: inherit; }
summary { cursor: pointer; padding: .15rem 0; }
main { padding: 1.5rem 2rem 4rem; max-width: 66rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { min-width: 7rem; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
/* Names, codes and statuses stay in one piece. */
th, td:first-child, td:nth-child(2) > code:only-child { white-space: nowrap; overflow-wrap: normal; }
td:first-child { min-width: 0; }
td:last-child { min-width: 15rem; }
td p { margin: 0 0 .35rem; }
.calls td:first-child { white-space: normal; overflow-wrap: anywhere; min-width: 14rem; }
.method { display: inline-block; min-width: 4.5em; font-weight: 700; }
.scroll { overflow-x: auto; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; max-height: 50vh; border: 0; border-bottom: 1px solid var(--line); } main { padding: 1rem; } }
`;
