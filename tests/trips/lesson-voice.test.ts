/** Tests reading a lesson aloud (読み上げ) by the device's speech synthesis. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { type FakeSynthesis, fakeVoice, installVoice } from '@tests/support/fake-voice';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test, vi } from 'vitest';

import { saveReadingPosition } from '@/device/reading-positions';

const network = useNetworkStub();
const PATH = '/lessons/security-passkeys';
const TITLE = 'パスワードとパスキー';
const TEXT = '{情報|じょうほう}の量[^1]。二つ目の文。三つ目の文。\n\n- 四つ目の文。\n\n[^1]: 注の文。';
const player = () => within(screen.getByRole('region', { name: '読み上げ' }));
const findPlayer = async () => within(await screen.findByRole('region', { name: '読み上げ' }));
const openButton = () => screen.findByRole('button', { name: '読み上げ' });
const press = async (app: OpenedApp, name: string) =>
  app.user.click(await (await findPlayer()).findByRole('button', { name }));

async function openLesson(text = TEXT, path = PATH): Promise<OpenedApp> {
  network.answer(/\/files\/.*\.md/, 200, text, { 'Content-Type': 'text/markdown; charset=utf-8' });
  return renderApp({ user: 'student', path });
}

async function startReading(app: OpenedApp, synthesis: FakeSynthesis): Promise<void> {
  await app.user.click(await openButton());
  await waitFor(() => expect(synthesis.texts.length).toBeGreaterThan(0));
}

/** Opens the lesson on a device with a voice, and starts reading it aloud. */
async function openAndRead() {
  const synthesis = installVoice();
  const app = await openLesson();
  await startReading(app, synthesis);
  return { app, synthesis };
}

/** Waits for a sentence after a press: the player speaks a moment after it has cancelled another sentence. */
const waitForTexts = (synthesis: FakeSynthesis, texts: readonly string[]) =>
  waitFor(() => expect(synthesis.texts).toEqual(texts));

test('読み上げ reads the lesson aloud sentence by sentence with the author’s furigana, even while furigana are hidden', async () => {
  const synthesis = installVoice();
  localStorage.setItem('manabiba-furigana', 'off');
  const app = await openLesson();
  await startReading(app, synthesis);
  for (let sentence = 0; sentence < 6; sentence += 1) synthesis.endSentence();

  expect(synthesis.texts).toEqual([
    TITLE,
    'じょうほうの量。',
    '脚注、注の文。',
    '二つ目の文。',
    '三つ目の文。',
    '四つ目の文。',
  ]);
  await player().findByRole('button', { name: '再生' });
});

test('reading aloud resumes at the paused sentence, by buttons and by keys', async () => {
  const { app, synthesis } = await openAndRead();
  await press(app, '次の文');
  await waitForTexts(synthesis, [TITLE, 'じょうほうの量。']);
  await press(app, '一時停止');
  expect(synthesis.speaking).toBe(false);
  await press(app, '再生');
  await waitForTexts(synthesis, [TITLE, 'じょうほうの量。', 'じょうほうの量。']);

  await app.user.keyboard('p');
  expect(synthesis.speaking).toBe(false);
  await app.user.keyboard('nbp');
  await waitFor(() => expect(synthesis.texts).toHaveLength(4));
  expect(synthesis.texts.at(-1)).toBe('じょうほうの量。');
  await app.user.click(screen.getByRole('button', { name: 'このレッスン内をさがす' }));
  await app.user.type(await screen.findByRole('textbox', { name: 'さがす言葉' }), 'npb');
  expect(synthesis.texts).toHaveLength(4);
});

test('closing the voice player by its button or by Escape stops the voice and returns the focus to the opener', async () => {
  const { app, synthesis } = await openAndRead();
  await press(app, '読み上げを閉じる');
  expect(synthesis.speaking).toBe(false);
  expect(document.activeElement).toBe(await openButton());

  await startReading(app, synthesis);
  await waitFor(() => expect(synthesis.speaking).toBe(true));
  await app.user.keyboard('{Escape}');
  expect(synthesis.speaking).toBe(false);
  expect(screen.queryByRole('region', { name: '読み上げ' })).toBeNull();
});

test('opening another lesson stops the voice and closes the player', async () => {
  const { app, synthesis } = await openAndRead();
  await app.user.keyboard('j');
  await waitFor(() => expect(synthesis.speaking).toBe(false));
  expect(screen.queryByRole('region', { name: '読み上げ' })).toBeNull();
});

test('signing out stops the reading voice', async () => {
  const { app, synthesis } = await openAndRead();
  await app.user.click(screen.getByRole('button', { name: /^アカウント/ }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));
  await screen.findByRole('button', { name: 'ログイン' });
  expect(synthesis.speaking).toBe(false);
});

test('fault: the server cannot be reached → a lesson on the device is read aloud', async () => {
  const synthesis = installVoice();
  const app = await openLesson();
  await openButton();
  network.cut();
  await startReading(app, synthesis);
  synthesis.endSentence();
  expect(synthesis.texts).toEqual([TITLE, 'じょうほうの量。']);
});

