/**
 * Writes prerendered pages from the current screen: the frame around the rendered article of a lesson, or around the skeleton of another
 * screen.
 */
import type { Lesson } from '@/api/lessons';
import type { Prerendering } from '@/device/prerendered-lessons';
import { now } from '@/storage/now';
import { formatDay } from '@/ui/formats';

import { isInert } from './inert-markup';
import { escapeMarkup, type StyleRules, writeMarkup, writeRules, nameRule, writeAttributes } from './write-markup';

// Writes the skeleton of a screen: the text that never changes, such as titles, and empty boxes (placeholders) in place of everything
// that the queue or the server may change.

/** Elements whose text stays the same: the screen's title, and those marked `data-lasting`. */
const LASTING = 'h1, [data-lasting]';
/** An element at least this share of its container's width counts as full width, at any width of the window. */
const WHOLE = 0.95;
/** Minimum height, in px, of a visible placeholder box; a lower box only reserves space. */
const SEEN_PX = 40;

const NO_GROUND = /^(?:none|transparent|rgba\(0, 0, 0, 0\)|)$/;

/** Returns true if the element itself is visible, without its children, such as by the background of a card. */
function hasLook(element: Element): boolean {
  const { backgroundColor, backgroundImage, borderTopWidth } = getComputedStyle(element);
  return !NO_GROUND.test(backgroundColor) || !NO_GROUND.test(backgroundImage) || parseFloat(borderTopWidth) > 0;
}

/** Attributes that affect a component's layout; other attributes may hold temporary state. */
const LOOK = /^(?:class|href|data-(?:orientation|with-border|variant|size))$/;

function writeLook(element: Element, rules: StyleRules): string {
  return writeAttributes(element, rules, (name) => LOOK.test(name));
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
  const isWhole = !isInline(element) && width >= place * WHOLE;
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
  // An element that is not itself visible may contain visible ones, so that each card gets a separate box. An icon is one box.
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
 * Writes a lesson's prerendered page without state that the queue or the server may change: no results of question sets, no read mark
 * (読了).
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
  // Appends the date of the cached text to the first paragraph: until the app has asked the server, the page shows that text.
  const day = lesson.cachedAt ? '' : `\u00A0・ 端末の保存 ${formatDay(new Date(now()).toISOString())}`;
  const html = frame.write(
    `${text.replace('</p>', `${day}</p>`)}<div ${classOf(bar)}><div class="skeleton-main"></div></div>`,
  );
  return finish(titleOf(lesson), html, rules, listFonts(article));
}

/**
 * Selects signs of a temporary state: loading, an open dialog, `font` of a page translator, and `data-passing`, set on errors and on
 * filtered or reordered lists.
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
