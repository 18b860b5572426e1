/** What replaces a part of the screen, or closes, gives the focus away first, if it does so itself. */
const AFTER_MS = 30;
const MAX_SEEN = 20;
const UNSETTLED = '[aria-invalid="true"]:not(:disabled), [data-unsettled] input';
/** What lies over the screen and goes again: no place for the focus to go back to. */
const OVER = '[role="dialog"], [role="menu"], [role="listbox"]';

interface Seen {
  readonly element: HTMLElement;
  readonly isOver: boolean;
  /** The screen that it was on. */
  readonly path: string;
}

/** What had the focus, the newest first. */
let seen: readonly Seen[] = [];
/** Whether something has the focus, or had it when it was removed or disabled. */
let isHeld = false;

const isLost = () => !document.activeElement || document.activeElement === document.body;
const screen = () => document.getElementById('content');
const canHave = ({ element }: Seen) => element.isConnected && !element.matches(':disabled');

/** Where the screen is another, and what had the focus is gone: Tab begins at its top. */
export function focusScreen(): void {
  if (isLost()) screen()?.focus({ preventScroll: true });
}

/**
 * Gives the focus, when nothing has it, to what had it last: in a dialog, if one is open, else on the screen. If that is gone, to a row of the list, or to the screen:
 * what stands in its place may do something else.
 */
function restoreFocus(): void {
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  const { pathname } = window.location;
  const inDialog = dialog && seen.find((one) => dialog.contains(one.element) && canHave(one));
  const before = seen.find(({ isOver, path }) => !isOver && path === pathname);
  const onScreen = before && canHave(before) ? before : undefined;
  const row = screen()?.querySelector<HTMLElement>('[data-body] [tabindex="0"]');
  for (const element of dialog ? [inDialog?.element] : [onScreen?.element, row, screen()]) {
    if (!isLost()) return;
    element?.focus({ preventScroll: true });
  }
}

/** Leads to the first field of a form that something is wrong with, or where a person has to choose. */
export function focusProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const [field] = form?.querySelectorAll<HTMLElement>(UNSETTLED) ?? [];
    field?.focus();
  });
}

/** Follows the focus from now on, so that who works by keyboard never has to begin at the top of the page because what had it is gone. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    isHeld = true;
    const now = { element: target, isOver: target.closest(OVER) !== null, path: window.location.pathname };
    seen = [now, ...seen.filter(({ element }) => element !== target)].slice(0, MAX_SEEN);
  });
  document.addEventListener('focusout', ({ target }) => {
    // What is removed is left too, in some browsers.
    setTimeout(() => {
      if (isLost() && target instanceof HTMLElement && target.isConnected && !target.matches(':disabled'))
        isHeld = false;
    });
  });
  new MutationObserver(() => {
    if (isHeld && isLost()) setTimeout(restoreFocus, AFTER_MS);
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
}
