import { BlockList, isIP, isIPv6 } from 'node:net';
import type { AppLinks } from '../rest/pages/app-links.ts';
import type { SettingReader } from './setting-reader.ts';

/** Where the service is, and who may call it from a browser. */
export interface AddressSettings {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: URL;
  /** In production: PUBLIC_URL leads nowhere from another machine. */
  readonly publicUrlIsLocal: boolean;
  readonly appLinks: AppLinks;
  /** Origins whose pages may use the session cookie, `publicUrl`'s first; in the form that browsers send. */
  readonly allowedOrigins: readonly string[];
  /** Origins of the public site, whose pages send preorders; undefined: every origin. */
  readonly publicSiteOrigins: readonly string[] | undefined;
  readonly trustedProxies: number;
}

/** The loopback of IPv4, and every address of the machine. */
const REACHED_AS_LOCALHOST = new Set(['127.0.0.1', '0.0.0.0', '::']);

/** Addresses that lead to whoever asks: "this network" and the loopback of IPv4 (also mapped into IPv6), and those of IPv6. */
const THIS_MACHINE = new BlockList();
THIS_MACHINE.addSubnet('0.0.0.0', 8, 'ipv4');
THIS_MACHINE.addSubnet('127.0.0.0', 8, 'ipv4');
THIS_MACHINE.addSubnet('::', 127, 'ipv6');

/** A package of Android (https://developer.android.com/build/configure-app-module) and a certificate's fingerprint. */
const ANDROID_APP = /^([A-Za-z]\w*(?:\.[A-Za-z]\w*)+)\/((?:[0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2})$/;
/** The id of a team, 10 characters, and that of a bundle (https://developer.apple.com/documentation/xcode/supporting-associated-domains). */
const IOS_APP = /^[A-Z0-9]{10}\.[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/;

export function readAddressSettings(settings: SettingReader, production: boolean): AddressSettings {
  const port = settings.integer('PORT', 3000, 0, 65_535);
  const host = settings.host('HOST');
  const publicUrl = settings.url('PUBLIC_URL', defaultPublicUrl(host, port), ['http:', 'https:']);
  const isOpen = !settings.text('PUBLIC_SITE_ORIGINS') && !production;
  return {
    host,
    port,
    publicUrl,
    publicUrlIsLocal: production && leadsNowhere(publicUrl),
    appLinks: readAppLinks(settings),
    allowedOrigins: [publicUrl.origin, ...settings.origins('ALLOWED_ORIGINS')],
    publicSiteOrigins: isOpen ? undefined : settings.origins('PUBLIC_SITE_ORIGINS'),
    trustedProxies: settings.integer('TRUSTED_PROXIES', 0, 0, 10),
  };
}

function readAppLinks(settings: SettingReader): AppLinks {
  const url = settings.text('APP_LINK_URL') ? settings.url('APP_LINK_URL', 'https://localhost', ['https:']) : undefined;
  if (url && `${url.username}${url.password}${url.hash}` !== '') {
    settings.problems.push(
      'APP_LINK_URL must have no user name and no fragment: the page puts the claim code into the fragment',
    );
  }
  const android = settings.list('APP_LINK_ANDROID').map((app) => ANDROID_APP.exec(app));
  if (!android.every((app) => app !== null)) {
    settings.problems.push(
      'APP_LINK_ANDROID must be comma-separated package names, each with / and the SHA-256 fingerprint of its signing certificate: uz.example.app/AB:CD:... (32 bytes)',
    );
  }
  const ios = settings.list('APP_LINK_IOS');
  if (!ios.every((app) => IOS_APP.test(app))) {
    settings.problems.push('APP_LINK_IOS must be comma-separated app ids, such as ABCDE12345.uz.example.app');
  }
  return {
    url,
    android: android.flatMap((app) =>
      app ? [{ packageName: app[1] ?? '', fingerprint: (app[2] ?? '').toUpperCase() }] : [],
    ),
    ios,
  };
}

/** Whether no other machine can reach the service at this address. */
function leadsNowhere({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host)) return THIS_MACHINE.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
  return /(?:^|\.)localhost(?:\.localdomain)?$/.test(host);
}

/** Address of the service without a proxy. */
function defaultPublicUrl(host: string, port: number): string {
  const own = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  return REACHED_AS_LOCALHOST.has(host) || !URL.canParse(own) ? `http://localhost:${port}` : own;
}
