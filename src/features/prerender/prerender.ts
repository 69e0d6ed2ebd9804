/**
 * Writes prerendered pages from the current screen: the frame around the rendered article of a lesson, or around the
 * skeleton of another screen.
 */
import type { Lesson } from '@/api/lessons';
import { pictureAddress, type Prerendering } from '@/device/prerendered-lessons';
import { now } from '@/storage/now';
import { formatDay } from '@/ui/formats';
import { readLink } from '@/ui/markdown/elements/allowed-links';

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

/** The allowlist of elements, attributes and styles of a prerendered page; everything else is left out. */
const voidElements = words('br col hr img input wbr');

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

function isInert({ namespaceURI, localName }: Element): boolean {
  return elements[namespaceURI ?? '']?.has(localName) ?? false;
}

function isInertAttribute(name: string, value: string): boolean {
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
function inertDeclarations(style: CSSStyleDeclaration): string {
  const declarations = Array.from({ length: style.length }, (_, index) => style.item(index)).flatMap((name) => {
    const value = style.getPropertyValue(name);
    const isKnown = properties.has(name) || sides.test(name) || component.test(name);
    const isInPlace = name !== 'position' || value === 'relative' || value === 'absolute';
    return isKnown && isInPlace && isPlainValue(value) ? `${name}:${value}!important` : [];
  });
  return declarations.join(';');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Serializes rendered elements as inert HTML: no script, no handler, no style attribute, no unchecked URL. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '');
}

/** Class names by style declarations: equal style attributes share one CSS rule. */
export type StyleRules = Map<string, string>;

/** Returns the class of the rule with these declarations; adds the rule if it is new. */
function nameRule(declarations: string, rules: StyleRules): string {
  const name = rules.get(declarations) ?? `painted-${rules.size}`;
  rules.set(declarations, name);
  return name;
}

function ruleFor(element: Element, rules: StyleRules): string {
  const { style } = element as HTMLElement | SVGElement;
  const declarations = (style as CSSStyleDeclaration | undefined)?.length ? inertDeclarations(style) : '';
  return declarations === '' ? '' : nameRule(declarations, rules);
}

/** Returns the collected rules as the text of a style sheet. */
export function writeRules(rules: StyleRules): string {
  return [...rules].map(([declarations, name]) => `.${name}{${declarations}}`).join('\n');
}

function readAddress(element: Element, name: string, value: string): string | undefined {
  if (name === 'href') return element.localName === 'a' ? readLink(value)?.href : undefined;
  if (name === 'src') return element.localName === 'img' ? pictureAddress(value) : undefined;
  return isInertAttribute(name, value) ? value : undefined;
}

/**
 * Returns the tag for an element. Controls do not work before the app runs, so buttons and checkboxes are inert or
 * disabled; a button with a picture becomes a span, so that the picture keeps its text alternative.
 */
function nameOf(element: Element): { name: string; more: string } {
  const name = element.localName;
  if (name === 'button') return element.querySelector('img') ? { name: 'span', more: '' } : { name, more: ' inert' };
  if (name !== 'input') return { name, more: '' };
  const { checked } = element as HTMLInputElement;
  return { name, more: ` type="checkbox" disabled${checked ? ' checked' : ''}` };
}

/**
 * Writes an element's attributes; its style attribute becomes a class.
 *
 * @param isWritten returns false for attributes to leave out.
 */
function writeAttributes(
  element: Element,
  rules: StyleRules,
  isWritten: (name: string) => boolean = () => true,
): string {
  const rule = ruleFor(element, rules);
  const names = element.getAttributeNames().filter(isWritten);
  const written = names.flatMap((name) => {
    const value = readAddress(element, name, element.getAttribute(name) ?? '');
    if (value === undefined || (rule !== '' && name === 'class')) return [];
    return ` ${name}="${escapeMarkup(value)}"`;
  });
  const classes =
    rule === '' ? '' : ` class="${escapeMarkup(`${element.getAttribute('class') ?? ''} ${rule}`.trim())}"`;
  return written.join('') + classes;
}

/**
 * Returns true for temporary elements, such as status messages, text fields and floating buttons: a prerendered page
 * leaves them out.
 */
function isOfTheMoment(element: Element): boolean {
  if (element.getAttribute('role') === 'status' || element.hasAttribute('data-not-prerendered')) return true;
  if (element.localName === 'input') return (element as HTMLInputElement).type !== 'checkbox';
  return element.localName === 'button' && getComputedStyle(element).position === 'fixed';
}

