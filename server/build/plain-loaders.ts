/** Leaves Mantine's transitions out of its buttons, which are in the first load; menus and dialogs keep them. */
const buttons = /\/@mantine\/core\/esm\/components\/(?:Button|ActionIcon)\/\w+\.mjs$/;
const ID = '\0plain-transition';

/** What a button loads with comes and goes at once. */
const code = 'export const Transition = ({ mounted, children }) => (mounted ? children({}) : null);';

export function plainLoaders() {
  return {
    name: 'plain-loaders',
    apply: 'build' as const,
    enforce: 'pre' as const,
    resolveId: (source: string, importer = '') =>
      source === '../Transition/Transition.mjs' && buttons.test(importer) ? ID : undefined,
    load: (id: string) => (id === ID ? code : undefined),
  };
}
