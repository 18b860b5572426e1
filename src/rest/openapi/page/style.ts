/** The style of the reference; nothing else is loaded. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: #0b5fa5; }
@media (prefers-color-scheme: dark) { :root { --link: #7ab8f5; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: Canvas; padding: .5rem 1rem; }
nav { border-right: 1px solid var(--line); padding: 1rem; font-size: .875rem; max-height: 100vh; overflow: auto; position: sticky; top: 0; }
nav ul { list-style: none; margin: 0 0 .5rem; padding: 0 0 0 .75rem; }
nav a { text-decoration: none; }
nav [aria-current] { font-weight: 700; }
summary { cursor: pointer; }
main { padding: 1.5rem 2rem 4rem; max-width: 64rem; }
h1 { font-size: 1.5rem; line-height: 1.25; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, monospace; font-size: .85rem; }
pre { background: var(--soft); padding: .75rem 1rem; overflow: auto; border-radius: .25rem; }
.method { display: inline-block; min-width: 4.5em; font-weight: 700; }
.scroll { overflow-x: auto; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; max-height: none; border: 0; border-bottom: 1px solid var(--line); } main { padding: 1rem; } }
`;
