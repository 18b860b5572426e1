import { type Html, html, paragraphs, prose } from '../../pages/html.ts';
import type { OpenApiDocument, Parameter, Schema } from '../document-types.ts';
import { examplesIn, unwrapped } from './reader.ts';

/** Deeper members are in the example. */
const MAX_SHOWN_DEPTH = 4;

/** A table that scrolls by itself where it is wider than the screen. */
export function table(heads: readonly string[], rows: readonly Html[]): Html {
  const head = heads.map((each) => html`<th scope="col">${each}</th>`);
  return html`<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** The parameters of an operation, under their heading. */
export function parameterTable(api: OpenApiDocument, parameters: readonly Parameter[]): Html {
  if (parameters.length === 0) return html``;
  const rows = parameters.map(({ name, in: place, required, description, schema, content }) => {
    const value = schema && unwrapped(api, { ...schema, description });
    const [example] = examplesIn(api, content);
    return html`
<tr><td><code>${name}</code></td><td>${place}${required && ', required'}</td><td>${value ? typeOf(value) : 'JSON'}</td><td>${paragraphs(value?.description ?? description)}${example !== undefined && html`<code>${JSON.stringify(example)}</code>`}</td></tr>`;
  });
  return html`<h2 id="parameters">Parameters</h2>
${table(['Name', 'In', 'Type', 'Meaning'], rows)}`;
}

/** The columns about the presence of a member. */
type Presence = (isRequired: boolean) => string;

export const inBody: Presence = (isRequired) => (isRequired ? 'required' : '');
export const inAnswer: Presence = (isRequired) => (isRequired ? '' : 'may be missing');

/** The members of an object, including those of its parts. @param presence the words for a member that is required, or not */
export function memberTable(api: OpenApiDocument, schema: Schema, presence: Presence): Html {
  const variants = (schema.oneOf ?? [schema]).map((each) => unwrapped(api, each));
  return html`${variants.map(
    (variant) => html`${variants.length > 1 && html`<p>${prose(variant.description ?? '')}</p>`}
${table(['Member', 'Type', 'Meaning'], memberRows(api, variant, presence))}`,
  )}`;
}

function memberRows(
  api: OpenApiDocument,
  { properties = {}, required = [] }: Schema,
  presence: Presence,
  inside = '',
  depth = 1,
): Html[] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const schema = unwrapped(api, member);
    const item = schema.items ? unwrapped(api, schema.items) : schema;
    const isNullable = member.nullable || member.anyOf?.some((branch) => branch.nullable);
    const facts = [typeOf(schema, item), presence(required.includes(name)), isNullable ? 'or null' : ''];
    const row = html`
<tr><td><code>${inside}${name}</code></td><td>${facts.filter(Boolean).join(', ')}</td><td>${paragraphs(schema.description ?? '')}</td></tr>`;
    const deeper = depth < MAX_SHOWN_DEPTH && item['x-max-depth'] === undefined;
    return [
      row,
      ...(deeper ? memberRows(api, item, presence, `${inside}${name}${schema.items ? '[]' : ''}.`, depth + 1) : []),
    ];
  });
}

function typeOf(schema: Schema, item: Schema = schema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, default: preset } = schema;
  const values = item.enum?.filter((value) => value !== null);
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const { 'x-max-bytes': maxBytes, 'x-file-extension': extension } = schema;
  return [
    kindOf(schema, item),
    values && `one of ${values.join(', ')}`,
    range(minLength, maxLength, ' characters'),
    range(minimum, most, ''),
    range(minItems, maxItems, ' items'),
    pattern && `pattern ${pattern}`,
    extension && `named ${extension}`,
    maxBytes !== undefined && `at most ${maxBytes} bytes`,
    preset !== undefined && `default ${preset}`,
  ]
    .filter((fact) => typeof fact === 'string')
    .join(', ');
}

/** `string (date-time or date)`, `array of string`, `file`. */
function kindOf({ type = 'string', format, items, anyOf = [] }: Schema, item: Schema): string {
  if (items) return `array of ${item.type ?? 'string'}`;
  if (format === 'binary') return 'file';
  const formats = [format, ...anyOf.map((branch) => branch.format)].filter((each) => each && !each.startsWith('int'));
  return formats.length > 0 ? `${type} (${formats.join(' or ')})` : type;
}

function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (most === undefined) return least ? `at least ${least}${unit}` : undefined;
  return `${least ?? 0} to ${most}${unit}`;
}
