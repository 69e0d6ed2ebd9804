/** Typesets formulas; its own chunk with the fonts, fetched with the first formula. */
import 'katex/dist/katex.min.css';
import katex from 'katex';

/** Draws a formula into an element; false when it is faulty. */
export function renderMath(tex: string, element: HTMLElement, isDisplay: boolean): boolean {
  try {
    // Markup strings are blocked by Trusted Types: only `render` builds elements. No command may fetch or link.
    katex.render(tex, element, {
      displayMode: isDisplay,
      // KaTeX's own error message is coloured by a style attribute, which the Content-Security-Policy blocks.
      throwOnError: true,
      strict: false,
      trust: false,
      maxExpand: 1000,
      maxSize: 50,
    });
    return true;
  } catch {
    // Not TeX, or braces nested some thousand deep.
    element.replaceChildren();
    return false;
  }
}
