import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type EnumName, type EnumValue, wordOf } from './enums.ts';
import { type TextKey, textOf } from './texts.ts';
import { type Language, say, type Values } from './triple.ts';

export { wordOf } from './enums.ts';
export type { TextKey } from './texts.ts';

export interface Text {
  readonly language: Language;
  /** The text of a key with its values. */
  readonly t: (key: TextKey, values?: Values) => string;
  /** The word for a value of an enumeration. */
  readonly word: <Name extends EnumName>(name: Name, value: EnumValue<Name>) => string;
}

export function textIn(language: Language): Text {
  return {
    language,
    t: (key, values) => say(textOf(key) ?? [key, key, key], language, values),
    word: (name, value) => wordOf({ language }, name, value),
  };
}

const TextContext = createContext<Text>(textIn('en'));

export function TextProvider({ language, children }: { readonly language: Language; readonly children: ReactNode }) {
  const text = useMemo(() => textIn(language), [language]);
  return <TextContext.Provider value={text}>{children}</TextContext.Provider>;
}

export const useText = (): Text => useContext(TextContext);
