/** Tests touch targets of 44 px, and no horizontal scrolling or cut text with enlarged text. */
import type { Locator, Page } from '@playwright/test';
import { screensByUser } from '@tests/support/screens';

import { appReady, expect, signIn, screenReady, test } from './support/app';
import { openMenu } from './support/steps';

/**
 * Lists visible buttons and links with a touch target below 44 px. A target may be larger than its box (a whole card),
 * so the elements at the edges of a 44 px square are checked; links within a text are excepted.
 */
function listSmallTargets(within: Locator): Promise<string[]> {
  return within.evaluate((root) => {
    const reach = 21.5;
    const inText = (element: Element) => element.closest('article p, article li, article sup, main section p') !== null;
    function isHit(element: Element, x: number, y: number): boolean {
      const found = document.elementFromPoint(x, y);
      return found !== null && (element.contains(found) || found.contains(element.closest('label')));
    }
    const targets = root.querySelectorAll('a[href], button, summary, [role="menuitem"], label:has(> input)');
    return [...targets].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || inText(element)) return [];
      element.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2 || y + height < 0) return [];
      const [middleX, middleY] = [x + width / 2, y + height / 2];
      const isWide = width >= 43.5 || [-reach, reach].every((shift) => isHit(element, middleX + shift, middleY));
      const isTall = height >= 43.5 || [-reach, reach].every((shift) => isHit(element, middleX, middleY + shift));
      if (isWide && isTall) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent;
      return [`${name} ${Math.round(width)}×${Math.round(height)}`];
    });
  });
}

/** Lists the elements wider than `width` px if the page scrolls horizontally. */
function readOverflow(page: Page, width: number): Promise<string[]> {
  return page.evaluate((limit) => {
    if ((document.scrollingElement?.scrollWidth ?? 0) <= limit) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > limit + 1,
    );
    return wide.map((one) => `${one.tagName} ${one.className} ${Math.round(one.getBoundingClientRect().right)}`);
  }, width);
}

/**
 * Lists controls whose text is cut, with visible and full sizes. Excepted: breadcrumbs, the current heading, file
 * names, and the first two lines of a question in a list.
 */
function listCutTexts(within: Locator): Promise<string[]> {
  return within.evaluate((root) => {
    const controls = 'a[href], button, summary, label, legend, input, [role="tab"], [role="menuitem"], [role="option"]';
    const mayBeCut =
      'nav[aria-label="パンくずリスト"] *, nav[aria-label="目次"] > button *, [data-file-name], [data-file-name] *, [data-opening]';
    return [...root.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      return [control, ...control.querySelectorAll<HTMLElement>('*')].flatMap((part) => {
        const isText = part instanceof HTMLInputElement ? part.readOnly : part.textContent !== '';
        const isCut = part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1;
        const isLow = part.clientHeight > 1 && part.scrollHeight > part.clientHeight + 1;
        const isOpen = getComputedStyle(part).overflowX === 'visible';
        if (!isText || !(isCut || isLow) || part.matches(mayBeCut) || isOpen) return [];
        const words = part.textContent || (part as HTMLInputElement).value;
        return [
          `${words}: ${part.clientWidth} of ${part.scrollWidth}, ${part.clientHeight} of ${part.scrollHeight} high`,
        ];
      });
    });
  });
}

/** Lists selected options whose text a field cuts off and the form does not repeat in full below the field. */
function listCutChoices(page: Page): Promise<string[]> {
  return page.locator('select:visible').evaluateAll((fields) => {
    const pen = document.createElement('canvas').getContext('2d');
    const wholes = [...document.querySelectorAll('[data-whole]')].map(({ textContent }) => textContent);
    return fields.flatMap((field) => {
      const words = (field as HTMLSelectElement).selectedOptions[0]?.text ?? '';
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      if (!pen) return ['no canvas'];
      pen.font = font;
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      const isWhole = wholes.includes(words);
      return pen.measureText(words).width > room && !isWhole ? [`${words}: ${Math.round(room)} px`] : [];
    });
  });
}

/** Lists texts that extend beyond an ancestor with hidden overflow. */
function listHiddenWords(within: Locator): Promise<string[]> {
  return within.evaluate((root) => {
    function edgeOf(element: Element): number {
      const { overflowX } = getComputedStyle(element);
      if (overflowX === 'hidden') return element.getBoundingClientRect().right;
      return overflowX === 'visible' && element.parentElement ? edgeOf(element.parentElement) : Infinity;
    }
    return [...root.querySelectorAll('dd, p, h2, h3, label')]
      .filter((part) => part.parentElement && part.getBoundingClientRect().right > edgeOf(part.parentElement) + 1)
      .map((part) => part.textContent);
  });
}

