/** Measures in the page what a phone's cut-out, bars and cards cover. */
import type { Page } from '@playwright/test';

export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Resizes the window, and sets the safe area insets of a phone with a camera cut-out. */
export async function holdPhone(page: Page, width: number, height: number, insets: Insets): Promise<void> {
  await page.setViewportSize({ width, height });
  const devtools = await page.context().newCDPSession(page);
  const { top, right, bottom, left } = insets;
  const most = { topMax: top, rightMax: right, bottomMax: bottom, leftMax: left };
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { ...insets, ...most } });
  await devtools.detach();
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const finite = document.getAnimations().filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime));
    await Promise.allSettled(finite.map((each) => each.finished));
  });
}

/**
 * Lists visible texts and controls within the insets: at the sides all, above and below those that do not scroll, and,
 * at the page's end, those that would scroll no further.
 */
export function listInInsets(page: Page, insets: Insets): Promise<string[]> {
  return page.evaluate(async ({ top, right, bottom, left }) => {
    const root = document.documentElement;
    const { clientWidth: width } = root;
    const height = window.innerHeight;
    type Box = { left: number; right: number; top: number; bottom: number };
    /** Returns the part of a box that is not clipped, and what scrolls it: the page, nothing, or a box of its own. */
    function look(element: Element | null, box: Box): Box & { place: 'page' | 'window' | 'scrolled' } {
      let seen = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
      for (let each = element; each && each !== root && each !== document.body; each = each.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(each);
        const clip = each.getBoundingClientRect();
        if (overflowX !== 'visible')
          seen = { ...seen, left: Math.max(seen.left, clip.left), right: Math.min(seen.right, clip.right) };
        if (/auto|scroll/.test(overflowY) && each.scrollHeight > each.clientHeight + 1)
          return { ...seen, place: 'scrolled' };
        if (overflowY !== 'visible')
          seen = { ...seen, top: Math.max(seen.top, clip.top), bottom: Math.min(seen.bottom, clip.bottom) };
        if (position === 'fixed') return { ...seen, place: 'window' };
      }
      return { ...seen, place: 'page' };
    }
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    function listBoxes(): [what: string, element: Element, box: Box][] {
      const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')];
      const boxes = controls.map((each): [string, Element, Box] => [
        each.outerHTML.slice(0, 80),
        each,
        each.getBoundingClientRect(),
      ]);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!element || !node.textContent?.trim() || element.closest('script, style, noscript')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) boxes.push([node.textContent.trim().slice(0, 40), element, box]);
      }
      // What is behind an open dialog does not scroll and cannot be pressed.
      const dialog = document.querySelector('dialog[open], [role="dialog"][aria-modal="true"]');
      return boxes.filter(([, element, { top: y, bottom: end }]) => {
        return end > 0 && y < height && isVisible(element) && (dialog?.contains(element) ?? true);
      });
    }
    function list(isAtEnd: boolean): string[] {
      return listBoxes().flatMap(([what, element, box]) => {
        const seen = look(element, box);
        // The backdrop of the menu covers the window.
        if (seen.right - seen.left >= width && seen.bottom - seen.top >= height) return [];
        if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2 || seen.right <= 0 || seen.left >= width)
          return [];
        const isBeside = seen.left < left - 0.5 || seen.right > width - right + 0.5;
        const isBelow =
          seen.bottom > height - bottom + 0.5 && (seen.place === 'window' || (isAtEnd && seen.place === 'page'));
        const isAbove = seen.place === 'window' && seen.top < top - 0.5;
        if (!isBeside && !isBelow && !isAbove) return [];
        return [`${what}: ${[seen.left, seen.top, seen.right, seen.bottom].map(Math.round).join(' ')}`];
      });
    }
    const atStart = list(root.scrollHeight <= height);
    // A page may still grow as its end comes into view.
    for (let end = -1; end !== root.scrollHeight;) {
      end = root.scrollHeight;
      scrollTo(0, end);
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    }
    const atEnd = list(root.scrollTop + height >= root.scrollHeight - 1);
    scrollTo(0, 0);
    return [...new Set([...atStart, ...atEnd])];
  }, insets);
}

/** Lists fields whose letters are smaller than 16 px: iOS zooms in on them. */
export function listSmallFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const written = 'input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"]), select, textarea';
    const fields = [...document.querySelectorAll(`${written}, [contenteditable="true"], [contenteditable=""]`)];
    return fields.flatMap((field) => {
      const size = Number.parseFloat(getComputedStyle(field).fontSize);
      return size >= 16 ? [] : [`${size}px ${field.outerHTML.slice(0, 120)}`];
    });
  });
}

/**
 * Returns the share of the window's height, in the middle of the page, that is covered by what does not scroll with the
 * page.
 */
export function coveredShare(page: Page): Promise<number> {
  return page.evaluate(() => {
    const main = document.getElementById('main')?.getBoundingClientRect();
    const x = main ? (main.left + main.right) / 2 : innerWidth / 2;
    const stays = (element: Element | null): boolean =>
      element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || stays(element.parentElement));
    const rows = [...Array(innerHeight).keys()];
    return rows.filter((y) => stays(document.elementFromPoint(x, y))).length / innerHeight;
  });
}

/**
 * Returns what covers the focused element, '' if nothing does: of an element higher than half of the window at least
 * one point must be free, else each.
 */
export function focusCover(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return '';
    const boxes = [...focused.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (boxes.length === 0) return '';
    const nameOf = (element: Element) => `<${element.localName} class="${element.getAttribute('class')}">`;
    const who = `${nameOf(focused)} ${(focused.getAttribute('aria-label') ?? focused.textContent).slice(0, 30)}`;
    const points = boxes.flatMap(({ left, right, top, bottom }) => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const reach = Math.min(3, (bottom - top) / 4);
      return [top + reach, y, bottom - reach].map((at) => [x, at] as const);
    });
    const shown = points.filter(([, y]) => y >= 0 && y < innerHeight);
    if (shown.length === 0) return `${who} outside the window`;
    const covers = shown.map(([x, y]) => {
      const found = document.elementFromPoint(x, y);
      if (!found || focused.contains(found) || found.contains(focused)) return '';
      // A label, or a card that is the target of its link or of an invisible input.
      if (found.closest('label')?.contains(focused) || found.parentElement?.contains(focused)) return '';
      const bar = (each: Element | null): Element | null =>
        !each || /fixed|sticky/.test(getComputedStyle(each).position) ? each : bar(each.parentElement);
      const cover = bar(found);
      return cover && !cover.contains(focused) ? `below ${nameOf(cover)}` : '';
    });
    const isTall = focused.getBoundingClientRect().height > innerHeight / 2;
    const isFree = isTall ? covers.includes('') : covers.every((cover) => cover === '');
    return isFree ? '' : `${who} ${[...new Set(covers)].join(' ')}`;
  });
}
