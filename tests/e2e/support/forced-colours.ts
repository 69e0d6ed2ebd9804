/** Reads how elements look while the browser forces a contrast theme's colours. */
import type { Locator, Page } from '@playwright/test';

export const SCHEMES = ['light', 'dark'] as const;

/** Turns a light or dark contrast theme on, and waits until all transitions have ended. */
export async function forceColours(page: Page, colorScheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', colorScheme });
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const finite = document.getAnimations().filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime));
    await Promise.allSettled(finite.map((each) => each.finished));
  });
}

/**
 * Returns all properties that show an element's state in forced colours: edges, fills, marks and the look of the text,
 * of the element and of all inside it. Not the colour of a text, an edge or an icon alone.
 */
export function lookOf(locator: Locator): Promise<string> {
  return locator.evaluate((root) => {
    const visible = (width: string, style: string) => (style === 'none' ? 0 : width);
    const look = (element: Element, pseudo?: '::before' | '::after') => {
      const style = getComputedStyle(element, pseudo);
      const isDrawn = !pseudo || !['none', 'normal'].includes(style.content);
      if (!isDrawn) return [];
      const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) =>
        visible(style[`border${side}Width`], style[`border${side}Style`]),
      );
      return [
        style.backgroundColor,
        sides.join(' '),
        visible(style.outlineWidth, style.outlineStyle),
        style.height,
        style.opacity,
        style.textDecorationLine,
        style.translate,
        style.insetInlineStart,
        pseudo ? style.content : '',
      ];
    };
    return JSON.stringify(
      [root, ...root.querySelectorAll('*')].map((each) => [look(each), look(each, '::before'), look(each, '::after')]),
    );
  });
}

/**
 * Returns an element's outline or border as "1px solid rgb(…)"; undefined if it has none. A contrast theme draws
 * transparent borders, too.
 */
export function edgeOf(locator: Locator): Promise<string | undefined> {
  return locator.evaluate((element) => {
    const { outlineWidth, outlineStyle, outlineColor, ...style } = getComputedStyle(element);
    const page = getComputedStyle(document.body).backgroundColor;
    const edges = [
      [outlineWidth, outlineStyle, outlineColor],
      [style.borderInlineStartWidth, style.borderInlineStartStyle, style.borderInlineStartColor],
    ] as const;
    return edges
      .find(([width, line, colour]) => parseFloat(width) > 0 && line !== 'none' && colour !== page)
      ?.join(' ');
  });
}

/**
 * Returns the colours of an element: of its text, and behind the text, through all transparent ancestors.
 *
 * `hasBox`: on a fill of another colour than the page's the browser draws a box in the page's colour behind the text,
 * unless `forced-color-adjust: none` is set.
 */
export function coloursOf(locator: Locator): Promise<{ text: string; behind: string; hasBox: boolean }> {
  return locator.evaluate((element) => {
    const colourOf = (each: Element) => getComputedStyle(each).backgroundColor;
    let around: Element | null = element;
    while (around && colourOf(around).endsWith(', 0)')) around = around.parentElement;
    const behind = around ? colourOf(around) : '';
    const { color: text, forcedColorAdjust } = getComputedStyle(element) as CSSStyleDeclaration & {
      forcedColorAdjust: string;
    };
    const isFilled = behind !== colourOf(document.body) && !(element instanceof SVGElement || element.matches('mark'));
    return { text, behind, hasBox: isFilled && forcedColorAdjust !== 'none' };
  });
}

/** Returns the percentage of an element's pixels that do not have its commonest colour. */
export async function inkOf(page: Page, locator: Locator): Promise<number> {
  const picture = (await locator.screenshot()).toString('base64');
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.codePointAt(0) ?? 0);
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const { buffer } = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
    const counts = new Map<number, number>();
    const pixels = new Uint32Array(buffer);
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    return 100 - (Math.max(...counts.values()) * 100) / pixels.length;
  }, picture);
}
