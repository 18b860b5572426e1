import { spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../support/callers.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';

/** Where Debian's package `prometheus` has them. */
const PROMETHEUS = '/usr/bin/prometheus';
const PROMTOOL = '/usr/bin/promtool';
export const hasPrometheus = existsSync(PROMETHEUS) && existsSync(PROMTOOL);

export const RULES = join(process.cwd(), 'deploy/prometheus/karvon-rules.yml');

/** @returns what promtool said, if it found something */
export function promtool(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { input, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** The samples of one scrape: names with labels, and what `# TYPE` says of their metric. */
export interface Scrape {
  readonly values: ReadonlyMap<string, number>;
  readonly counters: ReadonlySet<string>;
}

export function scrapeOf(text: string): Scrape {
  const values = new Map<string, number>();
  const counters = new Set<string>();
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const at = line.lastIndexOf(' ');
    const series = withTarget(line.slice(0, at));
    values.set(series, Number(line.slice(at)));
    const name = series.split('{', 1)[0] ?? '';
    const type = types.get(name) ?? types.get(name.replace(/_(?:bucket|sum|count)$/, ''));
    if (type === 'counter' || type === 'histogram') counters.add(series);
  }
  return { values, counters };
}

/** A series with the labels that Prometheus adds. */
function withTarget(series: string): string {
  const [name, labels = ''] = series.replace(/\}$/, '').split('{');
  return `${name}{${labels}${labels === '' ? '' : ','}job="karvon",instance="one"}`;
}

const WELL_MINUTES = 60;
const ILL_MINUTES = 40;

/** Two scrapes of the service, one after the other. */
export type Observed = readonly [Scrape, Scrape];

/**
 * Unit tests of one rule (https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules/): an hour of the well service, then of the ill
 * one. Between two scrapes a counter grows as it did between those that were observed.
 * @param given values of series over all the time
 * @returns what promtool said, if the alert did not fire on the second alone
 */
export function firesOnlyWhenIll(
  alert: string,
  well: Observed,
  ill: Observed,
  given: Readonly<Record<string, string>> = {},
): string {
  const names = new Set([well, ill].flatMap((pair) => pair.flatMap(({ values }) => [...values.keys()])));
  const series = [...names].map((name) => ({ series: name, values: given[name] ?? valuesOf(name, well, ill) }));
  const firing = `ALERTS{alertname="${alert}",alertstate="firing"}`;
  const none = { labels: `{alertname="${alert}",alertstate="firing"}`, value: 1 };
  const promqlTests = [
    { expr: `absent(${firing})`, eval_time: `${WELL_MINUTES - 1}m`, exp_samples: [none] },
    {
      expr: `count(${firing}) > bool 0`,
      eval_time: `${WELL_MINUTES + ILL_MINUTES - 1}m`,
      exp_samples: [{ labels: '{}', value: 1 }],
    },
  ];
  const file = join(temporaryFolder('rules'), `${alert}.yml`);
  const test = { interval: '1m', input_series: series, promql_expr_test: promqlTests };
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [test] }));
  return promtool(['test', 'rules', file]);
}

/** The notation of promtool: `start+stepxtimes`, `_` where there is no sample. */
function valuesOf(name: string, well: Observed, ill: Observed): string {
  const before = [...well, ...ill].some(({ counters }) => counters.has(name)) ? counted(name, well) : held(name, well);
  const isCounter = [...well, ...ill].some(({ counters }) => counters.has(name));
  const after = isCounter ? counted(name, ill) : held(name, ill);
  return `${before(WELL_MINUTES)} ${after(ILL_MINUTES)}`;
}

function counted(name: string, [first, second]: Observed): (minutes: number) => string {
  const to = second.values.get(name);
  if (to === undefined) return absent;
  const from = first.values.get(name) ?? 0;
  return (minutes) => `${from}+${to - from}x${minutes - 1}`;
}

function held(name: string, [, { values }]: Observed): (minutes: number) => string {
  const value = values.get(name);
  if (value === undefined) return absent;
  // promtool repeats numbers only.
  if (Number.isNaN(value)) return (minutes) => Array(minutes).fill('NaN').join(' ');
  return (minutes) => `${value}x${minutes - 1}`;
}

const absent = (minutes: number) => `_x${minutes - 1}`;

export interface RunningPrometheus {
  /** The answer of its API. */
  get(path: string): Promise<Json>;
  query(expr: string): Promise<Json[]>;
  stop(): Promise<void>;
}

/** Debian's Prometheus, which scrapes a port each second by our rules. */
export async function startPrometheus(port: number, own: number): Promise<RunningPrometheus> {
  const folder = temporaryFolder('prometheus');
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [RULES],
    scrape_configs: [{ job_name: 'karvon', static_configs: [{ targets: [`127.0.0.1:${port}`] }] }],
  };
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const address = `127.0.0.1:${own}`;
  const args = [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=${address}`,
  ];
  const child = spawn(PROMETHEUS, [...args, '--log.level=warn'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const get = async (path: string): Promise<Json> => (await fetch(`http://${address}/api/v1/${path}`)).json();
  await until(() =>
    get('targets').then(
      () => true,
      () => false,
    ),
  );
  return {
    get,
    query: async (expr) => {
      const { status, error, data } = await get(`query?query=${encodeURIComponent(expr)}`);
      if (status !== 'success') throw new Error(`${expr}: ${error}`);
      return data.result;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
