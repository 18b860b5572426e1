import fc from 'fast-check';
import { repeatedName } from '../../src/rest/middleware/repeated-names.ts';

const members = fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue()), {
  minLength: 1,
  selector: ([name]) => name,
});

/** JSON of an object, member by member. */
const jsonOf = (entries: readonly (readonly [string, unknown])[], space: string) =>
  `{${entries.map(([name, value]) => `${space}${JSON.stringify(name)}${space}:${JSON.stringify(value)}`).join()}}`;

describe('a repeated member of JSON', () => {
  it('a repeated member of JSON is found by its name, in any place and context', () => {
    fc.assert(
      fc.property(members, fc.nat(), fc.nat(), fc.constantFrom('', ' ', '\n'), (entries, which, where, space) => {
        const name = entries[which % entries.length]?.[0] ?? '';
        const repeated = [...entries];
        repeated.splice(where % (entries.length + 1), 0, [name, null]);
        const inner = jsonOf(repeated, space);
        for (const text of [inner, `{"outer":[1,${inner}]}`]) expect(repeatedName(text, JSON.parse(text))).toBe(name);
      }),
    );
  });

  it('JSON has no repeated member where each name occurs once in its object', () => {
    fc.assert(
      fc.property(members, fc.constantFrom('', ' ', '\n'), (entries, space) => {
        const text = jsonOf(entries, space);
        expect(repeatedName(text, JSON.parse(text))).toBeUndefined();
      }),
    );
  });
});
