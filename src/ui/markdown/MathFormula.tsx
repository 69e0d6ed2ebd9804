/** A formula: its TeX source until the typesetter has arrived, then the drawn formula where that is not too dear. */
import { useLayoutEffect, useRef, useState } from 'react';

import { createLazyModule } from './markdown-lazy';
import type { FormulaPlace } from './markdown-page';
import { fontsCome, hasFormula } from './math-ahead';
import { nextFrame } from './next-frame';

import classes from './math.module.css';

/** Formulas come with their fonts, so that what stands beside them moves once. */
async function fetchMath() {
  const math = await import('./math-renderer');
  await fontsCome();
  return math;
}

const { useModule: useMath, fetchModule } = createLazyModule(fetchMath);

/** Longer nobody waits to read, however many texts have been opened meanwhile. */
const MATH_MS = 3000;

let awaited: { coming: Promise<void>; atMost: Promise<void> } | undefined;

/**
 * Begins to fetch what a text's formulas need while the text is read.
 *
 * @returns undefined where nothing is to be waited for; else it ends when formulas can be drawn, cannot be without a network, or 3 s after
 *   the first text has asked.
 */
export function expectMath(text: string): Promise<void> | undefined {
  const coming = hasFormula(text) ? fetchModule() : undefined;
  if (!coming) return undefined;
  if (awaited?.coming !== coming) {
    const limit = new Promise<void>((resolve) => setTimeout(resolve, MATH_MS));
    awaited = { coming, atMost: Promise.race([coming, limit]) };
  }
  return awaited.atMost;
}

/** Whether a formula amid words is wider than what they stand in; elements amid words have no width of their own. */
function isWiderThanLine(element: HTMLElement): boolean {
  let box = element.parentElement;
  while (box?.clientWidth === 0) box = box.parentElement;
  return box !== null && element.offsetWidth > box.clientWidth;
}

export function MathFormula({ place }: { place: FormulaPlace }) {
  const { tex, isDisplay } = place;
  const ref = useRef<HTMLSpanElement>(null);
  const [isWide, setIsWide] = useState(false);
  const math = useMath(true);
  const verdict = math?.judgeMath(place);

  useLayoutEffect(() => {
    const element = ref.current;
    if (verdict !== 'fine' || !math || !element) return undefined;
    let isGone = false;
    // Measured when it was laid out with all others of its frame: one by one, each would have the whole page laid out.
    void math.drawMath({ tex, isDisplay }, element, nextFrame).then(() => {
      if (!isGone) setIsWide(isDisplay ? element.scrollWidth > element.clientWidth : isWiderThanLine(element));
    });
    return () => {
      isGone = true;
    };
  }, [math, verdict, tex, isDisplay]);

  const className = isDisplay ? classes.formulaBlock : classes.formula;
  if (verdict !== 'fine') {
    return (
      <span className={`${className} ${classes.tex}`} title={verdict === 'faulty' ? '数式を表示できません' : undefined}>
        {tex}
        {verdict === 'refused' && (
          <small className={classes.refused}>（数式が複雑すぎるため、そのまま表示しています）</small>
        )}
      </span>
    );
  }
  // Only what can be scrolled is a stop for the keyboard. The key keeps React out of what KaTeX has drawn.
  const scroll = isWide ? { tabIndex: 0, role: 'group', 'aria-label': '数式' } : {};
  return <span key="drawn" ref={ref} className={isWide ? `${className} ${classes.wide}` : className} {...scroll} />;
}
