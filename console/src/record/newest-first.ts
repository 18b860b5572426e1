/** The newest first. What happened at the same time keeps its order, so it is given with the last first. */
export function newestFirst<Event extends { readonly at: string }>(events: readonly Event[]): Event[] {
  return events.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
