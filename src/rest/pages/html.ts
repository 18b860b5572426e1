/** A piece of HTML; made of text by `escaped` or by `html`, so that no text gets into a page as markup. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | readonly Html[] | undefined | false;

/** HTML with parts: text is escaped, pieces of HTML are not. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: strings.map((text, at) => text + textOf(parts[at])).join('') };
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'html' in part ? part.html : part.map((each) => each.html).join('');
}

/** Text as HTML, in an element or in an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text with `code` and **strong** words, as descriptions have them. */
export function prose(text: string): Html {
  const marked = escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
  return { html: marked };
}

/** Paragraphs and lists of such text. */
export function paragraphs(text: string): Html {
  const blocks = text.split(/\n\n+/).map((block) => {
    const lines = block.split('\n');
    if (lines.every((line) => line.startsWith('- ')))
      return html`<ul>${lines.map((line) => html`<li>${prose(line.slice(2))}</li>`)}</ul>`;
    return html`<p>${prose(block.replaceAll('\n', ' '))}</p>`;
  });
  return html`${blocks}`;
}
