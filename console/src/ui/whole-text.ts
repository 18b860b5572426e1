/** Elements around one that are looked at: what is cut is at most a cell around a mark around a text. */
const LEVELS = 4;

/**
 * Shows the whole of what an ellipsis cuts, which depends on the window: as `title` to the pointer, in a tip to the keyboard and to a finger, whose code comes with the
 * first of them.
 */
export function followCutTexts(): void {
  document.addEventListener('mouseover', ({ target }) => {
    const element = endedAround(target);
    if (element && isCut(element)) element.title = element.textContent ?? '';
    else element?.removeAttribute('title');
  });
  let isFollowed = false;
  const follow = () => {
    if (isFollowed) return;
    isFollowed = true;
    void import('./whole-tip.ts').then(({ followWithTips }) => followWithTips());
  };
  document.addEventListener('touchstart', follow, { passive: true });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Tab' || key.startsWith('Arrow')) follow();
  });
}

/** What an ellipsis ends, from the element outwards. */
export function endedAround(start: EventTarget | null): HTMLElement | undefined {
  let element = start instanceof HTMLElement ? start : null;
  for (let level = 0; element && level < LEVELS; level += 1, element = element.parentElement)
    if (hasEllipsis(element)) return element;
  return undefined;
}

const hasEllipsis = (element: Element) => getComputedStyle(element).textOverflow === 'ellipsis';

export const isCut = (element: Element): boolean =>
  hasEllipsis(element) && (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
