/** Elements of everyday HTML as nodes of a text: their tags and the attributes that are looked at. */
import type { RootContent } from 'mdast';

/** Told apart by what may stand in them; nothing else is drawn. */
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

/** Those of the list, by their names in small letters. */
export type Attributes = Partial<Record<'href' | 'src' | 'alt' | 'width' | 'height' | 'title' | 'id', string>>;

declare module 'mdast' {
  interface RootContentMap {
    element: ElementNode;
  }
}
