/** Tests the preview of a lesson (受講者の見え方): an editor sees the learners' view, and can record nothing. */
import { screen } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test } from 'vitest';

const network = useNetworkStub();
const readButton = () => screen.findByRole<HTMLButtonElement>('button', { name: '読了にする' });

test('in the preview neither 読了にする (mark as read) nor a question set can be pressed, and a note explains why', async () => {
  const app = await renderApp({ user: 'teacher', path: '/lessons/git-pipes?preview=true' });
  expect((await screen.findByRole('note')).textContent).toContain('読了・解答はできません');
  const button = await readButton();
  await app.user.click(button);

  expect(button.disabled).toBe(true);
  const heading = await screen.findByText('問題集', { selector: 'h2' });
  expect(heading.closest('[inert]')).not.toBeNull();
  expect(network.calls().filter((words) => !words.startsWith('GET'))).toEqual([]);
});

test('編集に戻る opens the lesson’s editor from the preview', async () => {
  const app = await renderApp({ user: 'teacher', path: '/lessons/git-pipes?preview=true' });
  await app.user.click(await screen.findByRole('link', { name: '編集に戻る' }));

  await screen.findByRole('heading', { level: 1, name: 'レッスンを編集' });
  expect(app.href).toBe('/lessons/edit/git-pipes');
});

test('a learner who opens the preview’s address can study as usual', async () => {
  await renderApp({ user: 'student', path: '/lessons/git-pipes?preview=true' });

  expect((await screen.findByRole('group', { name: 'レッスンの操作' })).querySelector('[data-disabled]')).toBeNull();
  expect(screen.queryByRole('note')).toBeNull();
});
