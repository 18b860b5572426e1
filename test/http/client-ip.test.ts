import type { IncomingMessage } from 'node:http';
import { clientIp, ipBucket, normalizeIp } from '../../src/rest/server/client-ip.ts';

function requestFrom(
  remoteAddress: string | undefined,
  forwarded?: string,
): Pick<IncomingMessage, 'headers' | 'socket'> {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { headers, socket: { remoteAddress } as IncomingMessage['socket'] };
}

describe('clientIp', () => {
  it.each([
    [0, '10.0.0.1', undefined, '10.0.0.1'],
    [0, '10.0.0.1', '1.1.1.1', '10.0.0.1'],
    [0, '::ffff:10.0.0.1', undefined, '10.0.0.1'],
    [0, undefined, undefined, '0.0.0.0'],
    [1, '10.0.0.1', undefined, '10.0.0.1'],
    [1, '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    [1, '10.0.0.1', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    [2, '10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    [2, '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    [1, '10.0.0.1', '6.6.6.6, nonsense', '10.0.0.1'],
    [1, '10.0.0.1', '6.6.6.6,', '10.0.0.1'],
    [1, '10.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    [1, '10.0.0.1', '[2001:DB8::1]:4711', '2001:db8::1'],
    [1, '10.0.0.1', '2001:DB8::1', '2001:db8::1'],
    [1, '10.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
  ])('%i proxies, socket %s, forwarded %s: %s', (proxies, socket, forwarded, expected) => {
    expect(clientIp(requestFrom(socket, forwarded), proxies)).toBe(expected);
  });
});

it.each([
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
  ['fe80::1%eth0', 'fe80::1'],
  ['1.2.3', undefined],
  ['', undefined],
])('normalizeIp(%s) is %s', (address, expected) => {
  expect(normalizeIp(address)).toBe(expected);
});

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
])('ipBucket(%s) is %s', (ip, bucket) => {
  expect(ipBucket(ip)).toBe(bucket);
});
