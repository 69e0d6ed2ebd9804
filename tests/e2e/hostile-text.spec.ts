/** Tests a lesson with script injections: no script runs, and its words are shown (docs/security.md, "Defences"). */
import { expect, signIn, test } from './support/app';
import { publishLesson } from './support/publish-lesson';

const hostileMarkdown = `はじめの段落です。

<script>window.hit = 'script'</script>

<img src="x" onerror="window.hit = 'onerror'">

<iframe src="javascript:parent.hit = 'iframe'"></iframe>

<a href="javascript:window.hit = 'html'">HTMLのリンク</a>

[スクリプトのリンク](javascript:window.hit='link')

[隠したスクリプト](java\tscript:window.hit='tab)

[データのリンク](data:text/html,<script>parent.hit='data'</script>)

[ホストのすりかえ](//evil.example/path)

[逆スラッシュ](/\\evil.example)

[上のページ](/lessons/%2e%2e)

[よそのページ](https://example.com/page)

![文字の画像](javascript:window.hit='image')

![逃げる画像](content:../../me)

<svg onload="window.hit='svg'"><style>*{display:none}</style></svg>

$\\href{javascript:window.hit='math'}{x}$

おわりの段落です。
`;

test(
  'a lesson with script injections runs no script and shows its words',
  { tag: '@once' },
  async ({ page, request, baseURL }) => {
    const lessonId = await publishLesson(request, hostileMarkdown, '<b onclick="window.hit=1">悪意の題</b>');
    const strangers: string[] = [];
    page.on('request', (sent) => new URL(sent.url()).origin !== baseURL && strangers.push(sent.url()));
    page.on('dialog', (dialog) => strangers.push(dialog.message()));
    await signIn(page, 'student', `/lessons/${lessonId}`);
    const text = page.getByRole('article');
    await expect(text).toContainText('はじめの段落です。');
    await expect(text).toContainText('おわりの段落です。');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('<b onclick="window.hit=1">悪意の題</b>');

    await expect(
      text.locator('script, iframe, svg style, object, embed, form, [onerror], [onclick], [onload]'),
    ).toHaveCount(0);
    const links = await text
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => [one.textContent, (one as HTMLAnchorElement).href]));
    expect(links.map(([, href]) => href).filter((href) => !/^https?:/.test(href ?? ''))).toEqual([]);
    expect(links.filter(([, href]) => href?.includes('evil.example'))).toEqual([]);
    await expect(text.getByRole('link', { name: 'よそのページ' })).toHaveAttribute(
      'rel',
      'noopener noreferrer nofollow',
    );
    for (const words of ['スクリプトのリンク', 'データのリンク', 'ホストのすりかえ', '逆スラッシュ']) {
      const place = text.getByText(words).first();
      await expect(place).toBeVisible();
      await place.click();
    }
    expect(await page.evaluate(() => (window as { hit?: string }).hit)).toBeUndefined();
    await expect(page).toHaveURL(`/lessons/${lessonId}`);
    expect(strangers).toEqual([]);
  },
);

test(
  'an image of another host becomes a link and is not requested',
  { tag: '@once' },
  async ({ page, request, baseURL }) => {
    const lessonId = await publishLesson(request, '![よその画像](https://example.com/spy.png)');
    const strangers: string[] = [];
    page.on('request', (sent) => new URL(sent.url()).origin !== baseURL && strangers.push(sent.url()));
    await signIn(page, 'student', `/lessons/${lessonId}`);

    await expect(page.getByRole('article').getByRole('link', { name: 'よその画像' })).toBeVisible();
    expect(strangers).toEqual([]);
  },
);
