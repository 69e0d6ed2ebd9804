/** Leaves out of the styles the palettes of Mantine's that nothing here is painted with. */

/** Of Mantine's fourteen, those in use are dark, gray, red, yellow and green; teal is its word for success. */
export const unusedPalettes = ['pink', 'grape', 'violet', 'indigo', 'blue', 'cyan', 'lime', 'orange'];

const isUnused = new RegExp(`^--mantine-color-(?:${unusedPalettes.join('|')})-`);

/** For PostCSS, which reads Mantine's style sheets at the build. */
export const dropUnusedPalettes = {
  postcssPlugin: 'drop-unused-palettes',
  Declaration(declaration: { prop: string; remove: () => void }): void {
    if (isUnused.test(declaration.prop)) declaration.remove();
  },
};
