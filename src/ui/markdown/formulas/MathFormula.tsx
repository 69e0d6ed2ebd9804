/** A formula: its TeX source until KaTeX is loaded, then the typeset formula unless it exceeds a limit. */
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';

import { beforePaint, nextFrame } from '@/lib/wait';
import { useDisplaySettings } from '@/ui/display/display-settings';
import { createLazyModule } from '@/ui/markdown/draw/lazy-module';
import type { FormulaPlace } from '@/ui/markdown/elements/page-state';

import { fontsCome, hasFormula, isChemical } from './math-ahead';

import classes from './math.module.css';
import blockClasses from '@/ui/markdown/elements/markdown-blocks.module.css';

/** Loads KaTeX together with its fonts, so that the layout shifts only once. */
async function fetchMath() {
  const math = await import('./math-renderer');
  await fontsCome();
  return math;
}

const { useModule: useMath, fetchModule } = createLazyModule(fetchMath);
const { useModule: useChemistry, fetchModule: fetchChemistry } = createLazyModule(async () => {
  const math = await import('./math-renderer');
  await math.loadChemistry();
  return math;
});

/** The maximum wait for KaTeX, counted from the first text with formulas. */
const MATH_MS = 3000;

let awaited: { coming: Promise<void>; atMost: Promise<void> } | undefined;

/**
 * Starts to load what a text's formulas need, while the text is parsed.
 *
 * @returns undefined when there is nothing to wait for; else a promise that resolves when formulas can be drawn, when
 * loading has failed,
 *   or 3 s after the first text with formulas.
 */
export function expectMath(text: string): Promise<void> | undefined {
  if (!hasFormula(text)) return undefined;
  const parts = [fetchModule(), isChemical(text) ? fetchChemistry() : undefined].filter((part) => part !== undefined);
  const coming = parts.length > 1 ? Promise.all(parts).then(() => undefined) : parts[0];
  if (!coming) return undefined;
  if (awaited?.coming !== coming) {
    const limit = new Promise<void>((resolve) => setTimeout(resolve, MATH_MS));
    awaited = { coming, atMost: Promise.race([coming, limit]) };
  }
  return awaited.atMost;
}

/** Returns whether a formula is wider than its room; inline elements have no `clientWidth`. */
function isWiderThanRoom(element: HTMLElement): boolean {
  if (element.clientWidth > 0) return element.scrollWidth > element.clientWidth;
  let box = element.parentElement;
  while (box?.clientWidth === 0) box = box.parentElement;
  return box !== null && element.offsetWidth > box.clientWidth;
}

/** Puts a display formula into a frame, which also contains its enlarge button 「広げる」. */
function inFrame(isDisplay: boolean, formula: ReactElement): ReactElement {
  return isDisplay ? <span className={blockClasses.frame}>{formula}</span> : formula;
}

function classNameOf(isDisplay: boolean, isWide = false): string {
  const className = isDisplay ? classes.formulaBlock : classes.formula;
  return isWide ? `${className} ${classes.wide}` : `${className}`;
}

export function MathFormula({ place }: { place: FormulaPlace }) {
  const { tex, isDisplay, hasChemistry = false } = place;
  const ref = useRef<HTMLSpanElement>(null);
  const [isWide, setIsWide] = useState(false);
  const anyMath = useMath(true);
  const chemistry = useChemistry(hasChemistry);
  const math = hasChemistry ? chemistry && anyMath : anyMath;
  const verdict = math?.judgeMath(place);
  const { textSize } = useDisplaySettings();

  useLayoutEffect(() => {
    const element = ref.current;
    if (verdict !== 'fine' || !math || !element) return undefined;
    let isGone = false;
    // All formulas of a frame are measured before one of them is changed, because measuring after a change forces a
    // layout each time. The class is set here, because React renders only after the frame is painted, and until then a
    // wide formula would widen the page.
    const measure = () =>
      void beforePaint()
        .then(() => isWiderThanRoom(element))
        .then((isWider) => {
          if (isGone) return;
          element.className = classNameOf(isDisplay, isWider);
          setIsWide(isWider);
        });
    void math.drawMath({ tex, isDisplay }, element, nextFrame).then(measure);
    window.addEventListener('resize', measure);
    return () => {
      isGone = true;
      window.removeEventListener('resize', measure);
    };
  }, [math, verdict, tex, isDisplay, textSize]);

  if (verdict !== 'fine') {
    return inFrame(
      isDisplay,
      <span
        className={`${classNameOf(isDisplay)} ${classes.tex}`}
        title={verdict === 'faulty' ? '数式を表示できません' : undefined}
      >
        <span translate="no">{tex}</span>
        {verdict === 'refused' && (
          <small className={classes.refused}>（数式が複雑すぎるため、そのまま表示しています）</small>
        )}
      </span>,
    );
  }
  // Focusable only when it scrolls. The key keeps React from touching KaTeX's elements.
  const scroll = isWide ? { tabIndex: 0, role: 'group', 'aria-label': '数式' } : {};
  return inFrame(
    isDisplay,
    <span
      key="drawn"
      translate="no"
      ref={ref}
      className={classNameOf(isDisplay, isWide)}
      data-wide={isDisplay || undefined}
      {...scroll}
    />,
  );
}