/**
 * Writes a node with its descendants.
 *
 * @param rules collects the rules of style attributes.
 * @param isLeftOut returns true for elements to leave out.
 */
export function writeMarkup(node: Node, rules: StyleRules, isLeftOut: (element: Element) => boolean): string {
  if (node.nodeType === Node.TEXT_NODE) return escapeMarkup(node.nodeValue ?? '');
  if (!(node instanceof Element) || !isInert(node) || isOfTheMoment(node) || isLeftOut(node)) return '';
  const { name, more } = nameOf(node);
  const start = `<${name}${writeAttributes(node, rules)}${more}>`;
  if (voidElements.has(name)) return start;
  const content = [...node.childNodes].map((child) => writeMarkup(child, rules, isLeftOut)).join('');
  // The HTML parser drops the first line break of a `pre`, so it is written twice.
  return `${start}${name === 'pre' && content.startsWith('\n') ? '\n' : ''}${content}</${name}>`;
}

// Writes the skeleton of a screen: the text that never changes, such as titles, and empty boxes (placeholders) in place
// of everything that the queue or the server may change.

/** Elements whose text stays the same: the screen's title, and those marked `data-lasting`. */
const LASTING = 'h1, [data-lasting]';
/** An element at least this share of its container's width counts as full width, at any width of the window. */
const FULL_WIDTH_SHARE = 0.95;
/** Minimum height, in px, of a visible placeholder box; a lower box only reserves space. */
const SEEN_PX = 40;

const NO_GROUND = /^(?:none|transparent|rgba\(0, 0, 0, 0\)|)$/;

/** Returns true if the element itself is visible, without its children, such as by the background of a card. */
function hasLook(element: Element): boolean {
  const { backgroundColor, backgroundImage, borderTopWidth } = getComputedStyle(element);
  return !NO_GROUND.test(backgroundColor) || !NO_GROUND.test(backgroundImage) || parseFloat(borderTopWidth) > 0;
}

/** Attributes that affect a component's layout; other attributes may hold temporary state. */
const layoutAttribute = /^(?:class|href|data-(?:orientation|with-border|variant|size))$/;

function writeLook(element: Element, rules: StyleRules): string {
  return writeAttributes(element, rules, (name) => layoutAttribute.test(name));
}

const isInline = (element: Element) => getComputedStyle(element).display.startsWith('inline');

/** Returns a CSS length with hundredths of a pixel, because rounding errors add up over the rows of a list. */
const toPx = (length: number) => `${Math.round(length * 100) / 100}px`;

/** Writes an empty placeholder box as large as the element; '' if the element takes no space. */
function writeShape(element: Element, rules: StyleRules): string {
  const { width, height } = element.getBoundingClientRect();
  const { position } = getComputedStyle(element);
  if (width * height === 0 || position === 'absolute' || position === 'fixed') return '';
  const place = element.parentElement?.getBoundingClientRect().width ?? width;
  const isWhole = !isInline(element) && width >= place * FULL_WIDTH_SHARE;
  const across = isWhole ? 'width:100%' : `flex:none;width:${toPx(width)}`;
  const size = `height:${toPx(height)};${across}`;
  const look = height >= SEEN_PX && hasLook(element) ? 'painted-shape painted-seen' : 'painted-shape';
  // A span is valid wherever text is; CSS displays it as a block (src/offline/copies/prerendered-page.ts).
  return `<span class="${look} ${nameRule(size, rules)}"></span>`;
}

/**
 * Writes an element with its lasting text, and placeholder boxes in place of the rest.
 *
 * @param rules collects the sizes of the boxes.
 */
export function writeOutline(element: Element, rules: StyleRules): string {
  if (element.matches(LASTING)) return writeMarkup(element, rules, () => false);
  // An element that is not itself visible may contain visible ones, so that each card gets a separate box. An icon is
  // one box.
  const isOpen = element instanceof HTMLElement && !hasLook(element) && !isInline(element);
  const isFrame = isOpen && element.children.length > 0;
  if (!isInert(element) || !(isFrame || element.querySelector(LASTING))) return writeShape(element, rules);
  const inside = [...element.children].map((child) => writeOutline(child, rules)).join('');
  return `<${element.localName}${writeLook(element, rules)}>${inside}</${element.localName}>`;
}

