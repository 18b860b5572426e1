import { isDeepStrictEqual } from 'node:util';
import type { ComponentKind, Ref } from './document-types.ts';

/** The parts that several operations share, each once under its name. */
export class Components {
  readonly #parts: Readonly<Record<ComponentKind, Map<string, unknown>>> = {
    schemas: new Map(),
    responses: new Map(),
    parameters: new Map(),
    headers: new Map(),
    examples: new Map(),
    securitySchemes: new Map(),
  };

  /**
   * Adds a part unless it is there, and refers to it.
   * @param make called once; while it runs, the part may refer to itself
   * @throws Error for another part of the same name
   */
  add(kind: ComponentKind, name: string, make: () => unknown): Ref {
    const parts = this.#parts[kind];
    const existing = parts.get(name);
    if (existing === undefined) {
      parts.set(name, UNDER_WAY);
      parts.set(name, make());
    } else if (existing !== UNDER_WAY) {
      const another = make();
      if (!isDeepStrictEqual(another, existing)) throw new Error(`Two ${kind} of the API have the name ${name}.`);
    }
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** The same for parts that refer to each other in circles: one that is there is not made again to be compared. */
  addOnce(kind: ComponentKind, name: string, make: () => unknown): Ref {
    return this.#parts[kind].has(name) ? { $ref: `#/components/${kind}/${name}` } : this.add(kind, name, make);
  }

  /** What a reference refers to. */
  find<T>({ $ref }: Ref): T {
    const [, , kind = '', name = ''] = $ref.split('/');
    return this.#parts[kind as ComponentKind].get(name) as T;
  }

  /** All parts, in the order of their names. */
  toJSON(): Readonly<Record<ComponentKind, Readonly<Record<string, unknown>>>> {
    const sorted = (parts: Map<string, unknown>) => Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)));
    const { schemas, responses, parameters, headers, examples, securitySchemes } = this.#parts;
    return {
      schemas: sorted(schemas),
      responses: sorted(responses),
      parameters: sorted(parameters),
      headers: sorted(headers),
      examples: sorted(examples),
      securitySchemes: sorted(securitySchemes),
    };
  }
}

const UNDER_WAY = Symbol('under way');
