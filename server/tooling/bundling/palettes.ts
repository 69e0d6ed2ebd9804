/** Removes Mantine's unused colour palettes from the styles. */

/** Mantine has fourteen palettes; the app uses dark, gray, red, yellow, green and teal, its colour of success. */
export const unusedPalettes = ['pink', 'grape', 'violet', 'indigo', 'blue', 'cyan', 'lime', 'orange'];

const isUnused = new RegExp(`^--mantine-color-(?:${unusedPalettes.join('|')})-`);

/** The PostCSS plugin, which processes Mantine's style sheets in the build. */
export const dropUnusedPalettes = {
  postcssPlugin: 'drop-unused-palettes',
  Declaration(declaration: { prop: string; remove: () => void }): void {
    if (isUnused.test(declaration.prop)) declaration.remove();
  },
};
