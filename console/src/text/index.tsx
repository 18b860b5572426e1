import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type EnumName, type EnumValue, wordsOf } from './enums.ts';
import { type TextKey, textOf } from './texts.ts';
import { type Language, say, type Values } from './triple.ts';

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
    word: (name, value) => wordIn(language, name, value),
  };
}

/** The word for a value of an enumeration that is known by its name alone. A value without a word is shown as it is. */
export function wordOf({ language }: Text, name: EnumName, value: string): string {
  return wordIn(language, name, value);
}

function wordIn(language: Language, name: EnumName, value: string): string {
  const triple = wordsOf(name)[value];
  return triple ? say(triple, language) : value;
}

const TextContext = createContext<Text>(textIn('en'));

export function TextProvider({ language, children }: { readonly language: Language; readonly children: ReactNode }) {
  const text = useMemo(() => textIn(language), [language]);
  return <TextContext.Provider value={text}>{children}</TextContext.Provider>;
}

export const useText = (): Text => useContext(TextContext);
