import { readConfig, sendOrder, tellView, unansweredOrder } from './api.js';
import { TEXTS } from './texts.js';

const part = (id) => document.getElementById(id);
const form = part('order');
const LANGUAGES = Object.keys(TEXTS);
/** Of the address of the page: where the visitor comes from. */
const CAMPAIGN = { utm_source: 120, utm_medium: 120, utm_campaign: 160, utm_content: 160, utm_term: 160 };
const MAX_REFERRER = 500;

let language = chosenLanguage();
let config;
/** What the notice says, to say it again in another language. */
let notice = { key: 'loading' };
let number;
let waitTimer;

const text = (key, value = '') => (TEXTS[language][key] ?? TEXTS[language].wrong).replace('{}', value);

/** That of the address, else the first of the browser's that the page has. */
function chosenLanguage() {
  const wanted = [new URLSearchParams(location.search).get('lang'), ...navigator.languages];
  return wanted.map((tag) => tag?.slice(0, 2).toLowerCase()).find((tag) => LANGUAGES.includes(tag)) ?? 'uz';
}

/** The notice is a live region: screen readers say what is put into it. */
function tell(key, value) {
  notice = { key, value };
  part('notice').textContent = key ? text(key, value) : '';
}

/** Writes everything in the language; what the visitor has typed stays. */
function render() {
  document.documentElement.lang = language;
  document.title = config ? `${text('title')} · ${config.productName}` : text('title');
  for (const button of document.querySelectorAll('nav button')) {
    button.setAttribute('aria-pressed', String(button.lang === language));
  }
  for (const place of document.querySelectorAll('[data-text]')) place.textContent = text(place.dataset.text);
  for (const field of document.querySelectorAll('[data-field]')) {
    field.querySelector('label').textContent = text(field.dataset.field);
    const problem = field.querySelector('.problem');
    if (problem) problem.textContent = text(problem.dataset.key, problem.dataset.value);
  }
  part('send').textContent = text(part('fields').disabled ? 'sendAgain' : 'send');
  part('again').textContent = text('reload');
  tell(notice.key, notice.value);
  if (number) part('number').textContent = text('number', number);
  if (config) renderConfig();
}

function renderConfig() {
  part('product').textContent = config.productName;
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: config.currency,
    maximumFractionDigits: 0,
  });
  const rows = [
    ['price', config.fullPrice === null ? text('unknownPrice') : money.format(config.fullPrice)],
    ...(config.depositAmount === null ? [] : [['deposit', money.format(config.depositAmount)]]),
    ['delivery', config.expectedDelivery[language]],
    ...(config.remaining === null ? [] : [['remaining', new Intl.NumberFormat(language).format(config.remaining)]]),
  ];
  part('terms').replaceChildren(...rows.flatMap(([key, value]) => [element('dt', text(key)), element('dd', value)]));
  choices('productColor', 'anyColor', config.colors);
  choices('paymentMethod', 'later', config.paymentMethods);
  form.elements.quantity.max = String(maxQuantity());
  const contacts = [config.contactPhone && link(`tel:${config.contactPhone}`, config.contactPhone)];
  if (/^https:\/\//.test(config.supportTelegram ?? '')) contacts.push(link(config.supportTelegram, 'Telegram'));
  const shown = contacts.filter(Boolean);
  part('contact').replaceChildren(...(shown.length ? [text('contact'), ...shown.flatMap((one) => [one, ' '])] : []));
}

function maxQuantity() {
  return Math.min(config.maxQuantityPerOrder, config.remaining ?? Number.POSITIVE_INFINITY);
}

function choices(name, none, values) {
  const select = form.elements[name];
  const { value } = select;
  select.replaceChildren(
    ...['', ...values].map((choice) => Object.assign(element('option', text(choice || none)), { value: choice })),
  );
  select.value = value;
}

const element = (name, content) => Object.assign(document.createElement(name), { textContent: content });
const link = (href, content) => Object.assign(element('a', content), { href });

async function load() {
  part('again').hidden = true;
  tell('loading');
  const { status, body, waitSeconds } = await readConfig();
  if (status !== 200) {
    if (status === 429) return waitFor(waitSeconds, part('again'));
    tell('unreachable');
    part('again').hidden = false;
    return undefined;
  }
  config = body;
  const pending = unansweredOrder();
  const isOpen = config.enabled && !config.soldOut;
  part('terms').hidden = false;
  // An order that may have arrived can be sent again even when nothing new is taken: then its first answer comes.
  form.hidden = !isOpen && !pending;
  let state = '';
  if (!config.enabled) state = 'closed';
  else if (config.soldOut) state = 'soldOut';
  tell(state);
  render();
  if (pending) freeze(pending);
  return undefined;
}

