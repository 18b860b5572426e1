/** A piece of state that a module keeps for a service: it declares here how the state begins. */
export interface StateSlot<State> {
  readonly create: () => State;
}

/**
 * The mutable state of one service, such as caches. `app.ts` builds it; a module reaches its own part by its slot, so that
 * two services in one process share nothing.
 */
export class RuntimeState {
  readonly #states = new Map<StateSlot<unknown>, unknown>();

  /** The state of a slot, created when it is first asked for. */
  of<State>(slot: StateSlot<State>): State {
    if (!this.#states.has(slot)) this.#states.set(slot, slot.create());
    return this.#states.get(slot) as State;
  }
}
