import { isIP } from 'node:net';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings by their names, and collects what is wrong with them. No problem shows a value, which could be a secret. */
export class SettingReader {
  readonly problems: string[] = [];
  readonly #environment: Environment;
  readonly #given: Map<string, string>;

  /** @param given gets the settings that are set */
  constructor(environment: Environment, given: Map<string, string> = new Map()) {
    this.#environment = environment;
    this.#given = given;
  }

  /** The trimmed text; undefined for a setting that is not set, or blank. */
  text(name: string): string | undefined {
    const text = this.#environment[name]?.trim() || undefined;
    if (text !== undefined) this.#given.set(name, text);
    return text;
  }

  integer(name: string, fallback: number, minimum: number, maximum: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    this.problems.push(`${name} must be a whole number from ${minimum} to ${maximum}`);
    return fallback;
  }

  choice<const Words extends readonly string[]>(name: string, words: Words, fallback: Words[number]): Words[number] {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const found = words.find((word) => word === text);
    if (found === undefined) this.problems.push(`${name} must be one of ${words.join(', ')}`);
    return found ?? fallback;
  }

  /** @param hint what it must be, in words */
  pattern(name: string, fallback: string, allowed: RegExp, hint: string): string {
    const text = this.text(name) ?? fallback;
    if (!allowed.test(text)) this.problems.push(`${name} must be ${hint}`);
    return text;
  }

  url(name: string, fallback: string, protocols: readonly string[], hint = ''): URL {
    const text = this.text(name) ?? fallback;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return new URL(text);
    this.problems.push(
      `${name} must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}${hint}`,
    );
    return new URL(fallback);
  }

  /** The address to listen at, IPv6 without brackets. */
  host(name: string): string {
    const host = (this.text(name) ?? '127.0.0.1').replace(/^\[(.*)\]$/, '$1');
    if (!isIP(host) && !/^[A-Za-z0-9._-]+$/.test(host)) {
      this.problems.push(`${name} must be an IP address of this machine, such as 127.0.0.1 or ::, or its host name`);
    }
    return host;
  }

  /** Items that are separated by commas. */
  list(name: string): string[] {
    return (this.text(name) ?? '').split(',').flatMap((item) => item.trim() || []);
  }

  /** Origins in the form that browsers send. */
  origins(name: string): string[] {
    const texts = this.list(name);
    if (!texts.every(isOrigin)) {
      this.problems.push(
        `${name} must be comma-separated origins with a scheme, a host and an optional port, such as https://shop.example or http://localhost:5173 (no path, no *, not null)`,
      );
    }
    return texts.filter(isOrigin).map((text) => new URL(text).origin);
  }
}

/** An http(s) origin only; URL normalizes it like browsers (lower case, no default port, no slash). */
function isOrigin(text: string): boolean {
  if (text.includes('*') || !URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${pathname}${search}${hash}` === '/';
}
