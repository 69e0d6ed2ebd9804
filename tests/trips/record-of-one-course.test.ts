/**
 * Tests that the study record is complete after one course's certificate was opened: cached data of one course must not
 * count as the whole record.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { expect, test } from 'vitest';

const main = () => within(screen.getByRole('main'));

test('the study record of all courses is complete right after the certificate of one course was opened', async () => {
  const app = await renderApp({ user: 'student', path: '/record/git' });
  await main().findByText('13レッスンのうち3レッスンを読み終えています。');
  await app.goTo('/record');
  await main().findByRole('heading', { level: 1, name: '受講記録簿' });

  // The table has a heading row, the lessons and every submit of a course other than the certificate's.
  const findRows = async () =>
    within(await main().findByRole('table', { name: '情報セキュリティの基本の記録' })).getAllByRole('row');
  await waitFor(async () => expect(await findRows()).toHaveLength(10));
  expect(main().queryByText('受信日時の記録なし', { selector: 'td' })).toBeNull();
});