test('the speed of the voice is stored on the device and applies at once', async () => {
  const { app, synthesis } = await openAndRead();
  await app.user.selectOptions(player().getByRole('combobox', { name: '速さ' }), '1.5倍');
  await waitFor(() => expect(synthesis.spoken.at(-1)).toMatchObject({ text: TITLE, rate: 1.5 }));

  await app.reload();
  await startReading(app, synthesis);
  await waitFor(() => expect(synthesis.speaking).toBe(true));
  expect(synthesis.spoken.at(-1)).toMatchObject({ rate: 1.5 });
  expect(player().getByRole<HTMLSelectElement>('combobox', { name: '速さ' }).value).toBe('1.5');
});

test('footnotes can be left out of reading aloud, and another voice can be chosen', async () => {
  const synthesis = installVoice([fakeVoice(), fakeVoice({ name: 'Otoya', voiceURI: 'otoya' })]);
  const app = await openLesson();
  await startReading(app, synthesis);
  await press(app, '読み上げの設定');
  await app.user.click(player().getByRole('checkbox', { name: '脚注も読む' }));
  await app.user.selectOptions(player().getByRole('combobox', { name: '声' }), 'Otoya');
  await waitForTexts(synthesis, [TITLE, TITLE]);
  synthesis.endSentence();
  synthesis.endSentence();
  expect(synthesis.texts.slice(1)).toEqual([TITLE, 'じょうほうの量。', '二つ目の文。']);
  expect(synthesis.spoken.at(-1)?.voice?.name).toBe('Otoya');
});

test('without a Japanese voice 読み上げ (read aloud) explains how to install one, and reads once there is one', async () => {
  const remote = fakeVoice({ name: 'Google 日本語', localService: false });
  const synthesis = installVoice([remote, fakeVoice({ lang: 'en-US' })]);
  const app = await openLesson();
  await app.user.click(await openButton());
  await (await findPlayer()).findByText('この端末に日本語の声がありません');
  expect(synthesis.texts).toEqual([]);

  synthesis.voices = [remote, fakeVoice({ lang: 'ja_JP' })];
  synthesis.dispatchEvent(new Event('voiceschanged'));
  await waitFor(() => expect(synthesis.texts).toEqual([TITLE]));
});

test('読み上げ (read aloud) in a browser without speech shows that it is not supported', async () => {
  const app = await openLesson();
  await app.user.click(await openButton());
  await (await findPlayer()).findByText(/このブラウザーには読み上げの機能がありません/);
});

test('a collapsed part of the text is read aloud only while it is open', async () => {
  const synthesis = installVoice();
  const app = await openLesson('問い。\n\n<details><summary>答え</summary>\n\n四です。\n\n</details>\n\n次。');
  await screen.findByText('次。');
  await startReading(app, synthesis);
  for (let sentence = 0; sentence < 3; sentence += 1) synthesis.endSentence();
  expect(synthesis.texts).toEqual([TITLE, '問い。', '答え', '次。']);

  document.querySelector('main article details')?.setAttribute('open', '');
  await press(app, '前の文');
  await waitFor(() => expect(synthesis.texts.at(-1)).toBe('四です。'));
});

test('reading aloud begins at the stored reading position, and はじめから (from the beginning) starts at the title', async () => {
  const synthesis = installVoice();
  const app = await openLesson();
  await openButton();
  await saveReadingPosition('security-passkeys', 0.5);
  // In the faked layout the text is 1000 px high, and only the sentence with 三つ目 ends below the middle of the text.
  vi.spyOn(Range.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Range) {
    return new DOMRect(0, /三つ目/.test(this.toString()) ? 600 : 10, 100, 20);
  });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 100, 1000));
  await startReading(app, synthesis);
  expect(synthesis.texts).toEqual(['三つ目の文。']);
  await press(app, 'はじめから');
  await waitFor(() => expect(synthesis.texts.at(-1)).toBe(TITLE));
});

test('ここから (from here) reads aloud from the selected words', async () => {
  const { app, synthesis } = await openAndRead();
  getSelection()?.selectAllChildren(screen.getByText('四つ目の文。'));
  document.dispatchEvent(new Event('selectionchange'));
  await press(app, 'ここから');
  await waitForTexts(synthesis, [TITLE, '四つ目の文。']);
});

test('leaving the page stops the voice, and the player stays paused at the same sentence', async () => {
  const { app, synthesis } = await openAndRead();
  await press(app, '次の文');
  await waitForTexts(synthesis, [TITLE, 'じょうほうの量。']);
  fireEvent(window, new Event('pagehide'));
  expect(synthesis.speaking).toBe(false);

  await press(app, '再生');
  await waitForTexts(synthesis, [TITLE, 'じょうほうの量。', 'じょうほうの量。']);
});
