/**
 * The HTML that a text may contain: allow-lists of tags and attributes, and the syntax tree nodes that they become. `tags.ts` reads HTML
 * by these lists (and turns `br` into a line break, `img` into a picture); `allowed-links.ts` checks the addresses.
 */
import type { RootContent } from 'mdast';

/** The allowed tags, grouped by their content model; other tags are not rendered. */
export const blockTags = ['div', 'p', 'details', 'summary', 'dl', 'dt', 'dd'] as const;
export const wordTags = [
  'sup',
  'sub',
  'kbd',
  'mark',
  'small',
  'b',
  'strong',
  'i',
  'em',
  'u',
  'code',
  'del',
  'ins',
  'ruby',
  'rt',
  'rp',
  'a',
  'span',
] as const;
export type TagName = (typeof blockTags)[number] | (typeof wordTags)[number];

export interface ElementNode {
  type: 'element';
  tagName: TagName;
  attributes: Attributes;
  children: RootContent[];
  position?: undefined;
}

/** The allowed attributes. Others are dropped; a tag with an `on…` attribute stays text. */
export const allowedAttributes = ['href', 'src', 'alt', 'width', 'height', 'title', 'id'] as const;
export type Attributes = Partial<Record<(typeof allowedAttributes)[number], string>>;

declare module 'mdast' {
  interface RootContentMap {
    element: ElementNode;
  }
}
