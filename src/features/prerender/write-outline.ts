/**
 * Writes the skeleton of a screen: the text that never changes, such as titles, and empty boxes (placeholders) in place of everything
 * that the queue or the server may change.
 */
import { isInert } from './inert-markup';
import { nameRule, type StyleRules, writeAttributes, writeMarkup } from './write-markup';

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
