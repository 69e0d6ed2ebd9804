/**
 * Tests one question set open in two tabs and answered at the same instant: the answers of both tabs are kept, and
 * shown in both.
 */
import type { Page } from '@playwright/test';

import { expect, signIn } from '../support/app';
import { openInApp } from '../support/steps';
import { QUESTION_SET, test, visit } from '../support/study';

test.use({ ownData: true });

const SOLVE = `/question/solve/${QUESTION_SET.id}`;

async function openQuestion(page: Page, number: number): Promise<void> {
  await visit(page, `${SOLVE}?q=${number}`);
  await expect(page.getByText(new RegExp(`^${number} / 6 問・`))).toBeVisible();
}

/** Presses a choice in each tab in the same millisecond. @param choice the index of the choice */
async function pressTogether(pages: readonly Page[], choice: number): Promise<void> {
  const at = (await (pages[0] as Page).evaluate(() => Date.now())) + 1500;
  const press = ({ moment, index }: { moment: number; index: number }) =>
    new Promise<void>((resolve) => {
      const box = document.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]')[index];
      setTimeout(
        () => {
          while (Date.now() < moment);
          box?.click();
          resolve();
        },
        moment - Date.now() - 50,
      );
    });
  await Promise.all(pages.map((page) => page.evaluate(press, { moment: at, index: choice })));
}

test(
  'fault: two tabs answer different questions in the same millisecond → both answers are kept, shown in both tabs, and restored after a restart',
  { tag: ['@once', '@long'] },
  async ({ kept }) => {
    const { context, page: first } = await kept.open();
    await signIn(first, 'student2');
    const second = await context.newPage();
    await openQuestion(first, 1);
    await openQuestion(second, 4);

    await pressTogether([first, second], 1);
    for (const page of [first, second]) {
      await expect(page.getByText('解答はこの端末に保存されています')).toBeVisible();
      await openInApp(page, `${SOLVE}?view=overview`);
      await expect(page.getByText(/^2 \/ 6 問に解答/)).toBeVisible();
    }
    await kept.kill();

    const { page } = await kept.open();
    await visit(page, `${SOLVE}?view=overview`);
    await expect(page.getByText(/^2 \/ 6 問に解答/)).toBeVisible();
  },
);
