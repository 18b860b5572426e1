/** The codings that answers can have, the smallest first. */
export const CONTENT_CODINGS = ['br', 'gzip', 'identity'] as const;

export type ContentCoding = (typeof CONTENT_CODINGS)[number];

/** Of `identity` where the header does not name it: acceptable, but after all that it names. */
const LEAST_WEIGHT = 0.0001;
/** https://www.rfc-editor.org/rfc/rfc9110#section-12.4.2 */
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * The coding of an answer by Accept-Encoding (RFC 9110, 12.5.3): of those with the greatest weight, the smallest.
 * @returns identity without a header, and for one that accepts none of them: it is then disregarded (12.4.1)
 */
export function chosenCoding(header: string | undefined): ContentCoding {
  if (header === undefined) return 'identity';
  const weights = weightsOf(header);
  const weightOf = (coding: ContentCoding) =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? LEAST_WEIGHT : 0);
  const greatest = Math.max(...CONTENT_CODINGS.map(weightOf));
  if (greatest === 0) return 'identity';
  return CONTENT_CODINGS.find((coding) => weightOf(coding) === greatest) ?? 'identity';
}

/** The weight of each coding in the header; of one that is there twice, the first. Malformed entries are left out. */
function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.toLowerCase().split(',')) {
    const [name = '', parameter, ...more] = entry.split(';').map((part) => part.trim());
    const weight = parameter === undefined ? '1' : WEIGHT.exec(parameter)?.[1];
    // An old name of gzip (RFC 9110, 8.4.1.3).
    const coding = name === 'x-gzip' ? 'gzip' : name;
    if (weight !== undefined && more.length === 0 && !weights.has(coding)) weights.set(coding, Number(weight));
  }
  return weights;
}
