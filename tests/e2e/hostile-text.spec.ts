/** A lesson by somebody who means harm: nothing of it runs, and its words are shown (docs/security.md, "Defences"). */
import type { APIRequestContext } from '@playwright/test';

import { expect, signIn, test } from './support/app';

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

/** Publishes a lesson through the API as the demo teacher; returns its id. */
async function publishLesson(request: APIRequestContext, markdown: string): Promise<string> {
  const login = await request.post('/api/v1/authorize', { form: { username: 'teacher', password: 'demo-password' } });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${token}` };
  const fileName = `hostile-${crypto.randomUUID()}.md`;
  const content = await request.put(`/api/v1/content/pub-container/${fileName}`, {
    headers,
    multipart: { file: { name: fileName, mimeType: 'text/markdown', buffer: Buffer.from(markdown) } },
  });
  const { id: contentId } = (await content.json()) as { id: string };
  const lesson = await request.post('/api/v1/lessons/', {
    headers,
    data: { chapterId: 'security-s3-c2', title: '<b onclick="window.hit=1">悪意の題</b>', contentId },
  });
  expect(lesson.status(), await lesson.text()).toBe(201);
  return ((await lesson.json()) as { id: string }).id;
}

test('a hostile lesson runs nothing and shows its words', { tag: '@once' }, async ({ page, request, baseURL }) => {
  const lessonId = await publishLesson(request, hostileMarkdown);
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
  await expect(text.getByRole('link', { name: 'よそのページ' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  for (const words of ['スクリプトのリンク', 'データのリンク', 'ホストのすりかえ', '逆スラッシュ']) {
    const place = text.getByText(words).first();
    await expect(place).toBeVisible();
    await place.click();
  }
  expect(await page.evaluate(() => (window as { hit?: string }).hit)).toBeUndefined();
  await expect(page).toHaveURL(`/lessons/${lessonId}`);
  expect(strangers).toEqual([]);
});

test(
  'an image of another host is a link, and is not asked for',
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
