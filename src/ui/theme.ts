/** The Mantine theme; its colours, sizes of letters and radii are the tokens of public/skeleton.css. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type VariantColorsResolver,
} from '@mantine/core';

import classes from './theme.module.css';

/** Indigo, light to dark; contrast: shade 6 with white text 6.9:1, shade 3 with dark text 7:1. */
const ai = [
  '#eef4fb',
  '#d6e4f3',
  '#a9c5e5',
  '#7ba5d6',
  '#5088c5',
  '#2f6cb3',
  '#235a9c',
  '#1c4a83',
  '#163a68',
  '#102b4d',
] as const;

/** Mantine's dark palette from the dark scheme's tokens; menus, inputs and papers use it. */
const dark = [
  '#e7eaef',
  '#cfd6df',
  '#a9b3c0',
  '#7d8896',
  '#2c3542',
  '#242c37',
  '#1a2029',
  '#11151b',
  '#0c1015',
  '#080b0f',
] as const;

/** Takes the colours of buttons and badges from the tokens, so that both schemes have AA contrast. */
const tokenColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isPrimary = !input.color || input.color === 'ai';
  const isDanger = input.color === 'red';
  if (input.variant === 'filled' && (isPrimary || isDanger)) {
    const background = isPrimary ? 'var(--m-primary)' : 'var(--m-bad)';
    return {
      ...colors,
      background,
      hover: `color-mix(in srgb, ${background}, var(--m-text) 14%)`,
      color: 'var(--m-on-primary)',
    };
  }
  if (input.variant === 'light' && (isPrimary || isDanger)) {
    const background = isPrimary ? 'var(--m-tint)' : 'var(--m-bad-bg)';
    const color = isPrimary ? 'var(--m-primary)' : 'var(--m-bad)';
    return { ...colors, background, hover: `color-mix(in srgb, ${background}, var(--m-text) 8%)`, color };
  }
  if (input.variant === 'light' && input.color === 'yellow') {
    return { ...colors, background: 'var(--m-wait-bg)', color: 'var(--m-wait)' };
  }
  if ((input.variant === 'subtle' || input.variant === 'transparent') && isPrimary) {
    return { ...colors, hover: 'var(--m-tint)', color: 'var(--m-primary)' };
  }
  return colors;
};

/** Dialogs: their header has no ARIA role banner; title and close button look the same everywhere. */
const dialog = {
  defaultProps: { attributes: { header: { role: 'none' } } },
  classNames: { title: classes.dialogTitle, close: classes.dialogClose, content: classes.dialogContent },
};

/** The distance of dialogs to the window's edges; no less than what a phone's cut-out or home indicator covers. */
const clear = (size: string, ...edges: string[]) =>
  `calc(max(${[size, ...edges.map((edge) => `var(--inset-${edge})`)].join(', ')}))`;

export const theme = createTheme({
  colors: { ai, dark },
  primaryColor: 'ai',
  primaryShade: { light: 6, dark: 3 },
  variantColorResolver: tokenColors,
  fontFamily: 'var(--m-font)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono CJK JP", monospace',
  headings: {
    fontFamily: 'var(--m-font)',
    fontWeight: '700',
    sizes: {
      h1: { fontSize: 'var(--text-3xl)', lineHeight: '1.4' },
      h2: { fontSize: 'var(--text-xl)', lineHeight: '1.5' },
      h3: { fontSize: 'var(--text-lg)', lineHeight: '1.6' },
    },
  },
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  lineHeights: { xs: '1.5', sm: '1.6', md: '1.7', lg: '1.7', xl: '1.6' },
  radius: {
    xs: 'var(--radius-xs)',
    sm: 'var(--radius-sm)',
    md: 'var(--radius-md)',
    lg: 'var(--radius-lg)',
    xl: 'var(--radius-round)',
  },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'md' }, classNames: { root: classes.button } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle' } },
    TextInput: { defaultProps: { size: 'md' }, classNames: { wrapper: classes.field } },
    PasswordInput: {
      defaultProps: { size: 'md', rightSectionWidth: 46 },
      classNames: { wrapper: classes.field, visibilityToggle: classes.passwordToggle },
    },
    Textarea: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' }, classNames: { wrapper: classes.field } },
    NativeSelect: { defaultProps: { size: 'md' }, classNames: { wrapper: classes.field } },
    NumberInput: { defaultProps: { size: 'md' }, classNames: { wrapper: classes.field } },
    Card: { defaultProps: { radius: 'lg', padding: 'md', withBorder: true }, classNames: { root: classes.card } },
    Menu: { classNames: { item: classes.menuItem } },
    SegmentedControl: { classNames: { root: classes.segments, label: classes.segment, indicator: classes.slider } },
    Modal: {
      ...dialog,
      defaultProps: {
        ...dialog.defaultProps,
        xOffset: clear('5vw', 'left', 'right'),
        yOffset: clear('5dvh', 'top', 'bottom'),
      },
    },
    Drawer: { ...dialog, classNames: { ...dialog.classNames, header: classes.drawerHeader, body: classes.drawerBody } },
    Progress: { defaultProps: { size: 8, radius: 'xl' }, classNames: { root: classes.edge } },
    Radio: { classNames: { icon: classes.radioIcon } },
    Skeleton: { classNames: { root: classes.edge } },
    Switch: { classNames: { track: classes.edge, thumb: classes.edge } },
  },
});

const schemeVariables = {
  '--mantine-color-body': 'var(--m-bg)',
  '--mantine-color-text': 'var(--m-text)',
  '--mantine-color-dimmed': 'var(--m-muted)',
  '--mantine-color-placeholder': 'var(--m-muted)',
  '--mantine-color-default': 'var(--m-surface)',
  '--mantine-color-default-border': 'var(--m-line)',
  '--mantine-color-default-hover': 'var(--m-tint)',
  '--mantine-color-default-color': 'var(--m-text)',
  '--mantine-color-anchor': 'var(--m-primary)',
  '--mantine-color-error': 'var(--m-bad)',
  '--mantine-primary-color-filled': 'var(--m-primary)',
  '--mantine-primary-color-filled-hover': 'var(--m-primary)',
  '--mantine-primary-color-contrast': 'var(--m-on-primary)',
};

/** Maps Mantine's variables to the tokens, which change with the scheme. */
export const tokenVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables,
  dark: schemeVariables,
});

/** Stores the chosen colour scheme; public/theme.js reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'manabiba-scheme' });
