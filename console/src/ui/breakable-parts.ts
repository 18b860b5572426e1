/** The parts of a text between which a line may break: each ends with an @ or a dot, but for the last one. Together they are the text. */
export function partsOf(text: string): readonly string[] {
  return text.split(/(?<=[@.])(?=[^@.])/);
}

/** True of a text that is an e-mail address by its look: one word with an @ in it. */
export const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
