/** A lesson's text on a narrow screen: nothing in it makes the page scroll sideways. */
import { expect, signIn, test } from './support/app';

const cells = '| [外のサイトの説明](https://example.com/a) | `a_very_long_name_of_a_function()` | とても長い説明の文 |';
const wide = `| 名前 | 関数 | 説明 |\n| --- | --- | --- |\n${`${cells}\n`.repeat(3)}`;
const formula = `$\\underbrace{${'x^2_{abc} '.repeat(20)}}_{n}$`;
const text = `${wide}\n次の式は${formula}です。\n\n$$\n${'\\alpha + \\beta '.repeat(20)}\n$$\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nおわり`;

test('tables with links and wide formulas scroll by themselves', { tag: '@once' }, async ({ page }) => {
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
