/**
 * Runs in the page before GraphiQL: asks for a sign-in, for a new password if the present one is temporary, and shows GraphiQL
 * to a visitor with a session. GraphiQL reads the schema when it is first shown, so it never does that without a session.
 */
export const CLIENT_SCRIPT = `
(() => {
  const part = (id) => document.getElementById(id);
  const send = window.fetch.bind(window);
  const pageIsLoaded = new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  let shown;
  let temporaryPassword = '';
  let graphiqlIsShown = false;

  /** Shows the form of that template, with a message where the visitor has to know something. */
  function showForm(name, message = '') {
    if (shown !== name) part('form').replaceChildren(part(name).content.cloneNode(true));
    shown = name;
    part('message').textContent = message;
    part('message').hidden = message === '';
    part('card').hidden = false;
    part('session').hidden = true;
    part('root').inert = true;
    focusNext();
  }

  /** The first empty field, else the last, which was wrong. */
  function focusNext() {
    const fields = [...part('form').querySelectorAll('input:not([hidden])')];
    const next = fields.find(({ value }) => value === '') ?? fields.at(-1);
    next?.focus();
    next?.select();
  }

  async function showGraphiql({ email, role }) {
    part('who').textContent = email + ' (' + role + ')';
    await pageIsLoaded;
    shown = undefined;
    part('form').replaceChildren();
    part('card').hidden = true;
    part('session').hidden = false;
    part('root').hidden = false;
    part('root').inert = false;
    if (graphiqlIsShown) return;
    graphiqlIsShown = true;
    window.renderGraphiql(part('root'));
  }

  async function call(method, path, body) {
    const init = body ? { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : { method };
    const reply = await send(path, init).catch(() => undefined);
    if (!reply) return { status: 0, text: 'The service cannot be reached.' };
    const answer = await reply.json().catch(() => ({}));
    const seconds = Number(reply.headers.get('retry-after'));
    const wait = seconds > 0 ? ' Try again in ' + seconds + ' s.' : '';
    const text = (answer.error?.message ?? 'The service answered ' + reply.status + '.') + wait;
    return { status: reply.status, answer, seconds, text };
  }

  /** Reads the session of the visitor, and shows the form or GraphiQL. */
  async function checkSession(messageToStrangers) {
    const { status, answer, seconds, text } = await call('GET', '/v1/admin/auth/me');
    if (status === 401) showForm('sign-in', messageToStrangers);
    else if (status !== 200) {
      showForm('wait', text);
      setTimeout(checkSession, (seconds || 5) * 1000, messageToStrangers);
    } else if (answer.admin.mustChangePassword) {
      showForm('new-password');
      part('form').elements.email.value = answer.admin.email;
      part('form').elements.currentPassword.value = temporaryPassword;
      focusNext();
    } else {
      temporaryPassword = '';
      await showGraphiql(answer.admin);
    }
  }

  const onSubmit = {
    async 'sign-in'({ email, password }) {
      const { status, text } = await call('POST', '/v1/admin/auth/login', { email, password });
      if (status !== 201) return showForm('sign-in', text);
      temporaryPassword = password;
      return checkSession(
        'The password is right, but this browser did not keep the session cookie: open this page at the address of PUBLIC_URL.',
      );
    },
    async 'new-password'({ currentPassword, newPassword }) {
      const { status, answer, text } = await call('PUT', '/v1/admin/auth/password', { currentPassword, newPassword });
      if (status === 200) return checkSession();
      const breaksRules = answer?.error?.code === 'VALIDATION_FAILED';
      return showForm('new-password', breaksRules ? 'The new password does not follow the rules below.' : text);
    },
  };

  part('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    event.submitter.disabled = true;
    await onSubmit[shown](Object.fromEntries(new FormData(event.target)));
    event.submitter.disabled = false;
  });

  part('sign-out').addEventListener('click', async () => {
    await call('POST', '/v1/admin/auth/logout', {});
    location.reload();
  });

  /** GraphiQL's own requests go through here: when the session has ended, the visitor is asked to sign in again. */
  window.fetch = async (...request) => {
    const reply = await send(...request);
    if (reply.status === 401) await checkSession('The session has ended. Sign in again: what you wrote is kept.');
    return reply;
  };

  showForm('wait');
  checkSession();
})();
`;
