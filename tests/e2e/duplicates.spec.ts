/**
 * Tests a duplicate of a course in Chromium, which repeats a POST by itself when its connection breaks, and in a second
 * tab.
 */
import type { Page } from '@playwright/test';

import { expect, signIn } from './support/app';
import type { ScriptedAnswer } from './support/scripted-network';
import { authorize } from './support/sign-in';
import { COURSE, networkTest as test, visit } from './support/study';

test.use({ ownData: true });

interface Outline {
  id: string;
  title: string;
  sections: { title: string; chapters: { title: string; lessons: { title: string; questionSetCount: number }[] }[] }[];
}

async function chooseDuplicate(page: Page): Promise<void> {
  await page.getByRole('button', { name: `「${COURSE.title}」のその他の操作` }).click();
  await page.getByRole('menuitem', { name: 'コピーを作成' }).click();
}

/** Returns the titles below a course, in their order, with the numbers of question sets. */
function titlesOf({ sections }: Outline) {
  return sections.map(({ title, chapters }) => [
    title,
    chapters.map((chapter) => [chapter.title, chapter.lessons.map((one) => [one.title, one.questionSetCount])]),
  ]);
}

test(
  'fault: the connection breaks after each create of a duplicate has arrived → each part is created once, and a second tab shows the progress and offers no second duplicate',
  { tag: ['@once', '@long'] },
  async ({ app, context, page, network, expectNoNetwork }) => {
    expectNoNetwork();
    await signIn(page, 'teacher', '/courses');
    const counts = new Map<string, number>();
    let letGo: (answer: ScriptedAnswer) => void = () => undefined;
    const held = new Promise<ScriptedAnswer>((resolve) => (letGo = resolve));
    network.follow(({ method, path, headers }) => {
      if (method !== 'POST') return 'pass';
      const key = String(headers['idempotency-key']);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (counts.get(key) === 1) return 'lose';
      return path.endsWith('/question-set/') ? held : 'pass';
    });
    await chooseDuplicate(page);
    await expect(page.getByText(`「${COURSE.title}」をコピーしています`)).toBeVisible();
    const other = await context.newPage();
    await visit(other, '/courses');
    await chooseDuplicate(other);
    await expect(other.getByText(`別のタブで「${COURSE.title}」をコピーしています`)).toBeVisible();
    await expect(other.getByRole('button', { name: /^(続きから作る|新しく作る|中止)$/ })).toHaveCount(0);
    letGo('pass');
    for (const tab of [page, other])
      await expect(tab.getByText(`「${COURSE.title}のコピー」を作成しました。`)).toBeVisible({ timeout: 60_000 });

    const { session } = await authorize(app.origin, 'teacher');
    const read = async <T>(path: string) => {
      const response = await fetch(`${app.origin}/api/v1${path}`, {
        headers: { Authorization: `Bearer ${session.accessToken}` },
      });
      return (await response.json()) as T;
    };
    const { items } = await read<{ items: Outline[] }>('/courses/?size=200');
    const duplicates = items.filter(({ title }) => title === `${COURSE.title}のコピー`);
    expect(duplicates).toHaveLength(1);
    const [original, duplicate] = [COURSE.id, duplicates[0]?.id].map((id) => read<Outline>(`/courses/${id}`));
    expect(titlesOf(await (duplicate as Promise<Outline>))).toEqual(titlesOf(await (original as Promise<Outline>)));
    expect(Math.min(...counts.values())).toBeGreaterThan(1);
  },
);
