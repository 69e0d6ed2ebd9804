/** Tests a lesson's text on a narrow screen: no horizontal scrolling of the page, and a table of contents. */
import { axe, expect, signIn, test } from './support/app';

const cells = '| [外のサイトの説明](https://example.com/a) | `a_very_long_name_of_a_function()` | とても長い説明の文 |';
const wide = `| 名前 | 関数 | 説明 |\n| --- | --- | --- |\n${`${cells}\n`.repeat(3)}`;
const formula = `$\\underbrace{${'x^2_{abc} '.repeat(20)}}_{n}$`;
const text = `${wide}\n次の式は${formula}です。\n\n$$\n${'\\alpha + \\beta '.repeat(20)}\n$$\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nおわり`;

test('wide tables and formulas scroll inside their own box', { tag: '@once' }, async ({ page }) => {
  await page.route('**/files/**', (route) =>
    route.fulfill({ contentType: 'text/markdown; charset=utf-8', body: text }),
  );
  await signIn(page, 'student', '/lessons/security-why');
  const article = page.getByRole('article');

  await expect(article.getByRole('group', { name: '数式' })).toHaveCount(2);
  const widths = () =>
    page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  expect(await widths()).toEqual([360, 360]);
  const goesOn = await article
    .getByRole('group', { name: /^(?:表|数式)/ })
    .evaluateAll((all) => all.map((one) => one.scrollWidth > one.clientWidth));
  expect(goesOn).toEqual([true, true, true, false]);
});

test('formulas are copied once, as source that the editor pastes as formulas', { tag: '@once' }, async ({ page }) => {
  const body =
    '面積は $S=\\pi r^2$ です。{単位|たんい}は $¥mathrm{m^2}$。\n\n$$\n\\int_0^1 x\\,dx = \\frac{1}{2}\n$$\n\n- 終わり $a_1$ まで\n- 次';
  await page.route('**/files/**', (route) => route.fulfill({ contentType: 'text/markdown; charset=utf-8', body }));
  await signIn(page, 'teacher', '/lessons/security-why');
  await expect(page.locator('article .katex')).toHaveCount(4);
  const copied = await page.evaluate(() => {
    const article = document.querySelector('article');
    const formulas = article?.querySelectorAll('.katex-html');
    const [first, last] = [formulas?.[0]?.closest('p'), formulas?.[3]?.querySelector('.mord')];
    if (!first || !last) throw new Error('No text');
    const found: Record<string, string> = {};
    const copy = () => {
      window.addEventListener(
        'copy',
        ({ clipboardData }) => {
          for (const type of ['text/plain', 'text/html']) found[type] = clipboardData?.getData(type) ?? '';
        },
        { once: true },
      );
      document.execCommand('copy');
      return { ...found };
    };
    // The selection ends within the last formula, which is copied whole.
    getSelection()?.setBaseAndExtent(first, 0, last, 0);
    const whole = copy();
    getSelection()?.setBaseAndExtent(last, 0, last, 1);
    return { whole, part: copy() };
  });
  expect(copied.whole['text/plain']?.trim()).toMatch(
    /^面積は \$S=\\pi r\^2\$ です。単位は \$\\mathrm\{m\^2\}\$。\s+\$\$\n\\int_0\^1 x\\,dx = \\frac\{1\}\{2\}\n\$\$\s+終わり \$a_1\$$/,
  );
  expect(copied.part['text/plain']).toBe('$a_1$');

  await page.goto('/lessons/new?chapterId=security-s2-c1');
  const editor = page.getByRole('textbox', { name: '本文' });
  await editor.click();
  await editor.evaluate((element, { whole }) => {
    const clipboardData = new DataTransfer();
    for (const [type, words] of Object.entries(whole)) clipboardData.setData(type, words);
    element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  }, copied);
  await expect(editor).toContainText('面積は $S=\\pi r^2$ です。単位は $\\mathrm{m^2}$。');
  await expect(editor).toContainText('- 終わり $a_1$');
  await expect(editor.locator('.cm-line').filter({ hasText: '$$' })).toHaveCount(2);
});

test('the table of contents names the current heading and leads to the others', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'student', '/lessons/security-passkeys');
  const button = page.getByRole('navigation', { name: '目次' }).getByRole('button');
  const dialog = page.getByRole('dialog', { name: '目次' });
  const heading = page.getByRole('heading', { name: '同じしくみを手で動かす' });
  await expect(heading).toBeAttached();
  await expect(button).toHaveText('目次');

  await button.press('Enter');
  await dialog.getByRole('link', { name: '同じしくみを手で動かす' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(heading).toBeFocused();
  await expect(button).toHaveText('目次：同じしくみを手で動かす');
  const bar = await button.boundingBox();
  expect((await heading.boundingBox())?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));

  await button.press('Enter');
  await expect(dialog.getByRole('link', { name: '同じしくみを手で動かす' })).toBeFocused();
  await expect(dialog.locator('[aria-current=location]')).toHaveText('同じしくみを手で動かす');
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  await page.setViewportSize({ width: 1366, height: 768 });
  const beside = page.getByRole('navigation', { name: '目次' }).getByRole('link');
  await expect(beside).toHaveCount(4);
  await page.getByRole('heading', { name: '今日から始める順番' }).evaluate((last) => last.scrollIntoView());
  await expect(beside.last()).toHaveAttribute('aria-current', 'location');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const line = () => page.getByRole('article').evaluate((lesson) => getComputedStyle(lesson, '::before').transform);
  await expect.poll(line, 'the progress line is complete at the end').toBe('matrix(1, 0, 0, 1, 0, 0)');
});
