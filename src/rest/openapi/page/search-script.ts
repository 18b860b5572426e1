/**
 * Shows the operations of the list, and of the first page, that have all words of the search, in their names, methods, paths or summaries.
 * Without a script there is no search, and the list is whole.
 */
export const SEARCH_SCRIPT = `
(() => {
  const search = document.getElementById('search');
  const groups = [...document.querySelectorAll('nav details')];
  const opened = groups.filter(({ open }) => open);
  const entries = [...document.querySelectorAll('[data-find]')];
  search.parentElement.hidden = false;

  function show() {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    for (const entry of entries) entry.hidden = !words.every((word) => entry.dataset.find.includes(word));
    for (const group of groups) {
      group.hidden = group.querySelector('li:not([hidden])') === null;
      group.open = words.length > 0 || opened.includes(group);
    }
    for (const section of document.querySelectorAll('[data-calls]')) {
      section.hidden = section.querySelector('tr:not([hidden])') === null;
    }
    document.getElementById('none').hidden = groups.some(({ hidden }) => !hidden);
  }

  search.addEventListener('input', show);
  search.addEventListener('keydown', ({ key }) => {
    const first = document.querySelector('nav li:not([hidden]) a');
    if (key === 'Enter' && search.value.trim() !== '') first?.click();
  });
  // Going back restores the search.
  if (search.value !== '') show();
})();
`;
