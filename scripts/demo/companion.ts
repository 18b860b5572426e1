import { randomBytes } from 'node:crypto';
import { createCompanionApp, verifyOffline } from '../../src/simulator/companion-app.ts';
import type { Lamp, Rollout } from './rollout.ts';
import type { Service } from './service.ts';
import { must, type Story } from './story.ts';

/** A customer's app pairs with a lamp, which verifies the app offline. Then one query shows the result. */
export async function pairAndSee(story: Story, service: Service, { admin, releaseId, lamps, recovered }: Rollout) {
  const [lamp] = lamps;
  if (!lamp) throw new Error('the rollout has no lamps');
  await pair(story, service, lamp);

  story.chapter('The dashboard');
  await story.step(
    'one GraphQL query shows the release and two of its lamps',
    () =>
      admin.graphql<Dashboard>(
        `query Firmware($release: ID!, $paired: ID!, $recovered: ID!) {
           release(id: $release) {
             version lifecycle rolloutPercentage
             stats { total confirmed failureRate byStatus { status count } }
             installations { nodes { status verification } }
           }
           paired: device(id: $paired) { ...Lamp }
           recovered: device(id: $recovered) { ...Lamp }
         }
         fragment Lamp on Device {
           serial status
           presence { online firmwareVersion otaSlot }
           installations { nodes { status verification evidence } }
           pairings { nodes { deviceName revokedAt } }
           offerDecision { reason explanation }
         }`,
        { release: releaseId, paired: lamp.id, recovered: recovered.id },
      ),
    ({ release, paired, recovered: other }) => {
      must(release.lifecycle === 'COMPLETED', `the release is ${release.lifecycle}`);
      must(release.stats.total === lamps.length, `the release has ${release.stats.total} installations`);
      must(
        release.installations.nodes.every(({ status }) => status === 'SUCCESS'),
        'not every installation succeeded',
      );
      must(paired.status === 'ACTIVE', `the paired lamp is ${paired.status}`);
      must(paired.pairings.nodes.length === 1, `the lamp has ${paired.pairings.nodes.length} pairings`);
      must(other.installations.nodes[0]?.evidence === 'HEARTBEAT', 'the recovered installation has no evidence');
      must(
        other.offerDecision?.reason === 'UP_TO_DATE',
        `the offer decision of the lamp is ${other.offerDecision?.reason}`,
      );
      const online = [paired, other].every(({ presence }) => presence?.online);
      must(online, 'a lamp is offline');
      return `${release.version} ${release.lifecycle} on ${release.stats.confirmed} lamps, one paired, one recovered`;
    },
  );
}

async function pair(story: Story, service: Service, { device, envelope }: Lamp): Promise<void> {
  story.chapter('The customer');
  const app = createCompanionApp({ baseUrl: service.url });
  await story.step(
    `a customer scans the claim code of ${device.serial}; the lamp proves its presence to her app`,
    () =>
      app.claim({
        serial: device.serial,
        claimCode: envelope.claimCode,
        customerEmail: `aziza-${randomBytes(4).toString('hex')}@example.com`,
        customerName: 'Aziza Karimova',
        askDevice: (payload) => device.hardwareProof(payload),
      }),
    ({ status, body }) => {
      must(status === 201, `the claim failed: ${status} ${JSON.stringify(body)}`);
      return `paired until ${body.expiresAt}`;
    },
  );
  await story.step(
    'the lamp receives the new pairing epoch with its next heartbeat',
    () => device.turn(),
    ({ outcome }) => {
      must(outcome === 'DONE', `the turn ended with ${outcome}`);
      return outcome.toLowerCase();
    },
  );
  await story.step(
    'the lamp verifies her app offline, with the issuer key of its envelope',
    async () => verifyWith(device, envelope, app.credential() ?? ''),
    (claims) => {
      must(claims !== undefined, 'the lamp rejected the credential');
      return `credential of app ${String(claims?.sub).slice(0, 8)}…`;
    },
  );
  await story.step(
    'the lamp rejects a modified credential',
    async () => verifyWith(device, envelope, tampered(app.credential() ?? '')),
    (claims) => {
      must(claims === undefined, 'the lamp accepted a forged credential');
      return 'rejected';
    },
  );
}

function verifyWith(device: Lamp['device'], envelope: Lamp['envelope'], credential: string) {
  const { pairingEpoch, revokedJti } = device.board.settings();
  const known = { serial: device.serial, epoch: pairingEpoch, revokedJti, now: new Date() };
  return verifyOffline(credential, { ...known, issuerKeys: envelope.pairingIssuerJwks.keys });
}

/** The credential with a modified payload and the original signature. */
function tampered(credential: string): string {
  const [head = '', payload = '', signature = ''] = credential.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')), epoch: 99 };
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

interface LampSeen {
  readonly serial: string;
  readonly status: string;
  readonly presence: { readonly online: boolean } | null;
  readonly installations: { readonly nodes: readonly { readonly status: string; readonly evidence: string | null }[] };
  readonly pairings: { readonly nodes: readonly { readonly deviceName: string }[] };
  readonly offerDecision: { readonly reason: string } | null;
}

interface Dashboard {
  readonly release: {
    readonly version: string;
    readonly lifecycle: string;
    readonly stats: { readonly total: number; readonly confirmed: number };
    readonly installations: { readonly nodes: readonly { readonly status: string }[] };
  };
  readonly paired: LampSeen;
  readonly recovered: LampSeen;
}
