/**
 * An image in a text, rendered by the `Image` component that the feature showing the text provides, if the image's URL
 * is allowed.
 */
import { type ComponentType, createContext, useContext } from 'react';

import { readImage } from './allowed-links';

export interface MarkdownImageProps {
  /** The picture's URL: "content:ID", or an absolute or relative URL. */
  source: string;
  alt: string;
  /** The picture's own size in pixels, if the text specifies it. */
  width?: number;
  height?: number;
  /** The width at which it is shown, in pixels or percent of the column; default: the column's. */
  shownWidth?: number | string;
}

/** The component that renders images; provided by the feature that shows the text. */
export const MarkdownImageContext = createContext<ComponentType<MarkdownImageProps> | undefined>(undefined);

export interface MarkdownPictureProps {
  address: string;
  alt: string;
  /** The description as it is read aloud (spoken/spoken-runs.ts): with the author's readings. */
  spoken?: string | undefined;
}

export function MarkdownPicture({ address, alt }: MarkdownPictureProps) {
  const Image = useContext(MarkdownImageContext);
  const image = readImage(address);
  return image && Image ? <Image {...image} alt={alt} /> : <span>{alt}</span>;
}
