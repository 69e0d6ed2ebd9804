/** A learner's first day: sign in, open a course, read a lesson, mark it as read, and solve a question set. */
import { COURSE, LESSONS, QUESTION_SET, receivedBy } from '@tests/e2e/support/study';

import { screenReady, signIn, visit } from './steps';
import { button, field, heading, link, role, type Tab, text } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true });

const [LESSON] = LESSONS;
const actions = role('group', 'レッスンの操作');
const inLesson = { within: role('article') };
const place = (number: number) => text(new RegExp(`^${number} / 6 問・`));

/** Asserts that formula, code, reading, picture and wide table are drawn without sideways scrolling of the page. */
async function expectLessonDrawn(tab: Tab): Promise<void> {
  await tab.sees(role('group', 'コード（python）', inLesson));
  await tab.sees(role('table', undefined, inLesson));
  await tab.sees(button(/^画像を拡大/, inLesson));
  const drawn = () =>
    tab.evaluate(() => {
      const article = document.querySelector('article');
      const one = (selector: string) => article?.querySelector(selector) ?? undefined;
      const box = (selector: string) => one(selector)?.getBoundingClientRect() ?? new DOMRect();
      const colour = (selector: string) => getComputedStyle(one(selector) ?? document.body).color;
      const picture = one('button[aria-label^="画像を拡大"] img') as HTMLImageElement | undefined;
      picture?.scrollIntoView();
      const table = one('table')?.closest('[role="group"]');
      return {
        formula: box('.katex-html').width > 50 && document.fonts.check('16px KaTeX_Main'),
        faultyFormulas: article?.querySelectorAll('.katex-error').length,
        code: one('.hljs-keyword')?.textContent,
        isCodeColoured: colour('.hljs-keyword') !== colour('pre code'),
        readingIsAbove: box('ruby rt').height > 0 && box('ruby rt').top < box('ruby').bottom - box('ruby rt').height,
        picture: (picture?.complete ?? false) && (picture?.naturalWidth ?? 0) > 0,
        tableScrolls: table ? table.scrollWidth > table.clientWidth : undefined,
        sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      };
    });
  await expect.poll(drawn).toEqual({
    formula: true,
    faultyFormulas: 0,
    code: 'from',
    isCodeColoured: true,
    readingIsAbove: true,
    picture: true,
    tableScrolls: true,
    sideways: 0,
  });
}

trip('a learner signs in, finds a lesson from home, and marks it as read, with undo', async ({ app, device }) => {
  const tab = await device.open();
  await signIn(tab, 'student');
  await tab.click(button('メニューを開く'));
  await tab.click(link('コース', { within: role('navigation', 'メインメニュー') }));
  await tab.click(link(new RegExp(COURSE.title), { within: role('main') }));
  await screenReady(tab, COURSE.title);
  await tab.click(link(/^ばらつきを測る.*未読/));
  await screenReady(tab, LESSON.title);
  await expectLessonDrawn(tab);

  await tab.click(button('読了にする', { within: actions }));
  await tab.click(button('取り消す', { within: actions }));
  await tab.sees(button('読了にする', { within: actions }));
  await tab.click(button('読了にする', { within: actions }));
  await tab.sees(text('読了', { within: actions }));
  await expect.poll(() => receivedBy(app.origin, 'student')).toEqual({ lessons: [LESSON.id], submits: 0 });

  await tab.goto('/');
  await tab.sees(heading(COURSE.title));
  await tab.click(link(new RegExp(COURSE.title)));
  await tab.sees(link(/^ばらつきを測る.*読了/));
});

/** Answers a single, a text, a multiple, a single and an order question; the last one is left out. */
async function solve(tab: Tab): Promise<void> {
  const next = () => tab.click(button('次へ'));
  await tab.sees(place(1));
  await tab.click(role('radio', /社員番号/));
  await next();
  await tab.sees(place(2));
  await tab.type(field('解答'), '８');
  await next();
  await tab.sees(place(3));
  await tab.click(role('checkbox', /中央値/));
  await tab.click(role('checkbox', /四分位範囲/));
  await next();
  await tab.sees(place(4));
  await tab.click(role('radio', '200 300'));
  await next();
  await tab.sees(place(5));
  await tab.click(button('1番目を下へ'));
  await tab.sees(text('この順番で解答します。'));
  await next();
  await tab.sees(place(6));
  await tab.click(button('確認へ'));
  await tab.sees(text(/5 \/ 6 問に解答・問6が未解答です。/));
}

trip('a learner solves all four types of question, submits, and sees result and review', async ({ app, device }) => {
  const tab = await device.open();
  await signIn(tab, 'kimura');
  await visit(tab, `/lessons/${LESSON.id}`, LESSON.title);
  // Formulas that arrive late move the link away from the click.
  await expectLessonDrawn(tab);
  await tab.click(link(new RegExp(QUESTION_SET.title), { at: 0 }));
  await solve(tab);
  await tab.click(button('提出する'));
  await tab.sees(text('送信済み'));
  await tab.reads(role('main'), /3 \/ 6 問正解/);
  expect(await receivedBy(app.origin, 'kimura')).toEqual({ lessons: [], submits: 1 });

  await tab.click(link('解答と解説を見る'));
  await tab.sees(role('navigation', '問題の一覧'));
  await tab.click(button('問2 正解'));
  await tab.sees(text('８'));
  await tab.sees(heading('解説'));
  await tab.click(button('問4 まちがい'));
  await tab.sees(heading('解説'));
});
