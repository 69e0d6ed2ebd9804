/** An image in a text: the feature shows it, where its address may be shown at all. */
import { type ComponentType, createContext, useContext } from 'react';

import { readImage } from './markdown-links';

export interface MarkdownImageProps {
  /** "content:ID", or an absolute or relative address. */
  source: string;
  alt: string;
  /** In pixels, when the text tells them. */
  width?: number;
  height?: number;
}

/** Who shows images: the feature knows where content lies. */
export const MarkdownImageContext = createContext<ComponentType<MarkdownImageProps> | undefined>(undefined);

export function MarkdownPicture({ address, alt }: { address: string; alt: string }) {
  const Image = useContext(MarkdownImageContext);
  const image = readImage(address);
  return image && Image ? <Image {...image} alt={alt} /> : <span>{alt}</span>;
}
