/** The allowlist of elements, attributes and styles of a prerendered page; everything else is left out. */

const words = (list: string) => new Set(list.split(' '));

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** Element names by namespace, because the same name means different elements in HTML, SVG and MathML. */
const elements: Readonly<Record<string, ReadonlySet<string>>> = {
  [HTML]: words(
    'a abbr article aside b blockquote br button caption code col colgroup dd del details dfn div dl dt em figcaption figure ' +
      'h1 h2 h3 h4 h5 h6 hr i img input ins kbd label li mark nav ol p pre q rp rt ruby s samp section small span strong sub ' +
      'summary sup table tbody td tfoot th thead tr u ul var wbr',
  ),
  [SVG]: words('svg g path line rect circle'),
  [MATHML]: words(
    'math semantics annotation mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover ' +
      'mtable mtr mtd mlabeledtr mpadded mphantom menclose mstyle merror mmultiscripts mprescripts none',
  ),
};

export const voidElements = words('br col hr img input wbr');

const attributes = words(
  // The attributes allowed on elements of text; URLs and ids are checked separately.
  'alt aria-hidden aria-label class colspan crossorigin datetime decoding dir height lang open rel reversed role rowspan ' +
    'scope start tabindex target title translate value width ' +
    // The attributes allowed for formulas and icons.
    'accent accentunder columnalign columnlines columnspacing d depth display displaystyle encoding fence fill form linethickness ' +
    'lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation preserveAspectRatio ' +
    'rowlines rowspacing rspace scriptlevel separator stretchy stroke stroke-linecap stroke-linejoin stroke-width symmetric ' +
    'viewBox voffset x1 x2 y1 y2 xmlns',
);

/** Matches ids that the app's own screens use: `main`, headings, footnotes and other places in a text. */
const ownId = /^(?:main$|h-|md)/;

export function isInert({ namespaceURI, localName }: Element): boolean {
  return elements[namespaceURI ?? '']?.has(localName) ?? false;
}

export function isInertAttribute(name: string, value: string): boolean {
  return attributes.has(name) || /^data-[a-z-]+$/.test(name) || (name === 'id' && ownId.test(value));
}

const properties = words(
  'width min-width max-width height min-height top right bottom left vertical-align font-size font-weight position color ' +
    'background-color text-align text-indent line-height aspect-ratio',
);
const sides = /^(?:margin|padding)-(?:top|right|bottom|left)$|^border-(?:top|right|bottom|left)-(?:width|style|color)$/;
/** Custom properties of Mantine's components; the text of a lesson cannot set them. */
const component = /^--(?:ai|button|card|group|paper|radius|stack|text)-[a-z-]+$/;
/** The allowed values of styles: numbers, units, colours and variables; no strings and no URLs. */
const plainValue = /^[-\w#%.,+*/ ()]{1,200}$/;
const knownFunctions = words('var calc rgb rgba hsl color-mix min max rem');

function isPlainValue(value: string): boolean {
  return (
    plainValue.test(value) && [...value.matchAll(/([\w-]*)\(/g)].every(([, name = '']) => knownFunctions.has(name))
  );
}

/** Returns the layout and colour declarations of a style attribute, marked `!important`; '' if there are none. */
export function inertDeclarations(style: CSSStyleDeclaration): string {
  const declarations = Array.from({ length: style.length }, (_, index) => style.item(index)).flatMap((name) => {
    const value = style.getPropertyValue(name);
    const isKnown = properties.has(name) || sides.test(name) || component.test(name);
    const isInPlace = name !== 'position' || value === 'relative' || value === 'absolute';
    return isKnown && isInPlace && isPlainValue(value) ? `${name}:${value}!important` : [];
  });
  return declarations.join(';');
}
