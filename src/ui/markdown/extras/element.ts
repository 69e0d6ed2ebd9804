/** Supported HTML elements as tree nodes: allow-list of tags and attributes. */
import type { RootContent } from 'mdast';

/** Grouped by their content model; other tags are not rendered. */
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

/** The allowed tags by lower-case name. */
export type Attributes = Partial<Record<'href' | 'src' | 'alt' | 'width' | 'height' | 'title' | 'id', string>>;

declare module 'mdast' {
  interface RootContentMap {
    element: ElementNode;
  }
}
