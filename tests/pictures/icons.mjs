/** Draws the logo and the app's icons from their one source, public/icons/icon.svg. */
import { readFile, writeFile } from 'node:fs/promises';

/**
 * The system cuts the corners of maskable icons and of Apple's icon, so their background has square corners (`full`).
 */
const pictures = [
  { file: 'public/logo.webp', type: 'image/webp', size: 96, plate: 'rounded' },
  { file: 'public/icons/icon-192.png', type: 'image/png', size: 192, plate: 'rounded' },
  { file: 'public/icons/icon-512.png', type: 'image/png', size: 512, plate: 'rounded' },
  { file: 'public/icons/maskable-192.png', type: 'image/png', size: 192, plate: 'full' },
  { file: 'public/icons/maskable-512.png', type: 'image/png', size: 512, plate: 'full' },
  { file: 'public/icons/apple-touch-icon.png', type: 'image/png', size: 180, plate: 'full' },
];

/**
 * Returns the icon with square corners and its mark scaled down: a maskable icon's mark must be within the middle 80 %.
 *
 * @param {string} svg
 */
function withFullPlate(svg) {
  return svg
    .replace('rx="136"', 'rx="0"')
    .replace('<g id="mark">', '<g id="mark" transform="translate(36 36) scale(0.86)">');
}

/**
 * Draws all icons.
 *
 * @param {import('@playwright/test').Page} page any page
 * @param {string} root the project's folder
 */
export async function drawIcons(page, root) {
  const source = await readFile(`${root}/public/icons/icon.svg`, 'utf8');
  await page.goto('about:blank');
  for (const { file, type, size, plate } of pictures) {
    const svg = plate === 'full' ? withFullPlate(source) : source;
    const encoded = await page.evaluate(
      async ({ markup, edge, mime }) => {
        const image = new Image(edge, edge);
        image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = edge;
        canvas.height = edge;
        canvas.getContext('2d')?.drawImage(image, 0, 0, edge, edge);
        return canvas.toDataURL(mime, 0.92).split(',')[1] ?? '';
      },
      { markup: svg, edge: size, mime: type },
    );
    await writeFile(`${root}/${file}`, Buffer.from(encoded, 'base64'));
  }
}
