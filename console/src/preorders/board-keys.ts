import type { KeyboardEvent } from 'react';

/** The link of a card that the focus is on; cards are found by `data-card`, columns by `data-column`. */
const linkOf = (card: Element | null | undefined) => card?.querySelector<HTMLElement>('a');

/** Arrows go from card to card, M opens the menu that moves one. */
export function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const board = event.currentTarget;
  const { target, key, altKey, ctrlKey, metaKey } = event;
  // Keys of a menu come here too, though it lies elsewhere in the page.
  if (!(target instanceof HTMLElement) || !board.contains(target) || altKey || ctrlKey || metaKey) return;
  const card = target.closest('[data-card]');
  const column = target.closest('[data-column]');
  if (!card || !column) return;
  const cards = [...column.querySelectorAll('[data-card]')];
  const index = cards.indexOf(card);
  if (key.toLowerCase() === 'm') {
    event.preventDefault();
    card.querySelector<HTMLElement>('[data-move]')?.click();
    return;
  }
  const next = neighbour(key, board, column, cards, index);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function neighbour(key: string, board: Element, column: Element, cards: readonly Element[], index: number) {
  if (key === 'ArrowDown') return linkOf(cards[index + 1]);
  if (key === 'ArrowUp') return linkOf(cards[index - 1]);
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined;
  const columns = [...board.querySelectorAll('[data-column]')];
  const at = columns.indexOf(column);
  const others = key === 'ArrowRight' ? columns.slice(at + 1) : columns.slice(0, at).reverse();
  const found = others.map((one) => [...one.querySelectorAll('[data-card]')]).find(({ length }) => length > 0);
  return linkOf(found?.[Math.min(index, found.length - 1)]);
}
