/** PostGraphile 5 with its standard preset on the tables of Karvon; nobody signs in and nothing is counted or checked. */
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const { DATABASE_URL: connectionString, PORT: port } = process.env;
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString, schemas: ['public'], poolConfig: { max: 10 } })],
  grafserv: { graphqlPath: '/graphql', websockets: false, graphiql: false },
});
await instance.getSchema();
const serv = instance.createServ(grafserv);
const handle = serv.createHandler();
const server = createServer((req, res) => {
  if (req.url !== '/health') return handle(req, res);
  res.writeHead(200, { 'content-type': 'application/json' });
  return res.end('{"status":"ok"}');
});
server.listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void instance.release();
});
