/**
 * The steps of authoring-count.spec.ts that write lessons and question sets, each with as few presses as the screens
 * allow.
 */
import { readFileSync } from 'node:fs';

import { expect } from './app';
import type { CountedHand, PictureFile } from './counted-hand';
import type { questionSets, WrittenLesson, WrittenQuestion } from './written-course';

const picture: PictureFile = { name: '写真.webp', buffer: readFileSync('public/logo.webp') };

export const button = ({ page }: CountedHand, name: string) => page.getByRole('button', { name, exact: true });
/** The editor of a question set, which covers the window or is beside the outline. */
const setOf = ({ page }: CountedHand) => page.getByRole('form', { name: '問題集の編集' });
export const textOf = ({ page }: CountedHand) => page.getByRole('textbox', { name: '本文' });

/** Types headings and sentences at the caret; each line break counts as a press. */
async function writeParts(hand: CountedHand, { parts }: WrittenLesson): Promise<void> {
  for (const [heading, sentence] of parts) {
    await hand.tap(button(hand, '見出し'));
    await hand.type(heading);
    await hand.key('Enter');
    await hand.type(sentence);
    await hand.key('Enter', 2);
  }
}

async function addPicture(hand: CountedHand, alt: string, pastes: boolean): Promise<void> {
  if (pastes) await hand.paste({ picture });
  else await hand.choose(button(hand, '画像を追加'), picture);
  const dialog = hand.page.getByRole('dialog', { name: '画像を追加' });
  await expect(dialog.getByText('アップロード済み')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await hand.type(alt);
  await hand.key('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(textOf(hand)).toContainText(alt);
}

/** Types a table of two columns and two rows below its header, a word with its reading, and a formula. */
async function addRest(hand: CountedHand): Promise<void> {
  await hand.tap(button(hand, '表'));
  await hand.type('場所');
  for (const word of ['数', '入口', '10', '奥', '20']) {
    await hand.key('Tab');
    await hand.type(word);
  }
  await hand.key('Control+End');
  await hand.key('Enter', 2);
  await hand.type('棚卸');
  await hand.key('Shift+ArrowLeft', 2);
  await hand.tap(button(hand, 'ふりがな'));
  await hand.type('たなおろし');
  await hand.key('Control+End');
  await hand.key('Enter', 2);
  await hand.tap(button(hand, '数式'));
  await hand.type('n=a+b');
  await hand.key('Control+End');
  await hand.key('Enter', 2);
  await expect(textOf(hand)).toContainText('{棚卸|たなおろし}');
  await expect(textOf(hand)).toContainText('$n=a+b$');
}

/** Types a lesson's text, with the caret in the text. */
export async function writeText(hand: CountedHand, lesson: WrittenLesson, isFirst: boolean, pastes: boolean) {
  await writeParts(hand, lesson);
  if (isFirst) await addRest(hand);
  if (lesson.picture !== undefined) await addPicture(hand, lesson.picture, pastes);
}

async function markRight(hand: CountedHand, { type, right = [] }: WrittenQuestion): Promise<void> {
  const role = type === '複数選択' ? 'checkbox' : 'radio';
  for (const place of right) await hand.tap(setOf(hand).getByRole(role, { name: `選択肢${place + 1}を正解にする` }));
}

/** Types the open question, with the focus in its text. */
async function writeQuestion(hand: CountedHand, question: WrittenQuestion, pastes: boolean): Promise<void> {
  const set = setOf(hand);
  const { type, body, choices, right = [] } = question;
  await expect(set.getByRole('textbox', { name: /^問題文/ })).toBeFocused();
  await hand.type(body);
  if (type !== '単一選択') await hand.tap(set.getByText(type, { exact: true }));
  if (type === '記述') {
    await hand.tap(set.getByLabel('正解1', { exact: true }));
    await hand.type(choices[0] ?? '');
    return;
  }
  await hand.tap(set.getByRole('textbox', { name: '選択肢1', exact: true }));
  if (pastes) {
    await hand.paste({ text: choices.map((text, place) => (right.includes(place) ? `* ${text}` : text)).join('\n') });
  } else {
    for (const [place, text] of choices.entries()) {
      if (place > 0) await hand.key('Enter');
      await hand.type(text);
    }
    await markRight(hand, question);
  }
  await expect(set.getByRole('textbox', { name: `選択肢${choices.length}`, exact: true })).toHaveValue(
    choices.at(-1) ?? '',
  );
}

/**
 * Writes a question set of the lesson on the screen, saves it with the lesson's text, and goes on to the next lesson.
 */
export async function writeSet(hand: CountedHand, set: (typeof questionSets)[number], pastes: boolean): Promise<void> {
  await hand.tap(button(hand, '問題集を追加'));
  const editor = setOf(hand);
  await expect(editor.getByLabel(/^タイトル/)).toBeFocused();
  if ((await hand.page.getByRole('dialog').count()) > 0) hand.see(set.title);
  await hand.type(set.title);
  for (const [place, question] of set.questions.entries()) {
    if (place > 0) await hand.tap(editor.getByRole('button', { name: '次の問題を追加' }));
    else {
      const text = editor.getByRole('textbox', { name: /^問題文/ });
      if (!(await text.isVisible())) await hand.tap(editor.locator('[data-question]'));
      await hand.tap(text);
    }
    await writeQuestion(hand, question, pastes);
  }
  await hand.key('Control+Enter');
  await expect(hand.page.getByText('問題集を保存しました')).toBeVisible();
}
