import type { Virtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';

const CONTROLS = 'a[href], button, input';
/** Rows of a key; a page keeps a row of the one before. */
const STEPS: Readonly<Record<string, (page: number) => number>> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: (page) => page - 1,
  PageUp: (page) => 1 - page,
  Home: () => Number.NEGATIVE_INFINITY,
  End: () => Number.POSITIVE_INFINITY,
};

interface Given {
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
  readonly height: number;
  /** The row that had the focus when the list was left. */
  readonly startAt: string | undefined;
  readonly onCurrent: (id: string) => void;
  /** Selects what lies between two places, both included. */
  readonly onExtend: (from: number, to: number) => void;
}

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROLS)];
const rowOf = (element: EventTarget) =>
  element instanceof Element ? element.closest<HTMLElement>('[data-body]') : null;
const isNothing = (focused: Element | null) => focused === document.body || focused?.id === 'content';
const placeOf = (row: HTMLElement) => Number(row.dataset.place);

/**
 * The keyboard of a list: Tab passes one row, as if there were no others; arrows, pages, Home and End go from row to row in the same column, and Shift
 * selects on the way.
 * @returns what the group of rows listens to, and its ref
 */
export function useRowKeys({ virtual, height, startAt, onCurrent, onExtend }: Given) {
  const group = useRef<HTMLDivElement>(null);
  const current = useRef(startAt);
  const isBack = useRef(startAt !== undefined);
  const wanted = useRef<{ readonly place: number; readonly column: number }>(undefined);

  const rows = () => [...(group.current?.querySelectorAll<HTMLElement>('[data-body][data-row]') ?? [])];
  const mark = () => {
    const all = rows();
    const one = all.find(({ dataset }) => dataset.row === current.current) ?? all.find(isOnScreen) ?? all[0];
    for (const row of all) for (const control of controlsOf(row)) control.tabIndex = row === one ? 0 : -1;
  };
  const isOnScreen = (row: HTMLElement) => placeOf(row) * height >= (virtual.scrollOffset ?? 0);
  /** @returns whether the row is there */
  function focus(place: number, column: number): boolean {
    const row = rows().find((one) => placeOf(one) === place);
    const controls = row ? controlsOf(row) : [];
    const control = controls[Math.min(column, controls.length - 1)];
    control?.focus({ preventScroll: true });
    return control !== undefined;
  }

  // Rows come and go by scrolling and by reading.
  useLayoutEffect(() => {
    mark();
    if (wanted.current && focus(wanted.current.place, wanted.current.column)) wanted.current = undefined;
    if (!isBack.current) return;
    const row = rows().find(({ dataset }) => dataset.row === startAt);
    if (!row) return;
    isBack.current = false;
    if (isNothing(document.activeElement)) row.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true });
  });

  // Where nothing has the focus, the arrow that the list speaks of begins at its row.
  useEffect(() => {
    const enter = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || !isNothing(document.activeElement)) return;
      const link = group.current?.querySelector<HTMLElement>('[data-body] a[href][tabindex="0"]');
      if (link) event.preventDefault();
      link?.focus({ preventScroll: true });
    };
    addEventListener('keydown', enter);
    return () => removeEventListener('keydown', enter);
  }, []);

  function onFocus({ target }: FocusEvent) {
    const id = rowOf(target)?.dataset.row;
    if (!id || id === current.current) return;
    current.current = id;
    onCurrent(id);
    mark();
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, target, shiftKey } = event;
    const [step, row] = [STEPS[key], rowOf(target)];
    if (!step || !row || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const from = placeOf(row);
    const page = Math.floor((virtual.scrollRect?.height ?? height) / height) - 1;
    const place = Math.max(0, Math.min(virtual.options.count - 1, from + step(page)));
    if (shiftKey) onExtend(from, place);
    const column = controlsOf(row).indexOf(target as HTMLElement);
    wanted.current = focus(place, column) ? undefined : { place, column };
    virtual.scrollToIndex(place);
  }

  return { ref: group, onFocus, onKeyDown };
}
