const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser\//, 'Yandex'],
  [/Edg\w*\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const first = (text: string, names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(text))?.[1];

/** The browser and the system that a `User-Agent` names; a program that is none by its own name. */
export function browserName(userAgent: string | null): { readonly browser?: string; readonly system?: string } {
  if (!userAgent) return {};
  const browser = first(userAgent, BROWSERS) ?? userAgent.split(/[/\s]/)[0];
  const system = first(userAgent, SYSTEMS);
  return { ...(browser && { browser }), ...(system && { system }) };
}
