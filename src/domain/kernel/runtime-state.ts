/** The declaration of a module's state with its initial value. */
export interface StateSlot<State> {
  readonly create: () => State;
}

/**
 * The mutable state of one service, such as caches. Created by `app.ts`; a module accesses its part by its slot, so
 * that two services in one process share nothing.
 */
export class RuntimeState {
  readonly #states = new Map<StateSlot<unknown>, unknown>();

  /** The state of a slot, created on first access. */
  of<State>(slot: StateSlot<State>): State {
    if (!this.#states.has(slot)) this.#states.set(slot, slot.create());
    return this.#states.get(slot) as State;
  }
}
