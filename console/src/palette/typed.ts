import { createStore } from '../api/store.ts';

/** What is typed into the palette. */
export const typed = createStore('');
/** Enter was pressed before there was anything to open. */
export const isEntered = createStore(false);
/** It is open; one that closes still has the focus for a moment. */
export const isShown = createStore(false);

const FIELD = '[data-palette]';

const isInField = () => isShown.get() && document.activeElement?.matches(FIELD) === true;

/** Follows keys until the field has the focus. Escape lets go of them. */
function onKey(event: KeyboardEvent) {
  const { key, ctrlKey, altKey, metaKey } = event;
  if (isInField() || key === 'Escape') return keysAreRead();
  if (ctrlKey || altKey || metaKey) return;
  if (key === 'Enter') isEntered.set(true);
  else if (key === 'Backspace') typed.set(typed.get().slice(0, -1));
  else if (key.length === 1) typed.set(typed.get() + key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Begins an empty text and keeps what is typed until `keysAreRead`: the palette, and the first time its code, take a moment to come. */
export function keepKeys(): void {
  if (isInField()) return;
  typed.set('');
  isEntered.set(false);
  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('pointerdown', keysAreRead, { capture: true });
}

/** The field reads the keys itself, or nobody waits for it any more. */
export function keysAreRead(): void {
  window.removeEventListener('keydown', onKey, { capture: true });
  window.removeEventListener('pointerdown', keysAreRead, { capture: true });
}
