/**
 * Runs in the page before GraphiQL, and gives it what its own parts do not do here: `window.fetcherOf` makes what sends an operation (GraphiQL's
 * own parses it first, and shows a syntax error with a stack), and subscriptions where they are served; `window.restoreTabs` opens the
 * tabs of the last visit (GraphiQL adds an empty one to them).
 */
export const GRAPHIQL_SCRIPT = `
(() => {
  const EMPTY_TAB = 'There is nothing to run: this tab is empty. Write an operation, for example { viewer { role } }, or choose a field in the Docs at the top left.';
  const KEPT = 'graphiql:';

  const isEmpty = (text) => (text ?? '').replace(/#.*$/gm, '').trim() === '';

  function operationIn(documentAST, name) {
    const operations = (documentAST?.definitions ?? []).filter(({ kind }) => kind === 'OperationDefinition');
    return operations.find((each) => each.name?.value === name) ?? operations[0];
  }

  window.fetcherOf = (endpoint) => async ({ query, variables, operationName }, { headers, documentAST } = {}) => {
    if (isEmpty(query)) return { message: EMPTY_TAB };
    const isLive = operationIn(documentAST, operationName)?.operation === 'subscription';
    const ending = new AbortController();
    const reply = await fetch(isLive ? endpoint + '/stream' : endpoint, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: isLive ? 'text/event-stream' : 'application/graphql-response+json, application/json;q=0.9',
      },
      body: JSON.stringify({ query, variables, operationName: operationName ?? undefined }),
      signal: ending.signal,
    });
    const isStream = reply.headers.get('content-type')?.startsWith('text/event-stream');
    return isStream ? resultsIn(reply, ending) : reply.json();
  };

  /** The results of a subscription, by the protocol of graphql-sse with distinct connections. */
  function resultsIn(reply, ending) {
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    let unread = '';
    const end = { done: true, value: undefined };
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      async next() {
        for (;;) {
          const length = unread.indexOf('\\n\\n');
          if (length < 0) {
            const { done, value } = await reader.read().catch(() => end);
            if (done) return end;
            unread += value;
            continue;
          }
          const event = unread.slice(0, length);
          unread = unread.slice(length + 2);
          if (/^event: ?complete$/m.test(event)) return this.return();
          const [, data] = /^data: ?(.+)$/m.exec(event) ?? [];
          if (data) return { done: false, value: JSON.parse(data) };
        }
      },
      async return() {
        ending.abort();
        return end;
      },
    };
  }

  window.restoreTabs = () => {
    try {
      const { tabs, activeTabIndex, ...others } = JSON.parse(localStorage.getItem(KEPT + 'tabState') ?? '{}');
      const written = (tabs ?? []).filter(({ query }) => !isEmpty(query));
      const open = written.find((tab) => tab === tabs[activeTabIndex]) ?? written.at(-1);
      const state = open && JSON.stringify({ ...others, tabs: written, activeTabIndex: written.indexOf(open) });
      keep('tabState', state);
      // GraphiQL opens the tab that has all three.
      for (const name of ['query', 'variables', 'headers']) keep(name, open?.[name]);
    } catch {
      // A browser may keep nothing, or something else: GraphiQL then opens its first tab.
    }
  };

  function keep(name, value) {
    if (value) localStorage.setItem(KEPT + name, value);
    else localStorage.removeItem(KEPT + name);
  }
})();
`;
