/**
 * Leaves out of Mantine's parts what moves: transitions of buttons, which are in the first load, and what slides in a segmented
 * control, which asks for its place as soon as it stands, and with it for the layout of the whole screen. Menus and dialogs keep theirs.
 */
const components = '/@mantine/core/esm/components/';

/** What a button loads with comes and goes at once; what is chosen is drawn by its label (theme.module.css). */
const parts = [
  {
    importer: /^(?:Button|ActionIcon)\/\w+\.mjs$/,
    source: '../Transition/Transition.mjs',
    code: 'export const Transition = ({ mounted, children }) => (mounted ? children({}) : null);',
  },
  {
    importer: /^SegmentedControl\/\w+\.mjs$/,
    source: '../FloatingIndicator/FloatingIndicator.mjs',
    code: 'export const FloatingIndicator = () => null;',
  },
];
const idOf = (source: string) => `\0plain:${source}`;

export function plainParts() {
  return {
    name: 'plain-parts',
    apply: 'build' as const,
    enforce: 'pre' as const,
    resolveId: (source: string, importer = '') => {
      const [, path = ''] = importer.split(components);
      return parts.some((part) => part.source === source && part.importer.test(path)) ? idOf(source) : undefined;
    },
    load: (id: string) => parts.find(({ source }) => idOf(source) === id)?.code,
  };
}
