/** A formula: its TeX source until the typesetter has arrived, then the drawn formula. */
import { useLayoutEffect, useRef, useState } from 'react';

import { createLazyModule } from './markdown-lazy';

import classes from './math.module.css';

/** Longer ones are left as source: typesetting them would hold the page up. */
const MAX_TEX = 5000;

const useMath = createLazyModule(() => import('./math-renderer'));

export interface MathFormulaProps {
  tex: string;
  /** On lines of its own. */
  isDisplay?: boolean;
}

export function MathFormula({ tex, isDisplay = false }: MathFormulaProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const [failedTex, setFailedTex] = useState<string>();
  const [isWide, setIsWide] = useState(false);
  const math = useMath(tex.length <= MAX_TEX);
  const isDrawn = math !== undefined && tex.length <= MAX_TEX && failedTex !== tex;

  useLayoutEffect(() => {
    const element = ref.current;
    if (!isDrawn || !element) return;
    if (!math.renderMath(tex, element, isDisplay)) setFailedTex(tex);
    setIsWide(isDisplay && element.scrollWidth > element.clientWidth);
  }, [math, isDrawn, tex, isDisplay]);

  const className = isDisplay ? classes.formulaBlock : classes.formula;
  if (!isDrawn) {
    const fault = failedTex === tex ? '数式を表示できません' : undefined;
    return (
      <span className={`${className} ${classes.tex}`} title={fault}>
        {tex}
      </span>
    );
  }
  // Only what can be scrolled is a stop for the keyboard. The key keeps React out of what KaTeX has drawn.
  const scroll = isWide ? { tabIndex: 0, role: 'group', 'aria-label': '数式' } : {};
  return <span key="drawn" ref={ref} className={className} {...scroll} />;
}
