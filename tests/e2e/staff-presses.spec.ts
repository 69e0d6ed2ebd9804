/** Counts what staff press for their daily work, from home to the end of each errand, as `authoring-count.spec.ts` counts a teacher's. */
import { readFile } from 'node:fs/promises';

import { expect, signIn, test } from './support/app';
import { CountedHand } from './support/counted-hand';

test.use({ ownData: true, viewport: { width: 820, height: 1180 } });

const PEOPLE = 20;

test(
  'from home to the name of the lesson that a late learner has not read staff press twice',
  { tag: '@once' },
  async ({ page }) => {
    await signIn(page, 'staff', '/');
    const hand = new CountedHand(page, (path) => path);
    await hand.tap(page.getByRole('list', { name: '遅れている人' }).getByRole('link').first());
    await hand.tap(page.getByText(/^未読のレッスン \d+/).first());

    const unread = page.getByRole('list', { name: '未読のレッスン' }).first();
    await expect(unread.getByRole('listitem').first()).toBeVisible();
    expect(hand.presses).toBe(2);
  },
);

test('a mail to all learners who are behind is open after six presses at most', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'staff', '/');
  const hand = new CountedHand(page, (path) => path);
  await hand.tap(page.getByRole('link', { name: /^ほか\d+名$/ }));
  await hand.tap(page.getByRole('button', { name: /^\d+名すべてを選ぶ$/ }));
  await hand.tap(page.getByRole('button', { name: 'お知らせメールを書く' }));
  await expect(page.getByRole('link', { name: /^メールを開く（\d名）$/ })).toBeVisible();

  // One more opens the mail, outside the app.
  expect(hand.presses + 1).toBeLessThanOrEqual(6);
});

test('twenty people are added from the template with six presses at most', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'admin', '/users/new?by=csv');
  const hand = new CountedHand(page, (path) => path);
  const download = page.waitForEvent('download');
  await hand.tap(page.getByRole('button', { name: 'ひな形をダウンロード' }));
  const [heading = '', example = ''] = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  const people = Array.from({ length: PEOPLE }, (_, index) => example.replace('sato.hana', `new.learner${index}`));
  const file = { name: '新人.csv', buffer: Buffer.from([heading, ...people].join('\r\n')) };
  await hand.choose(page.getByRole('button', { name: 'CSVファイルを選ぶ' }), file);
  await hand.tap(page.getByRole('button', { name: `初期パスワードを保存（${PEOPLE}名）` }));
  await hand.tap(page.getByRole('button', { name: `${PEOPLE}名を取り込む` }));

  await expect(page.getByText(`${PEOPLE}名を追加しました`)).toBeVisible({ timeout: 30_000 });
  expect(hand.presses).toBeLessThanOrEqual(6);
});
