/** Keeps the text that is being read in place while its size changes. */

/** The top bar covers this much of the window, in px. */
const TOP_PX = 64;
/** The selector excludes the table of contents, because that stays in view by itself. */
const blockSelector = 'main :is(h1, h2, h3, h4, p, li, pre, tr):not(nav *)';

/**
 * Runs a change of the page's layout, then scrolls so that the block of text just below the top bar keeps its position.
 */
export function keepReadingPlace(change: () => void): void {
  const blocks = window.scrollY > 0 ? [...document.querySelectorAll(blockSelector)] : [];
  const block = blocks.find((each) => each.getBoundingClientRect().bottom > TOP_PX);
  if (!block) return change();
  const before = block.getBoundingClientRect();
  // For a block that begins above the window, the share of its height above the window stays the same.
  const share = before.height > 0 ? Math.max(0, TOP_PX - before.top) / before.height : 0;
  const { style } = document.documentElement;
  // Without this, the browser's scroll anchoring would also move the page.
  style.overflowAnchor = 'none';
  change();
  const after = block.getBoundingClientRect();
  window.scrollBy(0, after.top + share * after.height - (before.top + share * before.height));
  requestAnimationFrame(() => (style.overflowAnchor = ''));
}
