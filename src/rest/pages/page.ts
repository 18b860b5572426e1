import { hash } from 'node:crypto';
import type { Context as KoaContext } from 'koa';
import { ICON_URL, PAGE_STYLE } from '../../page-style.ts';
import type { Content } from '../static/static-content.ts';
import { escaped } from './html.ts';

/** A page for people that loads nothing: all of it is in its one answer. */
export interface Page {
  readonly html: string;
  /** Its Content-Security-Policy: only its own script and style are allowed. */
  readonly policy: string;
}

interface Parts {
  readonly language: string;
  readonly title: string;
  /** HTML; texts in it are `escaped`. */
  readonly body: string;
  /** Beside what all pages share. */
  readonly style: string;
  /** Runs after the body. */
  readonly script?: string;
}

/** A page out of its parts. */
export function pageOf({ language, title, body, style: own, script }: Parts): Page {
  const style = PAGE_STYLE + own;
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="icon" href="${ICON_URL}">
<style>${style}</style>
</head>
<body>
${body}
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`]),
    `style-src ${sourceOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, policy };
}

/**
 * A page as it is sent. Its links send no Referer.
 * @param cacheControl who may cache it
 * @param vary the request headers by which this page was chosen
 */
export function pageContent({ html, policy }: Page, cacheControl: string, vary: readonly string[]): Content {
  const headers = { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' };
  return { body: html, type: 'text/html; charset=utf-8', cacheControl, headers, vary };
}

/** A style or script of a page as its policy names it (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
export function sourceOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}

/** Whether a person looks for a page with a browser; clients of the API take JSON, or anything. */
export function asksForPage(ctx: Pick<KoaContext, 'method' | 'accepts'>): boolean {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  return isRead && ctx.accepts('application/json', 'text/html') === 'text/html';
}
