import { endedAround, isCut } from './whole-text.ts';

/** Who moves on by the arrows sees no tip. */
const DELAY_MS = 500;
const GAP_PX = 4;
const INTERACTIVE = 'a, button, [role="row"]';
const IDLE = '.k-cut:not(:is(a, button), :is(a, button) *)';

/** Shows what is cut of what has the focus, or was touched. What is cut and does nothing has its turn with Tab. */
export function followWithTips(): void {
  const tip = document.createElement('div');
  tip.className = 'k-tip';
  // A screen reader reads the whole text where it stands.
  tip.ariaHidden = 'true';
  let timer = 0;

  function hide() {
    clearTimeout(timer);
    tip.remove();
  }

  function show(at: Element, cut: readonly Element[]) {
    tip.textContent = [...new Set(cut.map(({ textContent }) => textContent))].join('\n');
    if (!tip.textContent || !at.isConnected) return;
    document.body.append(tip);
    const { left, top, bottom } = at.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = tip;
    const isBelow = bottom + GAP_PX + offsetHeight <= window.innerHeight;
    tip.style.top = `${Math.max(0, isBelow ? bottom + GAP_PX : top - GAP_PX - offsetHeight)}px`;
    tip.style.left = `${Math.max(GAP_PX, Math.min(left, window.innerWidth - GAP_PX - offsetWidth))}px`;
  }

  function follow(target: EventTarget | null) {
    hide();
    if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return;
    timer = window.setTimeout(() => {
      const around = endedAround(target) ?? target;
      const within = target.matches(INTERACTIVE) ? target.querySelectorAll('*') : [];
      show(target, [around, ...within].filter(isCut));
    }, DELAY_MS);
  }

  function giveTurns() {
    for (const one of document.querySelectorAll<HTMLElement>(IDLE)) {
      if (isCut(one)) one.tabIndex = 0;
      else one.removeAttribute('tabindex');
    }
  }

  document.addEventListener('focusin', ({ target }) => follow(target));
  // Not `pointerup`: the focus moves after it.
  document.addEventListener('click', ({ target, pointerType }) => {
    const element = pointerType === 'touch' ? endedAround(target) : undefined;
    if (element && isCut(element) && !element.closest(INTERACTIVE)) show(element, [element]);
  });
  for (const end of ['focusout', 'pointerdown', 'scroll'] as const) document.addEventListener(end, hide, true);
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') hide();
      if (key === 'Tab') giveTurns();
    },
    true,
  );
  giveTurns();
  follow(document.activeElement);
}
