/** Writes what lasts of a screen, such as its title and the titles of lessons; whatever the queue or the server may change is an empty shape. */
import { isInert } from './inert-markup';
import { nameRule, type StyleRules, writeAttributes, writeMarkup } from './write-markup';

/** The screen's title, and what says of itself that it stays as it is. */
const LASTING = 'h1, [data-lasting]';
/** What is as wide as its place is so at any width of the window; of that place, a share. */
const WHOLE = 0.95;
/** What is higher is seen as an outline, in px; what is lower only keeps its place. */
const SEEN_PX = 40;

const NO_GROUND = /^(?:none|transparent|rgba\(0, 0, 0, 0\)|)$/;

/** Whether something is seen of an element itself, such as a card's ground. */
function hasLook(element: Element): boolean {
  const { backgroundColor, backgroundImage, borderTopWidth } = getComputedStyle(element);
  return !NO_GROUND.test(backgroundColor) || !NO_GROUND.test(backgroundImage) || parseFloat(borderTopWidth) > 0;
}

/** How components are told to stand; other attributes tell of the moment. */
const LOOK = /^(?:class|href|data-(?:orientation|with-border|variant|size))$/;

function writeLook(element: Element, rules: StyleRules): string {
  return writeAttributes(element, rules, (name) => LOOK.test(name));
}

const isInline = (element: Element) => getComputedStyle(element).display.startsWith('inline');

/** A length as a rule says it; parts of a pixel add up over the rows of a list. */
const toPx = (length: number) => `${Math.round(length * 100) / 100}px`;

/** An empty place as large as the element; '' where it takes none. */
function writeShape(element: Element, rules: StyleRules): string {
  const { width, height } = element.getBoundingClientRect();
  const { position } = getComputedStyle(element);
  if (width * height === 0 || position === 'absolute' || position === 'fixed') return '';
  const place = element.parentElement?.getBoundingClientRect().width ?? width;
  const isWhole = !isInline(element) && width >= place * WHOLE;
  const across = isWhole ? 'width:100%' : `flex:none;width:${toPx(width)}`;
  const size = `height:${toPx(height)};${across}`;
  const look = height >= SEEN_PX && hasLook(element) ? 'painted-shape painted-seen' : 'painted-shape';
  // A span may stand wherever words may; as a block (src/offline/copies/prerendered-page.ts).
  return `<span class="${look} ${nameRule(size, rules)}"></span>`;
}

/**
 * Writes an element's lasting words where they stand.
 *
 * @param rules takes up how large the shapes are.
 */
export function writeOutline(element: Element, rules: StyleRules): string {
  if (element.matches(LASTING)) return writeMarkup(element, rules, () => false);
  // What has no look of its own may hold what has: cards stand one by one. A pictogram is one thing.
  const isOpen = element instanceof HTMLElement && !hasLook(element) && !isInline(element);
  const isFrame = isOpen && element.children.length > 0;
  if (!isInert(element) || !(isFrame || element.querySelector(LASTING))) return writeShape(element, rules);
  const inside = [...element.children].map((child) => writeOutline(child, rules)).join('');
  return `<${element.localName}${writeLook(element, rules)}>${inside}</${element.localName}>`;
}
