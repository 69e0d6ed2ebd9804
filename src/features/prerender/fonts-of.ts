/** Which of the app's fonts something is set in: those that formulas have. */

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
    // Another origin's.
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

/** Paths of the fonts that rules of the style sheets give to something within an element. */
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
