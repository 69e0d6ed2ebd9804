/** Studying on: wrong answers again, spaced review, study record and certificate, search, and display settings. */
import { LESSONS, QUESTION_SET } from '@tests/e2e/support/study';

import { ACTIONS, lessonDrawn, screenReady, signIn, visit, workerReady } from './steps';
import { button, field, heading, link, role, type Tab, text } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true });

const SOLVE = `/question/solve/${QUESTION_SET.id}`;
const [LESSON] = LESSONS;
const reviewCard = { within: role('region', '復習') };
const inDialog = { within: role('dialog') };

/** Checks the open question's answer, and reads the verdict. */
async function check(tab: Tab, verdict: '正解' | 'まちがい'): Promise<void> {
  await tab.click(button('答え合わせ'));
  await tab.sees(text(verdict, { within: role('main') }));
  await tab.sees(heading('解説'));
}

trip(
  'a learner practises wrong answers after a submit, and again in spaced review of all four types',
  async ({ device, network }) => {
    const tab = await device.open();
    await signIn(tab, 'matsumoto');
    await visit(tab, SOLVE);
    await tab.click(role('radio', /来店者数/));
    await tab.sees(text('解答はこの端末に保存されています'));
    await visit(tab, `${SOLVE}?view=overview`);
    await tab.click(button('提出する'));
    await tab.sees(text('送信済み'));

    await tab.click(link(/^まちがえた問題だけ解き直す/));
    await tab.sees(text(/^1 \/ 6 問・単一選択/));
    await tab.click(role('radio', /社員番号/));
    await check(tab, '正解');
    await tab.click(button('次へ'));
    await tab.click(button('終わる'));
    await tab.sees(text('解き直しは練習です。提出した結果は変わりません。'));
    await tab.click(button('結果に戻る'));
    await tab.reads(role('main'), /0 \/ 6 問正解/);

    await visit(tab, '/');
    await tab.sees(text('前回まちがえた問題が5問あります', reviewCard));
    await tab.click(link('始める', reviewCard));
    await tab.sees(text(/^1 \/ 5 問・記述/));
    await tab.type(field('解答'), '８');
    await check(tab, '正解');
    await tab.click(button('次へ'));
    await tab.sees(text(/^2 \/ 5 問・複数選択/));
    await tab.click(role('checkbox', /中央値/));
    await tab.click(role('checkbox', /四分位範囲/));
    await check(tab, '正解');
    await tab.click(button('次へ'));
    await tab.sees(text(/^3 \/ 5 問・単一選択/));
    await tab.click(role('radio', '200 300'));
    await check(tab, 'まちがい');
    await tab.click(button('次へ'));
    await tab.sees(text(/^4 \/ 6 問・並べ替え・うち1問はもう一度/));
    await tab.click(button('1番目を下へ'));
    await check(tab, 'まちがい');
    await tab.click(button('終わる'));
    await tab.reads(role('main'), /2 \/ 4 問正解/);
    await tab.click(link('ホームに戻る'));
    await tab.sees(text('前回まちがえた問題が3問あります', reviewCard));
    expect(network.count('POST', /\/submit\//)).toBe(1);
  },
);

trip('a learner reads the last lessons of a course, and gets record and certificate', async ({ device }) => {
  const tab = await device.open();
  await signIn(tab, 'inoue');
  for (const id of ['security-incident', 'security-habits']) {
    await visit(tab, `/lessons/${id}`);
    await tab.click(button('読了にする', ACTIONS));
    await tab.sees(button('取り消す', ACTIONS));
  }
  await tab.click(link('修了証を見る'));
  await screenReady(tab, '修了証');
  await tab.sees(text('井上 千尋'));
  await tab.reads(role('main'), /の全14レッスンを読み終えました。/);
  await tab.sees(button('印刷'));

  await visit(tab, '/record', '受講記録簿');
  const record = role('table', '情報セキュリティの基本の記録');
  await tab.sees(role('row', /続けるための習慣.*読了/, { within: record }));
  await tab.sees(link(/^「情報セキュリティの基本」の\s*修了証$/));
});

trip('a learner finds a word by its reading, and steps through it in the lesson', async ({ device }) => {
  const tab = await device.open();
  await signIn(tab, 'student');
  await workerReady(tab);
  await visit(tab, `/lessons/${LESSON.id}`, LESSON.title);
  await lessonDrawn(tab);
  await visit(tab, '/');
  await tab.click(button('さがす'));
  await tab.type(role('textbox', undefined, inDialog), 'シブンイスウ');
  await tab.click(button(new RegExp(`${LESSON.title}.*四分位数`), inDialog));
  await screenReady(tab, LESSON.title);
  const bar = { within: role('search', 'このレッスン内をさがす') };
  await tab.reads(role('status', undefined, bar), /^1 \/ [2-9]/);
  await tab.click(button('次の場所', bar));
  await tab.reads(role('status', undefined, bar), /^2 \/ /);
  await tab.click(button('前の場所', bar));
  await tab.reads(role('status', undefined, bar), /^1 \/ /);
  await tab.type(field('さがす言葉', bar), '分散');
  await tab.reads(role('status', undefined, bar), /^1 \/ [2-9]/);
  await tab.press('Escape');
  await tab.seesNo(role('search'));
});

trip('a learner changes size, spacing, typeface and furigana of the text, and they stay', async ({ device }) => {
  const tab = await device.open();
  await signIn(tab, 'student');
  await visit(tab, '/lessons/security-passkeys');
  await lessonDrawn(tab);
  const look = () =>
    tab.evaluate(() => {
      const style = getComputedStyle(document.querySelector('[data-wide] td') ?? document.body);
      const { font, lineSpacing, textSize, mantineColorScheme } = document.documentElement.dataset;
      return {
        size: Number.parseFloat(style.fontSize),
        line: Number.parseFloat(style.lineHeight) / Number.parseFloat(style.fontSize),
        isMincho: style.fontFamily.includes('Mincho'),
        readings: document.querySelectorAll('article rt').length,
        said: [textSize, lineSpacing, font, mantineColorScheme].join(' '),
        sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      };
    });
  const before = await look();
  const panel = { within: role('dialog', '表示設定') };
  await tab.click(button('このレッスンの表示設定'));
  for (const choice of ['特大', 'ひろい', '明朝', '表示しない', 'ダーク']) await tab.click(text(choice, panel));
  await tab.press('Escape');
  await tab.seesNo(role('dialog'));

  const changed = { isMincho: true, readings: 0, said: 'largest wide mincho dark', sideways: 0 };
  await expect.poll(look).toMatchObject(changed);
  const after = await look();
  expect([after.size > before.size * 1.2, after.line > before.line * 1.1]).toEqual([true, true]);
  await visit(tab, '/lessons/security-passkeys');
  await lessonDrawn(tab);
  await expect.poll(look).toEqual(after);
});

trip('a learner opens a picture and a wide table in the whole window, and closes them', async ({ device }) => {
  const tab = await device.open();
  await signIn(tab, 'student');
  // Back closes a dialog only on a screen that was opened within the app.
  await visit(tab, '/courses/security');
  await tab.click(link(/^パスワードとパスキー/));
  await lessonDrawn(tab);
  const width = () =>
    tab.evaluate(() => document.querySelector('dialog[open] table')?.getBoundingClientRect().width ?? 0);
  await tab.click(button(/^表1.*を広げる$/));
  await tab.sees(role('table', undefined, { within: role('dialog', /^表1/) }));
  await expect.poll(async () => [await width()].every((each) => each > 0 && each < 360)).toBe(true);
  for (let presses = 0; presses < 3; presses += 1) await tab.press('+');
  await expect.poll(width).toBeGreaterThan(360);
  await tab.press('Escape');
  await tab.seesNo(role('dialog'));

  await tab.click(button(/^画像を拡大/));
  await tab.sees(role('img', undefined, { within: role('dialog') }));
  await tab.back();
  await tab.seesNo(role('dialog'));
  await tab.isAt('/lessons/security-passkeys');
});
