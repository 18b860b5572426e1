// Serves this folder on http://localhost:8080, or the port given: node examples/public-site/serve.js 8081
// Any web server can do it; the headers are worth copying.
import { createReadStream, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { API } from './settings.js';

const FOLDER = import.meta.dirname;
const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };
const HEADERS = {
  'Content-Security-Policy': `default-src 'self'; img-src data:; connect-src ${API}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

const files = new Set(readdirSync(FOLDER).filter((name) => extname(name) in TYPES && name !== 'serve.js'));
const server = createServer((req, res) => {
  const name = new URL(req.url ?? '/', 'http://localhost').pathname.slice(1) || 'index.html';
  if (!files.has(name)) {
    res.writeHead(404).end();
    return;
  }
  res.writeHead(200, { ...HEADERS, 'Content-Type': `${TYPES[extname(name)]}; charset=utf-8` });
  createReadStream(join(FOLDER, name)).pipe(res);
});
server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () => {
  console.log(`The page is at http://localhost:${server.address().port}`);
});
