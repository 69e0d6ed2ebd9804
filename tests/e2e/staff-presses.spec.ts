/**
 * Counts the presses that staff need for their daily tasks, from home to the end of each task, as
 * `authoring-count.spec.ts` counts a teacher's.
 */
import { expect, signIn, test } from './support/app';
import { CountedHand } from './support/counted-hand';

test.use({ ownData: true, viewport: { width: 820, height: 1180 } });

test(
  'with two presses from home, staff find the lesson that a late learner has not read',
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

  // One more press opens the mail, outside the app.
  expect(hand.presses + 1).toBeLessThanOrEqual(6);
});
