/** Renders a lesson's text in tests. */
import { render } from '@testing-library/react';

import { expectMath } from '@/ui/markdown/formulas/MathFormula';
import { fetchExtras } from '@/ui/markdown/load-extras';
import { Markdown, type MarkdownImageProps, type MarkdownProps } from '@/ui/markdown/Markdown';

/** Loads all modules that a text may wait for, so that a short text is then drawn at once. */
export async function fetchAhead(): Promise<void> {
  await Promise.all([fetchExtras('<b>\n| {a|b} |'), expectMath('$x$')]);
}

/** A minimal image component for the tests' markdown. */
export function TestImage({ source, alt, width, height }: MarkdownImageProps) {
  return (
    <figure>
      <img src={source} alt={alt} width={width} height={height} />
    </figure>
  );
}

/** Returns the element that contains the rendered text. */
export function show(text: string, props: Partial<MarkdownProps> = {}): HTMLElement {
  return render(<Markdown text={text} Image={TestImage} {...props} />).container;
}
