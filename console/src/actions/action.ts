import type { Icon } from '@primer/octicons-react';
import type { Client } from '@urql/core';
import type { ComponentType, ReactNode } from 'react';
import type { AvailableActionFragment } from '../api/generated/operations.ts';
import type { EnumName } from '../text/enums.ts';
import type { TextKey } from '../text/index.tsx';
import type { Problem } from '../text/problem.ts';
import type { Values } from '../text/triple.ts';
import '../text/actions.ts';

/** The least that an action knows of a record. */
export interface ActionRecord {
  readonly id: string;
  readonly revision: number;
  readonly name: string;
  /** Why the last action on many records failed on this one. */
  readonly problem?: Problem | undefined;
}

/** What became of one record. */
export interface Outcome {
  readonly id: string;
  readonly problem?: Problem | undefined;
  /** Shown once, and never kept. */
  readonly secret?: string | undefined;
  /** The record exists no longer. */
  readonly isGone?: boolean;
}

export interface ActionField {
  readonly name: string;
  readonly label: TextKey;
  readonly description?: TextKey;
  /** What the description names. */
  readonly values?: Values;
  /** `target`: one of the states that the action can lead to. */
  readonly kind: 'target' | 'text' | 'email' | 'date' | 'number' | 'choice' | 'reason';
  readonly isOptional?: boolean;
  /** The least and the most characters of a text. */
  readonly least?: number;
  readonly most?: number;
  /** Of a `choice`: its values, with their labels. */
  readonly options?: readonly { readonly value: string; readonly label: TextKey }[];
  /** An input of its own, in place of the one of its kind. */
  readonly input?: ComponentType<InputProps>;
}

export interface InputProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly error: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A page, and what its address says. */
export interface Place {
  readonly to: '/sales/new';
  readonly search: Readonly<Record<string, string>>;
}

export type ActionValues = Readonly<Record<string, string>>;

export interface PreviewProps {
  readonly records: readonly ActionRecord[];
  readonly values: ActionValues;
}

/** What a person can do with a record, declared once: menus, buttons, the palette and the bulk bar are made of it. */
export interface Action {
  readonly key: string;
  readonly label: TextKey;
  readonly text?: TextKey;
  /** Other words by which the palette finds it. */
  readonly words?: TextKey;
  readonly icon: Icon;
  /** The operation, as `availableActions` and `permissions` name it. */
  readonly operation: string;
  /** Only the entry of `availableActions` that leads to this state. */
  readonly to?: string;
  readonly isDangerous?: boolean;
  /** Has a button beside the first one: nobody has to look for it in the menu. */
  readonly isUrgent?: boolean;
  /** What is said once it is done, as a sentence; `{name}` is the record. */
  readonly done: TextKey;
  readonly isBulk?: boolean;
  readonly fields: readonly ActionField[];
  /** A form of its own, in place of `fields`. */
  readonly form?: ComponentType<FormProps>;
  /** The page where the action is done, in place of a form over this one. */
  readonly leadsTo?: (record: ActionRecord) => Place;
  /** What the values would do, below the fields. */
  readonly Preview?: ComponentType<PreviewProps>;
  /** The states of a `target` field, where more than one record is chosen. */
  readonly targets?: readonly string[];
  /** The enumeration of those states. */
  readonly targetWord?: EnumName;
  readonly run: (
    client: Client,
    records: readonly ActionRecord[],
    values: ActionValues,
    run?: Run,
  ) => Promise<readonly Outcome[]>;
}

/** What a long run tells, and what stops it. */
export interface Run {
  /** Hears the number of records that are done, and the seconds to wait. */
  readonly tell: (done: number, waitSeconds: number) => void;
  /** Once it is aborted, no further record is called for. */
  readonly signal: AbortSignal;
}

/** The form of an action for one record; it stays open until it has succeeded or is closed. */
export interface FormProps {
  readonly record: ActionRecord;
  readonly onDone: (outcomes: readonly Outcome[]) => void;
  readonly onClose: () => void;
}

/** An action whose form, or the page that it leads to, does the work and says what it did. */
export const byForm = {
  done: 'action.done',
  fields: [],
  run: () => Promise.resolve([]),
} as const satisfies Partial<Action>;

/** How an action stands on a record: the states that it can lead to, or why not. */
export interface Standing {
  readonly isAllowed: boolean;
  readonly targets: readonly AvailableActionFragment[];
  readonly reason: AvailableActionFragment | undefined;
}

/** Undefined: the service does not name the operation for this record. */
export function standingOf(action: Action, available: readonly AvailableActionFragment[]): Standing | undefined {
  const hasTarget = action.fields.some(({ kind }) => kind === 'target');
  // An operation that also changes other fields is named without a state too.
  const own = available.filter(
    ({ operation, to }) =>
      operation === action.operation && (!hasTarget || to !== null) && (!action.to || to === action.to),
  );
  const [first] = own;
  if (!first) return undefined;
  const isAllowed = own.some(({ allowed }) => allowed);
  return { isAllowed, targets: own, reason: isAllowed ? undefined : first };
}
