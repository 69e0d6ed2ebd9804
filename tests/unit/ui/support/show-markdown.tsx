/** Draws a lesson's text. */
import { render } from '@testing-library/react';

import { Markdown, type MarkdownImageProps, type MarkdownProps } from '@/ui/markdown/Markdown';
import { fetchExtras } from '@/ui/markdown/markdown-extras';
import { expectMath } from '@/ui/markdown/MathFormula';

/** Fetches what a text may wait for: after it, a short text is drawn at once. */
export async function fetchAhead(): Promise<void> {
  await Promise.all([fetchExtras('<b>'), expectMath('$x$')]);
}

/** An image as plain as can be. */
export function TestImage({ source, alt, width, height }: MarkdownImageProps) {
  return (
    <figure>
      <img src={source} alt={alt} width={width} height={height} />
    </figure>
  );
}

/** The element that holds the drawn text. */
export function show(text: string, props: Partial<MarkdownProps> = {}): HTMLElement {
  return render(<Markdown text={text} Image={TestImage} {...props} />).container;
}
