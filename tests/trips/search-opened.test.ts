/** Tests that opening a search hit marks the words in the lesson, also repeatedly. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { findField, marked, searchFor, useSearchedLessons } from '@tests/support/searching';
import { expect, test } from 'vitest';

useNetworkStub();

const kept = useSearchedLessons();

const NAME = 'このレッスン内をさがす';
const findBar = () => screen.findByRole('search', { name: NAME });
const untilBarGone = () => waitFor(() => expect(screen.queryByRole('search', { name: NAME })).toBeNull());

test('fault: a second search hit is opened → its words are marked like the first hit’s', async () => {
  const { user, router } = await renderApp({ user: 'student', path: '/lessons/security-remote' });
  // Opening the first hit loads the code that marks words.
  await user.click(await screen.findByRole('button', { name: NAME }));
  await findBar();
  await router.navigate({ to: '/community' });
  await untilBarGone();

  await router.navigate({
    to: '/lessons/$lessonId',
    params: { lessonId: 'security-remote' },
    state: { find: 'ルーター' },
  });

  const count = within(await findBar()).getByRole('status');
  await waitFor(() => expect(count.textContent).toMatch(/^1 \/ [2-9]$/));
});

test('fault: the same hit is opened after its search bar was closed → its words are marked again', async () => {
  const app = await searchFor('減らします');
  await waitFor(() => expect(marked()).toEqual(['減らします']));
  await app.user.keyboard('{Enter}');
  await app.user.click(within(await findBar()).getByRole('button', { name: '閉じる' }));
  await untilBarGone();

  await app.user.click(screen.getByRole('button', { name: 'さがす' }));
  await app.user.type(await findField(), '減らします');
  await waitFor(() => expect(marked()).toEqual(['減らします']));
  await app.user.keyboard('{Enter}');

  await findBar();
});

test('fault: the searched words are too far apart for one passage → the opened lesson marks all of them', async () => {
  await kept.keep('security-remote', `## 持ち出し\n\nSSHは${'あ'.repeat(200)}減らします。`);
  const app = await searchFor('SSH 減らします');
  await waitFor(() => expect(marked()).toEqual(['SSH']));

  await app.user.keyboard('{Enter}');

  expect(within(await findBar()).getByRole('textbox')).toHaveProperty('value', 'SSH 減らします');
});

test('fault: the course’s name above the text contains the searched word → the hit in the text comes into view', async () => {
  const { router } = await renderApp({ user: 'student', path: '/community' });

  await router.navigate({
    to: '/lessons/$lessonId',
    params: { lessonId: 'security-habits' },
    state: { find: 'セキュリティ' },
  });

  const count = within(await findBar()).getByRole('status');
  await waitFor(() => expect(count.textContent).toMatch(/^1 \/ [2-9]$/));
  await waitFor(() => expect(getSelection()?.anchorNode?.textContent).toContain('ヒヤリ・ハット'));
});
