/** Finds the app's font files that an element uses; in practice those of formulas. */

interface Face {
  family: string;
  weight: string;
  style: string;
}

function listRules(rules: CSSRuleList): CSSRule[] {
  return [...rules].flatMap((rule) =>
    'cssRules' in rule ? [rule, ...listRules(rule.cssRules as CSSRuleList)] : [rule],
  );
}

function readRules(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return listRules(sheet.cssRules);
  } catch {
    // Ignored: the rules of a style sheet from another origin cannot be read.
    return [];
  }
}

const weights: Readonly<Record<string, string>> = { '': '400', normal: '400', bold: '700' };

function faceOf({ fontFamily, fontWeight, fontStyle }: CSSStyleDeclaration): Face {
  const [family = ''] = fontFamily.split(',');
  return {
    family: family.replaceAll(/["']/g, '').trim(),
    weight: weights[fontWeight] ?? fontWeight,
    style: fontStyle || 'normal',
  };
}

const isSame = (a: Face, b: Face) => a.family === b.family && a.weight === b.weight && a.style === b.style;

/** Returns the paths of the fonts that style rules apply to elements within `within`. */
export function listFonts(within: Element): string[] {
  const rules = [...document.styleSheets].flatMap(readRules);
  const faces = rules.flatMap((rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return [];
    const [, path] = /url\("?([^")]+\.woff2)"?\)/.exec(rule.style.getPropertyValue('src')) ?? [];
    return path ? [{ face: faceOf(rule.style), path }] : [];
  });
  const families = new Set(faces.map(({ face }) => face.family));
  const used = rules.flatMap((rule) => {
    if (!(rule instanceof CSSStyleRule)) return [];
    const face = faceOf(rule.style);
    return families.has(face.family) && within.querySelector(rule.selectorText) ? [face] : [];
  });
  return faces.filter(({ face }) => used.some((one) => isSame(one, face))).map(({ path }) => path);
}
