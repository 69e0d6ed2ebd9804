/**
 * The HTML that a text may contain: allow-lists of tags and attributes, and the syntax tree nodes that they become.
 * `tags.ts` reads HTML by these lists (and turns `br` into a line break, `img` into a picture); `allowed-links.ts`
 * checks the addresses.
 */
import type { RootContent } from 'mdast';

/** The allowed tags, grouped by their content model; other tags are not rendered. */
export const blockTags: readonly string[] =
  'div p center section article header footer main picture details summary dl dt dd figure figcaption'.split(' ');
export const wordTags: readonly string[] = (
  'sup sub kbd mark small b strong i em u code del ins s strike q ruby rt rp rb rbc rtc a span ' +
  'font big cite abbr var samp dfn time data bdi nobr tt label'
).split(' ');

export interface ElementNode {
  type: 'element';
  /** One of the allowed tags. */
  tagName: string;
  attributes: Attributes;
  children: RootContent[];
  position?: undefined;
}

/** The allowed attributes. Others are dropped; a tag with an `on…` attribute stays text. */
export const allowedAttributes = ['href', 'src', 'alt', 'width', 'height', 'title', 'id', 'style'] as const;
export type Attributes = Partial<Record<(typeof allowedAttributes)[number], string>>;

declare module 'mdast' {
  interface RootContentMap {
    element: ElementNode;
  }
}
