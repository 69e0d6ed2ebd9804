/**
 * Replaces animated parts of Mantine's components: the transition of buttons, to keep it out of the first load, and the
 * sliding indicator of a segmented control, which forces a layout of the whole screen on mount. Menus and dialogs keep
 * their animations.
 */
const components = '/@mantine/core/esm/components/';

/**
 * The replaced modules: a button's loader appears without a transition; a segmented control highlights the chosen
 * segment's label instead (theme.module.css).
 */
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
