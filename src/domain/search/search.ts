import type { EntityManager } from '@mikro-orm/postgresql';
import { Type } from 'typebox';
import type { SearchKind } from '../../model/enums.ts';
import { codeSpellings } from '../../model/text-forms.ts';
import { searchedOnLabel } from '../devices/index.ts';
import { anyAdmin, mayCall } from '../kernel/access.ts';
import { described, fields, integer, text } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readMatching } from '../reader.ts';
import { type SearchKindSpec, searchKinds } from './search-kinds.ts';

const DEFAULT_HITS = 10;
const MAX_HITS = 50;

/** A record that was found. */
export interface SearchHit {
  readonly kind: SearchKind;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
}

/** A hit with its rank: exact hits come first, then the newest of each kind, then the second of each kind. */
interface RankedHit extends SearchHit {
  readonly exact: boolean;
  readonly place: number;
}

export const search = operation({
  name: 'search',
  summary: 'Finds records of every kind that the caller may list: exact serials, numbers, codes and addresses first.',
  beyond: { why: 'one field of a dashboard finds whatever a caller on the phone names', graphqlOnly: true },
  access: anyAdmin(),
  limit: 120,
  effect: 'read',
  input: fields({
    text: described(
      text(2, 200),
      'The text to find, at least two characters, ignoring case. Up to four words of a name are found in any order.',
    ),
    first: Type.Optional(
      described(
        integer(1, MAX_HITS, { default: DEFAULT_HITS }),
        `The maximum number of records, from 1 to ${MAX_HITS}.`,
      ),
    ),
  }),
  async handle({ em, now, principal }, { text, first = DEFAULT_HITS }): Promise<SearchHit[]> {
    const kinds = searchKinds.filter(({ list }) => mayCall(principal, list));
    const found = await Promise.all(kinds.map((kind) => hitsOf(em, kind, text, first, now)));
    return found
      .flat()
      .sort((one, other) => Number(other.exact) - Number(one.exact) || one.place - other.place)
      .slice(0, first)
      .map(({ exact: _exact, place: _place, ...hit }) => hit);
  },
});

/** The spellings of a text that a name can be exactly, as it is, in small letters and in capitals. */
function spellingsOf(text: string): readonly string[] {
  const codes = [...codeSpellings(text), searchedOnLabel(text)];
  return [...new Set(codes.flatMap((each) => [each, each.toLowerCase(), each.toUpperCase()]))];
}

async function hitsOf(
  em: EntityManager,
  { kind, reader, exact, select, label, matching = (search) => ({ search }) }: SearchKindSpec,
  text: string,
  first: number,
  now: Date,
): Promise<RankedHit[]> {
  const read = (query: object) => readMatching(reader, em, { take: first, select: ['id', ...select], ...query }, now);
  const newest = await read(matching(text));
  // An exact hit also matches, so only a full page can lack it.
  const spellings = spellingsOf(text);
  const named = newest.length < first ? [] : await read({ within: { [exact]: { in: spellings } } });
  const labels = new Map([...named, ...newest].map((view) => [label(view).id, label(view)]));
  return [...labels.values()].map(({ id, title, subtitle, name }, place) => ({
    ...{ kind, id, title, subtitle, place },
    exact: name !== null && spellings.includes(name.toLowerCase()),
  }));
}
