/** The upper bound: only Koa and koa-body. A POST answers 201 with the parsed body. */
import Koa from 'koa';
import { koaBody } from 'koa-body';

const app = new Koa();

app.use(koaBody());
app.use((ctx) => {
  ctx.status = ctx.method === 'POST' ? 201 : 200;
  ctx.body = ctx.request.body ?? { status: 'ok' };
});

const server = app.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
