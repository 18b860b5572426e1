import {
  createTheme,
  defaultVariantColorsResolver,
  InputWrapper,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type TooltipProps,
} from '@mantine/core';

/** A calm green-blue; 7 has 4.5 to 1 on white, 4 on the dark ground. */
const karvon: MantineColorsTuple = [
  '#eafaf7',
  '#d3f2ec',
  '#a5e4d8',
  '#72d3c3',
  '#45c1af',
  '#25a897',
  '#15897c',
  '#0c6f66',
  '#0a5852',
  '#083f3b',
];

const slate: MantineColorsTuple = [
  '#f8fafb',
  '#f0f3f5',
  '#e3e8ec',
  '#cfd6dc',
  '#a7b1ba',
  '#75818c',
  '#56626d',
  '#3f4a54',
  '#29323a',
  '#161c22',
];

const night: MantineColorsTuple = [
  '#d6dde3',
  '#b4bec7',
  '#98a4ae',
  '#7b8893',
  '#47535e',
  '#323c45',
  '#242c34',
  '#1a2128',
  '#141a20',
  '#0e1318',
];

/** 7 has 4.5 to 1 on white, as the kit's red has not. */
const red: MantineColorsTuple = [
  '#fff1f0',
  '#ffdedc',
  '#ffc2be',
  '#ffa19b',
  '#ff8680',
  '#f25f57',
  '#dc4039',
  '#bf2a24',
  '#9c211c',
  '#7a1a16',
];

export const theme = createTheme({
  primaryColor: 'karvon',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  colors: { karvon, red, gray: slate, dark: night },
  // Filled buttons are dark in the light theme and light in the dark one. Notes have a tone of their colour on the dark ground, not the colour.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.variant === 'light') {
      const tone = `color-mix(in srgb, var(--mantine-color-${input.color}-5) 16%, transparent)`;
      return { ...colors, background: `light-dark(${colors.background}, ${tone})` };
    }
    return input.variant === 'filled' ? { ...colors, color: 'light-dark(#ffffff, #0e1318)' } : colors;
  },
  fontFamily: 'Inter, "Segoe UI Variable", "Segoe UI", system-ui, -apple-system, Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.25rem', lineHeight: '1.3' }, h3: { fontSize: '1.125rem' } },
  },
  defaultRadius: 'md',
  radius: { sm: '4px', md: '6px', lg: '10px' },
  respectReducedMotion: true,
  // By name: `Menu.extend` would bring the components to the page before the sign-in, which has none of them.
  components: {
    // Fields side by side are at one height, whether or not they say more.
    InputWrapper: InputWrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    }),
    // Its placeholder is a child that a menu may not have.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies Partial<MenuProps> },
    Modal: {
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.45 },
        radius: 'lg',
        styles: { title: { fontWeight: 600 } },
      } satisfies Partial<ModalProps>,
    },
    Tooltip: { defaultProps: { openDelay: 300, multiline: true, maw: 320 } satisfies Partial<TooltipProps> },
  },
});