// Finds the app's font files that an element uses; in practice those of formulas.

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
function listFonts(within: Element): string[] {
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

/** Screens with more elements than this are not prerendered: serializing them would block a slow phone. */
const MOST_ELEMENTS = 5000;

/** Returns the paths of the app's own style sheets, in order. */
function listSheets(): string[] {
  const start = `${globalThis.location.origin}/assets/`;
  // Read the style sheets from link tags, because a prerendered page also contains rules that have no link tag.
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const own = links.flatMap(({ href }) => (href.startsWith(start) ? [new URL(href).pathname] : []));
  return [...new Set(own)];
}

/** Returns Mantine's variables, which it keeps in its own style elements. */
function readThemeStyles(): string {
  const styles = [...document.querySelectorAll('style[data-mantine-styles]')].map(({ textContent }) => textContent);
  return styles.join('\n').replaceAll('<', '');
}

/** Returns a lesson's document title, with the service's name at its end. */
function titleOf({ title }: Lesson): string {
  const serviceName = document.title.split(' | ').at(-1);
  return `${title} | ${serviceName}`;
}

const classOf = ({ className }: Element) => `class="${escapeMarkup(className)}"`;

/** Returns the current screen's layout as a frame around prerendered content; undefined if the screen has no layout. */
function findFrame(): { main: Element; write: (content: string) => string } | undefined {
  const main = document.getElementById('main');
  const [layout, side] = [main?.parentElement, document.getElementById('side-menu')];
  if (!main || !layout || !side) return undefined;
  const write = (content: string) =>
    `<div class="${escapeMarkup(layout.className)} painted"><div ${classOf(side)}></div>` +
    `<main ${classOf(main)} id="main" tabindex="-1">${content}</main></div>`;
  return { main, write };
}

function finish(title: string, html: string, rules: StyleRules, fonts: string[]): Prerendering {
  return { title, sheets: listSheets(), fonts, css: `${readThemeStyles()}\n${writeRules(rules)}`, html };
}

/**
 * Writes a lesson's prerendered page without state that the queue or the server may change: no results of question
 * sets, no read mark (読了).
 *
 * @param article rendered by `LessonArticle`; its last element, the question sets, is left out.
 * @returns undefined if the article is incomplete or the screen shows no lesson.
 */
export function paint(lesson: Lesson, article: Element): Prerendering | undefined {
  const frame = findFrame();
  const bar = frame?.main.querySelector('[data-bottom-bar]');
  // An element `font` shows that the browser has translated the page for this visit: such a page is not stored.
  if (!frame || !bar || article.querySelector('[aria-busy], font')) return undefined;
  if (article.querySelector('h1')?.textContent !== lesson.title) return undefined;
  if (article.getElementsByTagName('*').length > MOST_ELEMENTS) return undefined;
  const rules: StyleRules = new Map();
  const sets = article.lastElementChild;
  const text = writeMarkup(article, rules, (element) => element === sets || element.localName === 'dialog');
  // Appends the date of the cached text to the first paragraph: until the app has asked the server, the page shows that
  // text.
  const day = lesson.cachedAt ? '' : `\u00A0・ 端末の保存 ${formatDay(new Date(now()).toISOString())}`;
  const html = frame.write(
    `${text.replace('</p>', `${day}</p>`)}<div ${classOf(bar)}><div class="skeleton-main"></div></div>`,
  );
  return finish(titleOf(lesson), html, rules, listFonts(article));
}

/**
 * Selects signs of a temporary state: loading, an open dialog, `font` of a page translator, and `data-passing`, set on
 * errors and on filtered or reordered lists.
 */
const PASSING = '[aria-busy], [data-passing], dialog[open], font';

/** Writes the title and skeleton of the current screen; undefined if it is incomplete or in a temporary state. */
export function prerenderOutline(): Prerendering | undefined {
  const frame = findFrame();
  if (!frame || !frame.main.querySelector('h1') || frame.main.querySelector(PASSING)) return undefined;
  if (frame.main.getElementsByTagName('*').length > MOST_ELEMENTS) return undefined;
  const rules: StyleRules = new Map();
  const outline = [...frame.main.children].map((child) => writeOutline(child, rules)).join('');
  return finish(document.title, frame.write(outline), rules, []);
}
