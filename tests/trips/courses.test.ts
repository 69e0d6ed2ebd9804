/** Tests the way from a learner's course list through course and section to a lesson. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { demoSession } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test } from 'vitest';

const network = useNetworkStub();
const SECURITY = '情報セキュリティの基本';
const GIT = 'Gitとコマンドライン';
const STATISTICS = 'はじめての統計';

const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const searchField = () => screen.getByRole('searchbox', { name: 'コースをさがす' });

describe('the course list', () => {
  test('the course list shows a student the published courses in order, with the progress in each', async () => {
    const app = await renderApp({ user: 'student', path: '/courses' });

    expect(titles()).toEqual([SECURITY, GIT, STATISTICS]);
    expect(within(screen.getByRole('main')).getByRole('status').textContent).toBe('3件のコース');
    const [first] = screen.getAllByRole('article');
    expect(first?.textContent).toContain('6 / 14 レッスン');
    expect(screen.getByLabelText(`${SECURITY}の進捗`).getAttribute('aria-valuetext')).toContain('43%');
    await app.user.click(screen.getByRole('link', { name: GIT }));

    await screen.findByRole('heading', { level: 1, name: GIT });
    expect(app.href).toBe('/courses/git');
  });

  test.each([
    ['せきゅりてぃ', [SECURITY]],
    ['ＧＩＴ', [GIT]],
    ['ﾃﾞｰﾀ 統計', [STATISTICS]],
  ])('a search for 「%s」 in the course list ignores width, case and kind of kana', async (words, found) => {
    const app = await renderApp({ user: 'student', path: '/courses' });

    await app.user.type(searchField(), words);

    await waitFor(() => expect(titles()).toEqual(found));
    // A filtered list is marked as temporary (`data-passing`), so that it is not stored as a prerendered page.
    expect(document.querySelector('#main [data-passing]')).not.toBeNull();
    expect(within(screen.getByRole('main')).getByRole('status').textContent).toBe(`${found.length}件のコース`);
  });

  test('the course list shows that no course matches, and all courses once the search is cleared', async () => {
    const app = await renderApp({ user: 'student', path: '/courses' });

    await app.user.type(searchField(), '料理');
    await screen.findByText('条件に合うコースはありません');
    expect(titles()).toEqual([]);
    await app.user.clear(searchField());

    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(document.querySelector('#main [data-passing]')).toBeNull();
  });

  test('the course list filters by progress', async () => {
    const app = await renderApp({ user: 'student', path: '/courses' });
    const choose = (name: string) => app.user.click(screen.getByRole('radio', { name }));

    await choose('学習中');
    await waitFor(() => expect(titles()).toEqual([SECURITY, GIT]));
    await choose('未学習');
    await waitFor(() => expect(titles()).toEqual([STATISTICS]));
    await choose('修了');
    await screen.findByText('条件に合うコースはありません');
    expect(document.querySelector('#main [data-passing]')).not.toBeNull();
    await choose('すべて');

    await waitFor(() => expect(titles()).toHaveLength(3));
  });

  test('the course list counts a course as started once its questions were answered, as home does', async () => {
    const { userId } = await demoSession('matsumoto');
    const set = { questionSetId: 'git-q-cli', lessonId: 'git-pipes', title: '確認問題', submitCount: 1, maxScore: 6 };
    const questionSets = [{ ...set, lastScore: 3, lastSubmittedAt: '2026-11-01T01:00:00Z' }];
    const git = { courseId: 'git', courseTitle: GIT, lessonCount: 13, readLessons: [], questionSets };
    network.answer(`GET /progress/detail/${userId}`, 200, { userId, courses: [git] });
    const app = await renderApp({ user: 'matsumoto', path: '/courses' });
    const choose = (name: string) => app.user.click(screen.getByRole('radio', { name }));

    await choose('学習中');
    await waitFor(() => expect(titles()).toEqual([GIT]));
    await choose('未学習');
    await waitFor(() => expect(titles()).toEqual([SECURITY, STATISTICS]));
    await app.goTo('/');
    const underWay = within(await screen.findByRole('region', { name: '学習中のコース' }));
    expect(underWay.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([GIT]);
  });

  test('the course list marks a finished course', async () => {
    const app = await renderApp({ user: 'yamada', path: '/courses' });

    await app.user.click(screen.getByRole('radio', { name: '修了' }));

    await waitFor(() => expect(titles()).toEqual([SECURITY]));
  });

  test('the course list says so if there are no courses', async () => {
    network.answer(/^GET \/courses\/\?/, 200, { items: [], total: 0, page: 1, size: 200, pages: 0 });
    await renderApp({ user: 'student', path: '/courses' });

    await screen.findByText('コースはまだありません');
    expect(within(screen.getByRole('main')).getByRole('status').textContent).toBe('0件のコース');
  });

  test('the course list loads all pages of a long list', async () => {
    const course = (id: number) => ({ id, title: `コース${id}`, updatedAt: '2026-11-01T00:00:00Z' });
    const page = (number: number, ids: number[]) => ({
      items: ids.map(course),
      total: 3,
      page: number,
      size: 2,
      pages: 2,
    });
    network.answer('GET /courses/?page=1&size=200', 200, page(1, [1, 2]));
    network.answer('GET /courses/?page=2&size=200', 200, page(2, [3]));
    await renderApp({ user: 'student', path: '/courses' });

    expect(titles()).toEqual(['コース1', 'コース2', 'コース3']);
  });
});

describe('a course', () => {
  test('a course shows its description, the progress and the next lesson', async () => {
    const app = await renderApp({ user: 'student', path: '/courses/git' });

    const text = screen.getByRole('main').textContent;
    expect(text).toContain('文字で操作するコマンドラインの基本から');
    expect(text).toContain('3 / 13 レッスン読了');
    expect(text).toContain('23%');
    await app.user.click(screen.getByRole('link', { name: '続きから：手順をシェルスクリプトにまとめる' }));

    await screen.findByRole('heading', { level: 1, name: '手順をシェルスクリプトにまとめる' });
    expect(app.href).toBe('/lessons/git-bash-script');
  });

  test('a course shows its outline with read marks, minutes and question sets', async () => {
    await renderApp({ user: 'student', path: '/courses/git' });

    const lessons = screen.getAllByRole('link', { name: /（(読了|未読)）/ });
    expect(lessons).toHaveLength(13);
    expect(lessons.map((lesson) => lesson.textContent.includes('（読了）')).lastIndexOf(true)).toBe(2);
    expect(lessons[0]?.textContent).toContain('約6分');
    expect(lessons[2]?.textContent).toMatch(/問題 \d\/\d/);
    expect(lessons[6]?.textContent).toContain('問題 1');
    const chapters = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
    expect(chapters[0]).toBe('ターミナルに慣れる');
  });

  test('a course that is not started has a button to start', async () => {
    await renderApp({ user: 'student', path: '/courses/statistics' });

    expect(screen.getAllByRole('link', { name: '始める：データの種類を見分ける' })).toHaveLength(1);
  });

  test('a finished course shows that it is finished', async () => {
    await renderApp({ user: 'yamada', path: '/courses/security' });

    await screen.findByRole('heading', { name: /^修了（\d+年\d+月\d+日）$/ });
    expect(screen.getByRole('link', { name: '修了証を見る' }).getAttribute('href')).toBe('/record/security');
    expect(screen.queryByRole('link', { name: /^続きから/ })).toBeNull();
  });

  test('a course leads to a section, and the section to a lesson', async () => {
    const app = await renderApp({ user: 'student', path: '/courses/git' });

    await app.user.click(screen.getByRole('link', { name: 'Gitで履歴を残す' }));
    await screen.findByRole('heading', { level: 1, name: 'Gitで履歴を残す' });
    expect(app.href).toBe('/sections/git-s2');
    const main = within(screen.getByRole('main'));
    expect(main.getAllByText('0 / 5 レッスン読了')).toHaveLength(1);
    expect(main.getAllByText(/コミットの考え方から始め/)).toHaveLength(1);
    await app.user.click(main.getByRole('link', { name: /最初のコミットを作る/ }));

    await screen.findByRole('heading', { level: 1, name: '最初のコミットを作る' });
  });

  test('a course without lessons shows that it has none', async () => {
    const empty = { id: 'git', title: '空のコース', sections: [], updatedAt: '2026-11-01T00:00:00Z' };
    network.answer('GET /courses/git', 200, empty);
    await renderApp({ user: 'student', path: '/courses/git' });

    await screen.findByText('レッスンはまだありません');
  });

  test('an unpublished course is “not found” for a student', async () => {
    await renderApp({ user: 'student', path: '/courses/onboarding' });

    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('見つかりませんでした');
  });
});