test.describe('every screen has touch targets of 44 px', { tag: '@once' }, () => {
  for (const [user, paths] of screensByUser) {
    // Console errors and CSP violations also fail this test (support/page-problems.ts).
    test(`every screen of ${user} fits a phone and 200 % zoom, has touch targets of 44 px, and requests no other host`, async ({
      page,
      baseURL,
    }) => {
      const strangers: string[] = [];
      page.on('request', (sent) => new URL(sent.url()).origin !== baseURL && strangers.push(sent.url()));
      await signIn(page, user);
      for (const path of paths) {
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto(path);
        await screenReady(page);
        await expect(page.getByText('読み込んでいます')).toHaveCount(0);
        expect.soft(await readOverflow(page, 360), `${path} at 360 px`).toEqual([]);
        expect.soft(await listSmallTargets(page.locator('body')), `${path}: small targets`).toEqual([]);
        await page.setViewportSize({ width: 320, height: 740 });
        await page.evaluate(() => (document.documentElement.dataset.textSize = 'largest'));
        expect
          .soft(await listCutTexts(page.locator('body')), `${path}: cut at 320 px in the largest letters`)
          .toEqual([]);
        expect.soft(await readOverflow(page, 320), `${path} at 320 px in the largest letters`).toEqual([]);
        expect.soft(await listCutChoices(page), `${path}: choices cut at 320 px`).toEqual([]);
        expect.soft(await listHiddenWords(page.getByRole('main')), `${path}: hidden there`).toEqual([]);
        await page.evaluate(() => delete document.documentElement.dataset.textSize);
        // The size of a window of 1366 × 768 px at a zoom of 200 %.
        await page.setViewportSize({ width: 683, height: 384 });
        expect.soft(await readOverflow(page, 683), `${path} at 200 %`).toEqual([]);
      }
      expect(strangers).toEqual([]);
    });
  }

  test('every learner’s screen fits a phone at 200 %, with the account button in view', async ({ page }) => {
    await signIn(page, 'student');
    await page.setViewportSize({ width: 180, height: 370 });
    for (const path of new Map(screensByUser).get('student') ?? []) {
      await page.goto(path);
      await screenReady(page);
      await page.evaluate(() => (document.documentElement.dataset.textSize = 'largest'));
      expect.soft(await readOverflow(page, 180), path).toEqual([]);
      const account = await page.getByRole('button', { name: /^アカウント/ }).boundingBox();
      const logo = await page
        .getByRole('link', { name: /ホーム$/ })
        .first()
        .boundingBox();
      expect.soft(logo?.width, `${path}: the logo`).toBeGreaterThanOrEqual(28);
      expect.soft((account?.x ?? 180) + (account?.width ?? 0), `${path}: the account`).toBeLessThanOrEqual(180);
    }
  });

  test('the login screen, the menus and the search fit a phone, with 44 px targets', async ({ page }) => {
    await page.goto('/login');
    await appReady(page);
    expect.soft(await readOverflow(page, 360), 'login').toEqual([]);
    expect.soft(await listSmallTargets(page.locator('body')), 'login').toEqual([]);

    await signIn(page, 'student');
    expect.soft(await listSmallTargets(await openMenu(page)), 'drawer').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^アカウント/ }).click();
    await expect(page.getByRole('menuitem')).toHaveCount(2);
    expect.soft(await listSmallTargets(page.getByRole('menu')), 'account menu').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'さがす', exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('button')).not.toHaveCount(0);
    expect.soft(await readOverflow(page, 360), 'search').toEqual([]);
  });

  test('a selected option that is cut off in its field is repeated in full below it', async ({ page }) => {
    const title =
      '情報セキュリティの基礎から実務までを一年で学ぶコース・二〇二六年度改訂版（全事業所の新入社員と異動者向け）';
    await page.route('**/api/v1/courses/?*', async (route) => {
      const answer = await route.fetch();
      const list = (await answer.json()) as { items: { title: string }[] };
      if (list.items[0]) list.items[0].title = title;
      await route.fulfill({ response: answer, json: list });
    });
    await signIn(page, 'teacher');
    await page.goto('/sections/new');
    await screenReady(page);
    const whole = page.locator('[data-whole]');
    await expect(whole).toHaveCount(0);
    await page.getByRole('combobox', { name: 'コース' }).selectOption(title);
    for (const width of [360, 600]) {
      await page.setViewportSize({ width, height: 740 });
      await expect(whole).toHaveText(title);
      expect(await readOverflow(page, width)).toEqual([]);
      expect(await listCutChoices(page)).toEqual([]);
    }
    await page.getByRole('combobox', { name: 'コース' }).selectOption('Gitとコマンドライン');
    await expect(whole).toHaveCount(0);
  });
});
