/** The builder of edges: the records that a record leads to, their number and order, and the roles that may follow. */

export interface EdgeOrder {
  /** A field of the record that the edge leads to. */
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
}

/** How long a list can be. */
export interface Bound {
  /** Length if the caller does not specify one. */
  readonly default: number;
  /** Maximum that a caller may request. */
  readonly maximum: number;
}

/** The declaration of an edge. */
export interface EdgeSpec {
  /** `one`: the record that `key` names. `latest` and `many`: those whose `key` names this record. */
  readonly kind: 'one' | 'latest' | 'many';
  /** The name of the record that the edge leads to. */
  readonly to: string;
  /** The field with the id: of this record for `one`, of the other record for `latest` and `many`. */
  readonly key: string;
  /** A sentence for the API documentation. */
  readonly description: string;
  readonly nullable: boolean;
  /** The operation whose roles may follow the edge. */
  readonly needs?: string;
  /** The reason why the edge needs no operation: every role that may read the record may follow it. */
  readonly open?: string;
  /** Of `latest` and `many`; ties are broken by the id. */
  readonly order: readonly EdgeOrder[];
  /** Of `many`. */
  readonly bound: Bound;
}

/** The default length of a list inside of each of many records: short unless the caller asks for more. */
const NESTED: Bound = { default: 10, maximum: 100 };

/** An edge under declaration; each method returns a new one. */
export class Edge {
  readonly spec: EdgeSpec;

  constructor(spec: EdgeSpec) {
    this.spec = spec;
  }

  /** @param operation the name of the operation whose roles may follow the edge */
  needs(operation: string): Edge {
    return new Edge({ ...this.spec, needs: operation, nullable: true });
  }

  /** @param reason why every role that may read the record may follow the edge */
  open(reason: string): Edge {
    return new Edge({ ...this.spec, open: reason });
  }

  by(field: string, direction: EdgeOrder['direction']): Edge {
    return new Edge({ ...this.spec, order: [{ field, direction }] });
  }

  bound(bound: Bound): Edge {
    return new Edge({ ...this.spec, bound });
  }
}

/** The record that a field of this record names. */
export const one = (to: string, key: string, description: string) => edge('one', to, key, description, true);

/** The newest of the records whose field names this record. */
export const latest = (to: string, key: string, description: string) => edge('latest', to, key, description, true);

/** The records whose field names this record, as a list with pages: the newest first unless `by` says otherwise. */
export const many = (to: string, key: string, description: string) => edge('many', to, key, description, false);

function edge(kind: EdgeSpec['kind'], to: string, key: string, description: string, nullable: boolean): Edge {
  const order = [{ field: 'createdAt', direction: 'DESC' }] as const;
  return new Edge({ kind, to, key, description, nullable, order, bound: NESTED });
}
