/** Tests that when two people edit one lesson, changes to different fields are combined. */
import { screen, waitFor } from '@testing-library/dom';
import { useOwnServer } from '@tests/support/demo';
import {
  field,
  makeLesson,
  openLesson,
  readEditor,
  readLesson,
  save,
  saveTextAs,
  storedText,
  write,
} from '@tests/support/lesson-editing';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, expect, test } from 'vitest';

useOwnServer('lesson-combining');
const network = useNetworkStub();
let lessonId: string;

beforeEach(async () => {
  lessonId = await makeLesson();
});

test('another user’s saved text is kept beside a changed title, and the form continues from that version', async () => {
  const app = await openLesson(lessonId, 'teacher');
  await saveTextAs('admin', lessonId, '先の文章');
  await app.user.type(await field(/タイトル/), '2');
  await app.user.click(save());

  await screen.findByText('ほかの人が変えた「本文」と合わせて保存しました');
  await waitFor(async () => expect(await readEditor()).toBe('先の文章'));
  await app.user.type(await field(/タイトル/), '3');
  await app.user.click(save());
  await waitFor(async () => expect((await readLesson(lessonId)).title).toBe('下書きの課23'));
  expect(await storedText(await readLesson(lessonId))).toBe('先の文章');
});

test('fault: text is typed while another user’s text is loaded into the form → the next save shows the conflict dialog', async () => {
  const app = await openLesson(lessonId, 'teacher');
  await saveTextAs('admin', lessonId, '先の文章');
  await app.user.type(await field(/タイトル/), '2');
  const release = network.hold(/^GET \/lessons\//);
  await app.user.click(save());
  await screen.findByText('ほかの人が変えた「本文」と合わせて保存しました');
  await write('あとからの文章');
  release();
  await app.user.click(save());

  await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' });
  expect(await storedText(await readLesson(lessonId))).toBe('先の文章');
  expect(await readEditor()).toBe('あとからの文章');
});