/** Disables a button for as long as the service asks (Retry-After), and says so once. */
function waitFor(seconds, button) {
  const wait = Math.max(seconds, 1);
  tell('tooMany', wait);
  button.hidden = false;
  button.disabled = true;
  clearTimeout(waitTimer);
  waitTimer = setTimeout(() => {
    button.disabled = false;
    tell(unansweredOrder() ? 'lost' : '');
  }, wait * 1_000);
}

/** Shows the order that may have arrived. It cannot be changed: the service would take a changed one for another. */
function freeze(order) {
  for (const [name, value] of Object.entries(order)) if (form.elements[name]) form.elements[name].value = value;
  part('fields').disabled = true;
  part('send').textContent = text('sendAgain');
  tell('lost');
}

/** What the visitor filled in: the service takes a field or not, but no empty one. */
function orderOf() {
  const given = [...new FormData(form)]
    .map(([name, value]) => [name, value.trim()])
    .filter(([, value]) => value !== '');
  const { quantity, ...order } = Object.fromEntries(given);
  return { ...order, quantity: Number(quantity), locale: language, ...origin() };
}

function origin() {
  const query = new URLSearchParams(location.search);
  const camel = (name) => name.replace(/_(\w)/, (_all, letter) => letter.toUpperCase());
  const campaign = Object.entries(CAMPAIGN).flatMap(([name, max]) => {
    const value = query.get(name)?.trim().slice(0, max);
    return value ? [[camel(name), value]] : [];
  });
  const { referrer } = document;
  return { ...Object.fromEntries(campaign), ...(referrer && referrer.length <= MAX_REFERRER ? { referrer } : {}) };
}

/** Marks the fields, says what is wrong beside each, and leads to the first. */
function markFields(problems) {
  for (const field of document.querySelectorAll('[data-field]')) {
    const [name, input] = [field.dataset.field, form.elements[field.dataset.field]];
    field.querySelector('.problem')?.remove();
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-describedby');
    const problem = problems.get(name);
    if (!problem) continue;
    const shown = Object.assign(element('p', text(problem.key, problem.value)), {
      className: 'problem',
      id: `${name}-problem`,
    });
    Object.assign(shown.dataset, problem);
    field.append(shown);
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', shown.id);
  }
  form.querySelector('[aria-invalid]')?.focus();
}

const problemOf = (name, key = `wrong_${name}`) => {
  const value = name === 'quantity' ? String(maxQuantity()) : '';
  return [name, { key: key in TEXTS[language] ? key : 'wrong', value }];
};

/** What the browser finds; the service decides in any case. */
function ownProblems() {
  const wrong = [...form.elements].filter((input) => input.closest('[data-field]') && !input.validity.valid);
  return new Map(wrong.map(({ name, validity }) => problemOf(name, validity.valueMissing ? 'required' : undefined)));
}

/** The service's message names each field: `phone must ...; email must ...`. */
function refusedFields(message) {
  const names = message.split('; ').map((problem) => problem.split(' ', 1)[0]);
  return new Map(names.filter((name) => form.elements[name]?.closest('[data-field]')).map((name) => problemOf(name)));
}

async function submit() {
  const pending = unansweredOrder();
  const problems = pending ? new Map() : ownProblems();
  markFields(problems);
  if (problems.size > 0) return tell('check');
  const order = pending ?? orderOf();
  part('send').disabled = true;
  tell('sending');
  const answer = await sendOrder(order);
  part('send').disabled = false;
  return afterSending(answer, order);
}

async function afterSending({ status, body, waitSeconds, requestId }, order) {
  if (unansweredOrder()) {
    freeze(order);
    return status === 429 ? waitFor(waitSeconds, part('send')) : undefined;
  }
  part('fields').disabled = false;
  part('send').textContent = text('send');
  if (status === 201) return showNumber(body.number);
  if (status === 429) return waitFor(waitSeconds, part('send'));
  const { code, message } = body.error;
  if (code === 'PREORDER_DISABLED' || code === 'PREORDER_CAPACITY_REACHED') {
    await load();
    return form.hidden ? undefined : tell('fewer');
  }
  const problems = code === 'PREORDER_QUANTITY_EXCEEDED' ? new Map([problemOf('quantity')]) : refusedFields(message);
  markFields(problems);
  return problems.size > 0 ? tell('check') : tell('failed', requestId);
}

function showNumber(given) {
  number = given;
  tell('');
  form.hidden = true;
  part('done').hidden = false;
  part('number').textContent = text('number', number);
  part('number').focus();
}

for (const button of document.querySelectorAll('nav button')) {
  button.addEventListener('click', () => {
    language = button.lang;
    render();
  });
}
part('again').addEventListener('click', load);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  submit();
});

render();
await load();
tellView({ locale: language, ...origin() });
