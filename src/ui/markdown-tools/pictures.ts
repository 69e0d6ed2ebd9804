/** Markdown of pictures. */
import { type Edit, insertBlock } from './markdown-edits';

/** Returns the markdown of a picture; the URL carries its size, so that its space is reserved before it has loaded. */
export function pictureMarkdown(contentId: string, alt: string, size?: { width: number; height: number }): string {
  const words = alt
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]`*_<>$]/g, '\\$&');
  return `![${words}](content:${contentId}${size ? `#${size.width}x${size.height}` : ''})`;
}

/** Inserts pictures at a position of the text, each as a separate block. */
export function insertPictures(text: string, place: number, pictures: readonly string[]): Edit {
  const block = pictures.join('\n\n');
  return insertBlock(text, { from: place, to: place }, block, { from: block.length, to: block.length });
}
