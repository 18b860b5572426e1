import type { EnumName } from '../text/enums.ts';
import { useText, wordOf } from '../text/index.tsx';

/** A value of an enumeration in the language of the screen; a dash where there is none. */
export function Word({ name, value }: { readonly name: EnumName; readonly value: string | null | undefined }) {
  const text = useText();
  return value ? wordOf(text, name, value) : '–';
}
