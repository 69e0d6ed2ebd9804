/** Tests lenient text questions: the switch in the editor shows what will count, and device and server grade by it. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { openSet, save, text, watchWrites, write } from '@tests/support/question-set-editing';
import { SAVED } from '@tests/support/solving';
import { expect, test } from 'vitest';

useOwnServer('lenient-answers');
const network = useNetworkStub();
const { lastBody, saved } = watchWrites(network);

test('an author sees what a lenient question will count as right, and a learner’s answer counts so, offline and on the server', async () => {
  const author = await openSet({ ...text, acceptedAnswers: ['東京'] });
  const { app, dialog, setId } = author;
  const lenient = dialog.getByRole<HTMLInputElement>('switch', { name: /^ひらがなとカタカナ/ });
  expect(lenient.checked).toBe(false);
  expect(dialog.queryByText(/も正解になります/)).toBeNull();
  await write(app, dialog.getByLabelText('正解1'), '1000');
  expect(dialog.getByText('オンにすると、「1,000」なども正解になります。')).toBeDefined();
  await app.user.click(lenient);
  expect(dialog.getByText('「1,000」なども正解になります。')).toBeDefined();
  await app.user.click(dialog.getByRole('button', { name: '答えを追加' }));
  await write(app, dialog.getByLabelText('正解2'), '1,000');
  expect(dialog.getByText('正解1と同じとみなされるため、省けます')).toBeDefined();
  await app.user.click(dialog.getByRole('button', { name: '正解2を削除' }));
  await save(app, dialog);
  await saved();
  expect(lastBody('PUT').questions).toMatchObject([{ acceptedAnswers: ['1000'], lenient: true }]);

  const learner = await renderApp({ user: 'student', path: `/question/solve/${setId}` });
  await learner.user.type(await screen.findByLabelText('解答'), '１，０００');
  await screen.findByText(SAVED);
  await waitFor(() => expect(network.calls()).toContain(`GET /question-set/${setId}/explanation`));
  await waitFor(() => expect(network.inFlightCount()).toBe(0));
  network.cut();
  await learner.goTo(`/question/solve/${setId}?view=overview`);
  await learner.user.click(
    await within(screen.getByRole('group', { name: '問題の操作' })).findByRole('button', { name: '提出する' }),
  );
  await screen.findByText('仮採点');
  expect(screen.getByRole('main').textContent).toContain('1 / 1 問正解');
  network.restore();
  window.dispatchEvent(new Event('online'));
  await screen.findByText('送信済み');
  expect(screen.getByRole('main').textContent).toContain('1 / 1 問正解');
});
