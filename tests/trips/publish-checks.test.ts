/**
 * Tests the check of a course's texts and question sets before it is published: findings are only advice, and
 * unreadable parts are reported.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { press, useMadeCourses } from '@tests/support/course-editing';
import { callAs, demoSession, useOwnServer, useTripServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { openOutline } from '@tests/support/outline';
import { beforeEach, expect, test } from 'vitest';

useOwnServer('publish-checks');
const network = useNetworkStub();
const { makeCourse } = useMadeCourses();
type Made = { id: string };
const make = (path: string, json: object) => callAs('teacher', 'POST', path, json) as Promise<Made>;

/** Uploads a text. @returns its id. */
async function upload(text: string): Promise<string> {
  const { access_token: token } = await demoSession('teacher');
  const head =
    '--part\r\nContent-Disposition: form-data; name="file"; filename="text.md"\r\nContent-Type: text/markdown\r\n\r\n';
  const path = `/api/v1/content/pub-container/${crypto.randomUUID()}.md`;
  const response = await fetch(`${await useTripServer()}${path}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'multipart/form-data; boundary=part' },
    body: `${head}${text}\r\n--part--\r\n`,
  });
  return ((await response.json()) as Made).id;
}

let courseId: string;
let chapterId: string;
beforeEach(async () => {
  courseId = (await makeCourse()).id;
  const section = await make('/sections/', { courseId, title: '前半' });
  chapterId = (await make('/chapters/', { sectionId: section.id, title: '準備' })).id;
});

async function addLesson(title: string, text: string): Promise<Made & { contentId: string }> {
  const contentId = await upload(text);
  return { ...(await make('/lessons/', { chapterId, title, contentId })), contentId };
}
function addSet(lessonId: string, explanation: string, body = '問い') {
  const question = { id: crypto.randomUUID(), type: 'text', body, choices: [], acceptedAnswers: ['答え'], explanation };
  return make('/question-set/', { lessonId, title: '確認', questions: [question] });
}
const report = async () => within(await screen.findByRole('group', { name: '公開する前に' }));
/** Returns the findings on the screen: the place and the problems of each. */
const findings = async () =>
  (await report()).getAllByRole('listitem').map((item) => [...item.children].map(({ textContent }) => textContent));
const patches = () => network.calls().filter((call) => call.startsWith('PATCH'));

test('the check before publishing names pictures, links, formulas and signs that learners cannot use, with a link to each editor, and allows publishing', async () => {
  const hidden = await makeCourse();
  const bad = await addLesson(
    '道具',
    [
      '# 道具\n\n![](content:nothing)\n\n[次](./手順.md) [無い](./none.md) [別](/lessons/nothing)',
      `[下書き](/courses/${hidden.id}) [公開](/courses/git) [外](https://example.com/none) [見出し](#使い方)`,
      '## 使い方\n\n$x^2$ と $\\frac{1}$',
    ].join('\n\n'),
  );
  const good = await addLesson('手順', 'まず始めます。');
  await addSet(good.id, '', '![](/icons/icon-192.png)\n\n{info}要点{info}');
  const app = await openOutline(`/courses/${courseId}`);
  await press(app, '公開する');

  expect(await findings()).toEqual([
    [
      'レッスン「道具」',
      [
        '説明のない画像 1件',
        '見つからない画像 1件',
        'リンク先が見つからないリンク 2件（./none.md、/lessons/nothing）',
        `下書きのコースへのリンク 1件（/courses/${hidden.id}）`,
        '表示できない数式 1件',
      ].join('、'),
    ],
    [
      'レッスン「手順」の問題集「確認」',
      '解説のない問題 1件（問1）、説明のない画像 1件、書いたまま表示される記号 2件（{info}）',
    ],
  ]);
  const link = (await report()).getByRole('link', { name: 'レッスン「道具」' });
  expect(link.getAttribute('href')).toBe(`/lessons/edit/${bad.id}`);
  expect(network.calls().filter((call) => call.includes('example.com'))).toEqual([]);
  expect(patches()).toEqual([]);
  await press(app, 'このまま公開する');
  await screen.findByRole('button', { name: '下書きに戻す' });
});

test('a course without findings is published at once after the check', async () => {
  const lesson = await addLesson('道具', '![図](/icons/icon-192.png) [コース](/courses/git) $x$');
  await addSet(lesson.id, '理由です。');
  const app = await openOutline(`/courses/${courseId}`);
  await press(app, '公開する');
  await screen.findByRole('button', { name: '下書きに戻す' });
});

test('fault: one text and the list of files cannot be read → the check before publishing reports both, and counts neither as fine', async () => {
  const unread = await addLesson('道具', '本文');
  await addLesson('手順', '![図](content:nothing)');
  const app = await openOutline(`/courses/${courseId}`);
  network.answer(`GET /content/${unread.contentId}`, 500, {});
  network.cutNew(/^GET \/content\/\?/);
  await press(app, '公開する');

  expect(await findings()).toEqual([
    ['レッスン「道具」', '読み込めなかったため、確認できませんでした'],
    ['レッスン「手順」', '確認できなかったリンクと画像 1件'],
  ]);
});

test('a long check before publishing shows its progress, reads at most four texts at once, and キャンセル publishes nothing', async () => {
  const lessons = [];
  for (const title of ['一', '二', '三', '四', '五', '六']) lessons.push(await addLesson(title, title));
  const app = await openOutline(`/courses/${courseId}`);
  const texts = () => network.calls().filter((call) => /^GET \/content\/[\w-]+$/.test(call));
  network.hold(/^GET \/content\/[\w-]+$/);
  await press(app, '公開する');

  await screen.findByText('公開する前に、本文と問題集を確認しています（6件中0件）');
  expect(texts()).toHaveLength(4);
  await press(app, 'キャンセル');
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '公開する' }));
  network.restore();
  expect(patches()).toEqual([]);
  expect(screen.queryByRole('group', { name: '公開する前に' })).toBeNull();
});

test('fault: the lessons cannot be listed → the check before publishing shows the failure, and nothing is published', async () => {
  await addLesson('道具', '本文');
  const app = await openOutline(`/courses/${courseId}`);
  network.cut(/^GET \/lessons\/\?courseId/);
  await press(app, '公開する');
  await screen.findByRole('alert');
  expect(patches()).toEqual([]);
});

test('the form of a published course asks for a confirmation before it unpublishes the course', async () => {
  await callAs('teacher', 'PATCH', `/courses/${courseId}`, { status: 'published' });
  const app = await openOutline(`/courses/${courseId}`);
  await app.goTo(`/courses/edit/${courseId}`);
  await app.user.click(await screen.findByRole('radio', { name: /^下書き/ }));
  await press(app, '保存');
  const dialog = within(await screen.findByRole('dialog', { name: '「試作のコース」を下書きに戻す' }));
  await app.user.click(dialog.getByRole('button', { name: 'キャンセル' }));
  await screen.findByText('保存していません。入力した内容はこのまま残っています。');
  expect(patches()).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(app, '保存');
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '下書きに戻す' }));
  await screen.findByRole('heading', { level: 1, name: '試作のコース' });
  expect(await callAs('teacher', 'GET', `/courses/${courseId}`)).toMatchObject({ status: 'draft' });
});
