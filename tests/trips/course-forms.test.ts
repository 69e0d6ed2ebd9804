/** Tests creating and editing courses: rights, the form’s checks, the request, and the messages of a failed save. */
import { screen, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { press, retype, title, useMadeCourses } from '@tests/support/course-editing';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test } from 'vitest';

useOwnServer('course-forms');
const network = useNetworkStub();
const { made, makeCourse } = useMadeCourses();

const description = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '説明' });
const sentTo = (which: string) => network.sent.filter(({ method, path }) => `${method} ${path}` === which);

describe('without the right to edit', () => {
  test.each([
    ['/courses', 'コース'],
    ['/courses/git', 'Gitとコマンドライン'],
    ['/courses/git?preview=true', 'Gitとコマンドライン'],
    ['/sections/git-s1', 'コマンドラインの基本'],
    ['/lessons/git-terminal', 'ターミナルとコマンドの形'],
    ['/courses/new', 'コースを追加'],
    ['/courses/edit/git', 'コースを編集'],
    ['/sections/new?courseId=git', 'セクションを追加'],
  ])('a course offers no editing at %s without the right to edit', async (path, heading) => {
    await renderApp({ user: 'student', path });

    const main = within(await screen.findByRole('main'));
    await main.findByRole('heading', { level: 1, name: heading });
    expect(main.queryByRole('form')).toBeNull();
    expect(main.queryByRole('button', { name: /編集|削除|並べ替え|追加|上へ|公開する/ })).toBeNull();
    expect(main.queryByRole('link', { name: /編集|追加|受講者の見え方/ })).toBeNull();
  });
});

describe('a new course', () => {
  test.each(['staff', 'teacher', 'admin'])(
    'a course that %s creates is a draft, and opens for editing',
    async (user) => {
      const app = await renderApp({ user, path: '/courses' });
      await app.user.click(await screen.findByRole('link', { name: 'コースを追加' }));
      await app.user.type(await screen.findByRole('textbox', { name: 'タイトル' }), ' 表計算の基本 ');
      await app.user.type(description(), '式と表。');
      await press(app, '追加');

      await screen.findByRole('heading', { level: 1, name: '表計算の基本' });
      expect(app.href).toMatch(/^\/courses\/[\w-]+$/);
      made.push(app.href.slice('/courses/'.length));
      expect(within(screen.getByRole('main')).getAllByText('下書き')).toHaveLength(1);
      await screen.findByRole('textbox', { name: '新しいセクションのタイトル' });
      await app.goTo('/courses');
      await screen.findByRole('link', { name: '表計算の基本' });
    },
  );

  test('a course’s title is limited to 200 characters and its description to 5000', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await press(app, '追加');
    expect((await screen.findByRole('alert')).textContent).toContain('タイトル入力してください。');
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    expect(title().maxLength).toBe(200);
    await retype(app, description(), 'あ'.repeat(5001));
    await app.user.tab();

    await screen.findAllByText('5000文字以内にしてください。');
    expect(sentTo('POST /courses/')).toEqual([]);
  });

  test('a course is created once, however often 追加 is pressed', async () => {
    const release = network.hold('POST /courses/');
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '二度押し');
    await app.user.dblClick(screen.getByRole('button', { name: '追加' }));
    await app.user.keyboard('{Control>}s{/Control}');
    await screen.findByText('保存中…');
    release();

    await screen.findByRole('heading', { level: 1, name: '二度押し' });
    made.push(app.href.slice('/courses/'.length));
    expect(sentTo('POST /courses/')).toHaveLength(1);
  });

  test('HTML typed into a course’s form is shown as plain text', async () => {
    const hostile = '<img src=x onerror=alert(1)>{{7*7}}\u202E';
    const course = await makeCourse({ title: hostile, description: '<script>alert(1)</script>\n**太字**' });
    await renderApp({ user: 'teacher', path: `/courses/${course.id}` });

    await screen.findByRole('heading', { level: 1, name: (name) => name.startsWith('<img src=x onerror=alert(1)>') });
    const main = screen.getByRole('main');
    expect(main.textContent).toContain('<script>alert(1)</script>');
    expect(main.querySelector('img, script')).toBeNull();
  });

  test('a course’s cover may only be an image, recognised by its bytes', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    const file = new File(['<svg onload="alert(1)"/>'], '表紙.png', { type: 'image/png' });
    await app.user.upload(screen.getByLabelText('表紙の画像のファイル'), file);

    await screen.findByText('表紙.png：使えるのは PNG・JPEG・WebP・GIF・AVIF の画像です。');
  });
});

describe('a save that fails', () => {
  test.each([
    [403, { detail: 'だめ' }, 'アクセスが拒否されました。保存する権限がありません。'],
    [404, { detail: '' }, '保存先が見つかりません。'],
    [413, { detail: '送れるサイズは1 MBまでです。' }, '送れるサイズは1 MBまでです。'],
    [422, { detail: '保存できない文字が含まれています。' }, '保存できない文字が含まれています。'],
    [429, {}, '一時的に止めています。'],
    [500, {}, 'サーバーで問題が起きました。'],
    [502, '<html>Bad gateway</html>', 'サーバーで問題が起きました。'],
    [503, {}, 'サーバーがいま応えられません。'],
    [504, {}, '保存できたかどうか、確かめられませんでした。'],
    [507, {}, '空き容量が足りないため、保存できません。'],
    [200, '<html>portal</html>', 'ネットワークのログインが必要かもしれません。'],
  ])('a course’s form shows that saving failed with %i, and keeps the typed text', async (status, body, words) => {
    network.answer('POST /courses/', status, body);
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(title(), '大切な題');
    await press(app, '追加');

    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(title().value).toBe('大切な題');
    expect(app.href).toBe('/courses/new');
  });
});
