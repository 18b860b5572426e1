import {
  faultyNetwork,
  lossyConditions,
  type NetworkConditions,
  NetworkFault,
  NO_FAULTS,
} from '../../src/simulator/network.ts';
import { seededRandom } from '../../src/simulator/random.ts';
import { onBench, scriptedService } from './scripted-service.ts';

async function arrivals(conditions: NetworkConditions, seed: string): Promise<{ got: string[]; heard: string[] }> {
  const got: string[] = [];
  const heard: string[] = [];
  const network = faultyNetwork(
    async (url) => {
      got.push(url);
      return new Response(url);
    },
    seededRandom(seed),
    conditions,
  );
  for (let call = 0; call < 40; call += 1) {
    await network.fetch(String(call)).then(
      async (reply) => heard.push(await reply.text()),
      (error) => expect(error).toBeInstanceOf(NetworkFault),
    );
  }
  await network.settled();
  return { got, heard };
}

describe('a faulty network', () => {
  it('a faulty network passes all requests without faults by default', async () => {
    const { got, heard } = await arrivals(NO_FAULTS, 'a');
    expect(got).toEqual(heard);
    expect(got).toHaveLength(40);
  });

  it('a faulty network loses requests or only their replies', async () => {
    const lost = await arrivals({ ...NO_FAULTS, lostRequests: 0.5 }, 'a');
    expect(lost.got).toEqual(lost.heard);
    expect(lost.got.length).toBeLessThan(40);
    const unheard = await arrivals({ ...NO_FAULTS, lostReplies: 0.5 }, 'a');
    expect(unheard.got).toHaveLength(40);
    expect(unheard.heard.length).toBeLessThan(40);
  });

  it('duplicates requests and delivers them late and out of order', async () => {
    const doubled = await arrivals({ ...NO_FAULTS, doubled: 0.5 }, 'a');
    expect(doubled.got.length).toBeGreaterThan(40);
    expect(new Set(doubled.got).size).toBe(40);
    const late = await arrivals({ ...NO_FAULTS, late: 0.5, maxDelayMs: 20 }, 'a');
    expect(new Set(late.got).size).toBe(40);
    expect(late.got).not.toEqual(late.got.toSorted((one, other) => Number(one) - Number(other)));
  });

  it('a faulty network has the same faults in each run with the same seed', async () => {
    const conditions = lossyConditions(0.4, 0);
    const [one, same, other] = await Promise.all(['a', 'a', 'b'].map((seed) => arrivals(conditions, seed)));
    expect(one?.heard).toEqual(same?.heard);
    expect(one?.heard).not.toEqual(other?.heard);
  });

  it('a faulty network gives a device the same history in each run with the same seed', async () => {
    const history = async () => {
      const service = scriptedService({ image: Buffer.alloc(60_000, 1) });
      const network = faultyNetwork(service.fetch, seededRandom('x'), { ...lossyConditions(0.6, 0), late: 0 });
      const { device, events } = onBench(service, { fetch: network.fetch });
      const turns = [];
      for (let turn = 0; turn < 6; turn += 1) turns.push(await device.turn());
      return { turns, events, faults: network.faults };
    };
    const [one, same] = [await history(), await history()];
    expect(one).toEqual(same);
    expect(Object.values(one.faults).reduce((sum, count) => sum + count)).toBeGreaterThan(2);
  });
});

describe('seeded random numbers', () => {
  it('seeded random numbers are evenly spread and their forks are independent', () => {
    const random = seededRandom('even');
    const draws = Array.from({ length: 10_000 }, () => random.next());
    expect(Math.abs(draws.reduce((sum, draw) => sum + draw) / draws.length - 0.5)).toBeLessThan(0.02);
    expect(seededRandom('even').fork('a').next()).toBe(random.fork('a').next());
    expect(random.fork('a').next()).not.toBe(random.fork('b').next());
  });
});
