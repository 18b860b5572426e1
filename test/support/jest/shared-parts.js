import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { MetadataDiscovery, MikroORM } = require('@mikro-orm/core');
const printer = require('graphql/utilities/printSchema.js');

// What each start of a service makes from code alone is made once for each worker: a process of the product starts one service, a
// worker some eighty. Together they took a quarter of a second of each start.

/** By schema, its text: Apollo Server prints all 630 KB to hash them. */
const texts = new WeakMap();
const { printSchema } = printer;
printer.printSchema = (schema) => {
  if (!texts.has(schema)) texts.set(schema, printSchema(schema));
  return texts.get(schema);
};

/** By list of entities, what MikroORM derived from it. A list that is made anew, as that of migrations, is not shared. */
const discoveries = new WeakMap();
const discovering = new AsyncLocalStorage();
const { init } = MikroORM;
MikroORM.init = function initOnce(options) {
  return discovering.run(options.entities, () => init.call(this, options));
};
const { discover } = MetadataDiscovery.prototype;
MetadataDiscovery.prototype.discover = function discoverOnce(preferTs) {
  const entities = discovering.getStore();
  if (!entities) return discover.call(this, preferTs);
  if (!discoveries.has(entities)) discoveries.set(entities, discover.call(this, preferTs));
  return discoveries.get(entities);
};
