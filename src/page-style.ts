/** The colors of all pages for people, on every transport, in light and dark, and the mark. */
export const PAGE_FRAME = `
:root { color-scheme: light dark; --paper: #fbfaff; --ink: #221f2e; --muted: #5d5772; --soft: #efecf8; --line: #d5cfe8; --accent: #5a20cf; --on-accent: #fff; --warn: #a35200; }
@media (prefers-color-scheme: dark) { :root { --paper: #17151f; --ink: #eceaf4; --muted: #aaa3c2; --soft: #241f31; --line: #443d5c; --accent: #b79bff; --on-accent: #17151f; --warn: #ffb454; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
[hidden] { display: none !important; }
.brand { display: flex; align-items: center; gap: .6rem; margin: 0; font-size: 1.4rem; font-weight: 700; }
.brand svg { width: 1.9rem; height: 1.9rem; flex: none; }
`;

/** The same with what pages of our own elements share: it reads well from the width of a phone on. */
export const PAGE_STYLE = `${PAGE_FRAME}
* { box-sizing: border-box; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; }
pre { padding: .75rem 1rem; overflow: auto; border-radius: .4rem; background: var(--soft); }
.muted { color: var(--muted); }
.cards { display: grid; gap: .75rem; margin: 1.5rem 0; padding: 0; list-style: none; }
.cards a { display: block; padding: 1rem 1.15rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--soft); color: inherit; text-decoration: none; }
.cards a:hover { border-color: var(--accent); }
.cards strong { display: block; color: var(--accent); }
`;

/** The mark of Karvon, as SVG. */
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#7433ff"/><path d="M11 7v18M22 7 12 16l10 9" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The same as the address of an icon. */
export const ICON_URL = `data:image/svg+xml,${encodeURIComponent(LOGO)}`;
