import { useEffect } from 'react';

/** What closes gives the focus away first, if it does so itself. */
const AFTER_MS = 20;
const MAX_SEEN = 20;

/** What had the focus, the newest first. */
let seen: readonly HTMLElement[] = [];
document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  seen = [target, ...seen.filter((one) => one !== target && one.isConnected)].slice(0, MAX_SEEN);
});

const isLost = () => !document.activeElement || document.activeElement === document.body;
const screen = () => document.getElementById('content');

/** Where the screen is another, and what had the focus is gone: Tab begins at its top. */
export function focusScreen(): void {
  if (isLost()) screen()?.focus({ preventScroll: true });
}

/** Gives the focus, when nothing has it, to what had it last and is still there: in a dialog, if one is open. Else to a row of the list, or to the screen. */
function restoreFocus(): void {
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  const before = seen.filter((one) => one.isConnected && one !== screen() && (!dialog || dialog.contains(one)));
  const row = screen()?.querySelector<HTMLElement>('[data-body] [tabindex="0"]');
  for (const element of [...before.slice(0, 1), row, screen()]) {
    if (!isLost()) return;
    element?.focus({ preventScroll: true });
  }
}

/** For what is removed with the focus in it, such as a dialog that exists only while it is open: the kit's own return of the focus sees no closing. */
export function useFocusBack(): void {
  useEffect(() => () => void setTimeout(restoreFocus, AFTER_MS), []);
}
