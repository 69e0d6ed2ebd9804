/** Reading a lesson aloud: without a voice, and with a fake one. */
import { installVoice, readMarked } from '@tests/e2e/support/fake-voice';
import { LESSONS } from '@tests/e2e/support/study';

import { screenReady, signIn, visit } from './steps';
import { button, link, role, type Tab } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true });

const [LESSON] = LESSONS;
const player = { within: role('region', '読み上げ') };

trip('on a device without a voice, 読み上げ says in words what is missing', async ({ device }) => {
  const tab = await device.open();
  await signIn(tab, 'student');
  await visit(tab, `/lessons/${LESSON.id}`, LESSON.title);
  await tab.click(button('読み上げ'));
  await tab.reads(role('status', undefined, player), /日本語の声がありません/);
});

trip('a lesson is read aloud sentence by sentence, and the spoken sentence is marked', async ({ device }) => {
  const tab = await device.open();
  await signIn(tab, 'student');
  await visit(tab, '/courses/statistics');
  await tab.evaluate(installVoice);
  await tab.click(link(/^ばらつきを測る/));
  await screenReady(tab, LESSON.title);
  await tab.click(button('読み上げ'));
  const spoken = () => tab.evaluate(() => window.voice.spoken);
  const end = (tab: Tab) => tab.evaluate(() => window.voice.endSentence());
  await expect.poll(spoken).toEqual([LESSON.title]);
  await end(tab);
  await expect.poll(async () => (await spoken()).length).toBe(2);
  await expect.poll(() => readMarked(tab)).toContain('。');
  await tab.click(button(/^次の文/, player));
  await expect.poll(async () => (await spoken()).length).toBe(3);
  await tab.click(button(/^一時停止/, player));
  await tab.sees(button(/^再生/, player));
  await tab.click(button('読み上げを閉じる', player));
  await tab.seesNo(role('region', '読み上げ'));
});
