import { constantName } from '../../src/model/enums.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeSale } from '../support/factories/sale.ts';
import { customer } from './support.ts';

/** As people of Uzbekistan sort them: the Latin letters Oʻ, Gʻ, Sh and Ch after Z, then Cyrillic. */
const SORTED = [
  'ali',
  'Ali',
  'ALI',
  'Ali Karimov',
  'Ali Valiyev',
  'alisher',
  'Davron',
  'Guli',
  'Isʼhoq',
  'Ismoil',
  'Ishonch',
  'Mahmud',
  'Mamur',
  "Ma'mura",
  'Olim',
  'Ortiq',
  'Sardor',
  'Sulton',
  'Zafar',
  'O’lmas',
  "O'tkam",
  'O‘tkir',
  'Gʻani',
  'G`ayrat',
  'Shavkat',
  'SHUHRAT',
  'Chori',
  'Гулнора',
  'Ғани',
  'Ежов',
  'Ёжова',
  'Елена',
  'Ёлка',
  'Жанна',
  'Каримов',
  'Қодир',
  'Ўктам',
  'Умида',
  'Фарҳод',
  'Хасан',
  'Ҳасанов',
];
/** In no order. */
const MIXED = SORTED.map((name, at) => [name, (at * 17) % SORTED.length] as const)
  .sort(([, one], [, other]) => one - other)
  .map(([name]) => name);

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
  for (const name of MIXED) {
    app.clock.advance(1);
    const { id } = await customer(admin, { fullName: name, company: name, city: name });
    await makeSale(app, { customerId: id });
  }
});
afterAll(() => app.stop());

async function pagesOf(list: string, field: string, shown: string, direction: string): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = null; ; ) {
    const { body }: Json = await admin.gql(
      `query ($after: String) { ${list}(first: 4, after: $after, sort: [{ field: ${constantName(field)}, direction: ${direction} }]) {
         nodes { ${shown} } pageInfo { endCursor hasNextPage } } }`,
      { after },
    );
    expect(body.errors).toBeUndefined();
    const { nodes, pageInfo } = body.data[list];
    found.push(...nodes.map((node: Json) => Object.values(node.customer ?? node)[0]));
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor;
  }
}

const LISTS = [
  ['customers', 'fullName', 'fullName'],
  ['customers', 'company', 'company'],
  ['customers', 'city', 'city'],
  ['sales', 'customerName', 'customer { fullName }'],
] as const;

it.each(LISTS)('%s by %s are sorted as people sort them, page by page and in both directions', async (...list) => {
  const names = SORTED;
  expect(await pagesOf(...list, 'ASC')).toEqual(names);
  expect(await pagesOf(...list, 'DESC')).toEqual(names.toReversed());
});

it('the team and its options are sorted in the same way', async () => {
  const names = ['Zafar', "O'tkir", 'Shavkat', 'Chori'];
  for (const name of names.toReversed()) await app.as('VIEWER', { name });
  const team = await admin.gql(`{ team(sort: [{ field: NAME, direction: ASC }]) { nodes { name } } }`);
  const options = await admin.rest('GET', '/v1/admin/team/options');
  for (const found of [team.body.data.team.nodes, options.body.items ?? options.body]) {
    expect(found.map(({ name }: Json) => name).filter((name: string) => names.includes(name))).toEqual(names);
  }
});

describe('an equal name', () => {
  const found = async (filter: string): Promise<string[]> => {
    const { body } = await admin.gql(`{ customers(filter: ${filter}) { totalCount nodes { fullName } } }`);
    expect(body.errors).toBeUndefined();
    expect(body.data.customers.totalCount).toBe(body.data.customers.nodes.length);
    return body.data.customers.nodes.map(({ fullName }: Json) => fullName);
  };

  it.each(['fullName', 'company', 'city'])('an equal name of %s is found whatever its apostrophe is', async (field) => {
    for (const typed of ["O'tkir", 'Oʻtkir', 'O`tkir ', 'O’tkir']) {
      expect(await found(`{ ${field}: { eq: "${typed}" } }`)).toEqual(['O‘tkir']);
      expect(await found(`{ ${field}: { in: ["${typed}", "Zafar"] } }`)).toHaveLength(2);
    }
  });

  it('an equal name has the apostrophe that separates letters, and its capitals', async () => {
    expect(await found(`{ fullName: { eq: "Maʼmura" } }`)).toEqual(["Ma'mura"]);
    expect(await found(`{ fullName: { eq: "Mamura" } }`)).toEqual([]);
    expect(await found(`{ fullName: { eq: "ALI" } }`)).toEqual(['ALI']);
    expect(await found(`{ fullName: { in: ["Mamura", "ali"] } }`)).toEqual(['ali']);
  });

  it('an equal name is told from a longer one with the same beginning, as an app may have given it', async () => {
    const beginning = `Gʻ${'a'.repeat(197)}`;
    const names = [beginning, `${beginning}o`, `${beginning}oʻ`, `${beginning}oʻb`];
    for (const name of names) {
      const { id } = await customer(admin, { fullName: 'Long' });
      await app.sql('update customer set full_name = $2 where id = $1', [id, name]);
    }
    for (const name of names.filter(({ length }) => length <= 200)) {
      const typed = name.replaceAll('ʻ', '’');
      expect(await found(`{ fullName: { eq: "${typed}" } }`)).toEqual([name]);
      expect(await found(`{ fullName: { in: ["${typed}", "Nobody"] } }`)).toEqual([name]);
    }
    expect(await found(`{ fullName: { in: ["${beginning}", "${beginning}o"] } }`)).toHaveLength(2);
    await app.sql('delete from customer where full_name like $1', [`${beginning}%`]);
  });

  it('an equal name is counted alike by a tally', async () => {
    const { body } = await admin.gql(`{ customers(filter: { city: { eq: "O'tkir" } }) { totalCount } }`);
    expect(body.data.customers.totalCount).toBe(1);
  });
});
