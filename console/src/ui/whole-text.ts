/** Elements around the pointer that are looked at: what is cut is at most a cell around a mark around a text. */
const LEVELS = 4;

/** Gives what an ellipsis cuts its whole text as `title` when the pointer comes to it; what is cut depends on the window. */
export function followCutTexts(): void {
  document.addEventListener('mouseover', ({ target }) => {
    let element = target instanceof HTMLElement ? target : null;
    for (let level = 0; element && level < LEVELS; level += 1, element = element.parentElement) {
      if (getComputedStyle(element).textOverflow !== 'ellipsis') continue;
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      if (scrollWidth > clientWidth || scrollHeight > clientHeight) element.title = element.textContent ?? '';
      else element.removeAttribute('title');
      return;
    }
  });
}
