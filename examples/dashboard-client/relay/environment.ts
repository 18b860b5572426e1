import { Environment, type FetchFunction, Network, RecordSource, Store } from 'relay-runtime';

/** Relay's store for the service at an address, such as `https://api.shop.example`. */
export function makeEnvironment(url: string, send: typeof fetch = fetch): Environment {
  const ask: FetchFunction = async ({ text }, variables) => {
    const response = await send(`${url}/graphql`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, variables }),
    });
    return response.json();
  };
  return new Environment({
    network: Network.create(ask),
    store: new Store(new RecordSource()),
    // An admin is an Admin here and an AdminOption there: ids are unique within their type.
    getDataID: ({ id }, type) => (typeof id === 'string' ? `${type}:${id}` : null),
  });
}
