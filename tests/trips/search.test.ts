/** Tests the search in the top bar: courses and lessons by title. */
import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { findField, openSearch, results, searchFor } from '@tests/support/searching';
import { describe, expect, test } from 'vitest';

const network = useNetworkStub();
const PASSKEYS = 'パスワードとパスキー';
describe('finds', () => {
  test.each([
    ['ぱすきー', PASSKEYS],
    ['ﾊﾟｽｷｰ', PASSKEYS],
    ['パスキー　パスワード', PASSKEYS],
    ['ＳＳＨ', 'SSH鍵と機械のための秘密'],
    ['ssh', 'SSH鍵と機械のための秘密'],
  ])('the search finds a title by 「%s」', async (words, title) => {
    const [app, field] = await openSearch();

    await app.user.type(field, words);

    await waitFor(() => expect(results()).toEqual([`${title}情報セキュリティの基本`]));
  });

  test('the search finds courses as well as lessons, and labels them', async () => {
    const [app, field] = await openSearch();

    await app.user.type(field, 'コマンドライン');
    await waitFor(() => expect(results()).toEqual(['Gitとコマンドラインコース']));
    await app.user.keyboard('{Enter}');

    await screen.findByRole('heading', { level: 1, name: 'Gitとコマンドライン' });
    expect(app.href).toBe('/courses/git');
  });

  test('the search finds no drafts for a student', async () => {
    const [app, field] = await openSearch();

    await app.user.type(field, '一日目の流れ');

    await screen.findByText('見つかりませんでした');
    expect(results()).toEqual([]);
  });
});

describe('by keyboard alone', () => {
  test('the search is empty when it is closed and opened again', async () => {
    const [app, field] = await openSearch();
    await app.user.type(field, 'ぱすきー');
    await waitFor(() => expect(results()).toHaveLength(1));

    await app.user.keyboard('{Escape}');
    await app.user.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(field.value).toBe(''));
    await app.user.type(field, 'ssh');

    await waitFor(() => expect(results()).toEqual(['SSH鍵と機械のための秘密情報セキュリティの基本']));
  });

  test('Ctrl+K opens the search, Enter opens the selected lesson', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    await app.user.keyboard('{Control>}k{/Control}');
    const field = await findField();

    await app.user.type(field, 'ぱすきー');
    await waitFor(() => expect(results()).toHaveLength(1));
    await app.user.keyboard('{ArrowDown}{Enter}');

    await screen.findByRole('heading', { level: 1, name: PASSKEYS });
    expect(app.href).toBe('/lessons/security-passkeys');
    await waitFor(() => expect(screen.queryByPlaceholderText('さがす')).toBeNull());
  });

  test.each([
    ['while composing', { isComposing: true }],
    ['that ends the composition', { keyCode: 229 }],
  ])('Enter %s confirms kanji and opens nothing', async (_, event) => {
    const [app, field] = await openSearch();
    await app.user.type(field, 'ぱすきー');
    await waitFor(() => expect(results()).toHaveLength(1));
    await app.user.keyboard('{ArrowDown}');

    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', ...event });

    expect(app.router.history.location.pathname).toBe('/community');
    expect(results()).toHaveLength(1);
  });

  test('Escape closes the search', async () => {
    const [app] = await openSearch();

    await app.user.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByPlaceholderText('さがす')).toBeNull());
    expect(app.href).toBe('/community');
  });
});

test('the search says that it is unavailable if its data cannot be loaded', async () => {
  const app = await renderApp({ user: 'student', path: '/community' });
  network.cut();

  await app.user.click(screen.getByRole('button', { name: 'さがす' }));

  await screen.findByText('通信できないため、この端末にあるタイトルだけをさがしました。');
});

describe('people', () => {
  test.each([
    ['teacher', 'いけだ', ['池田 誠受講者 ・ ikeda']],
    ['staff', 'いけだ', []],
    ['staff', 'yoshida', ['吉田 拓也受講者 ・ yoshida']],
  ])('the search finds people for %s by 「%s」 within their rights', async (user, words, found) => {
    await searchFor(words, user, '/courses');
    if (found.length === 0) await screen.findByText('見つかりませんでした');
    await waitFor(() => expect(results()).toEqual(found));
  });

  test('Enter opens a person found by the search, and the search requests are debounced', async () => {
    const app = await searchFor('なかむら', 'admin', '/courses');
    await waitFor(() => expect(results()).toEqual(['中村 彩受講者 ・ nakamura']));
    const asked = network.calls().filter((word) => /^GET \/(users|lessons)\//.test(word));
    expect(asked.length).toBeLessThan(5);
    await app.user.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: '中村 彩' });
  });

  test('the search looks up no people for students', async () => {
    await searchFor('いけだ');
    await screen.findByText('見つかりませんでした');
    expect(network.calls().filter((word) => word.startsWith('GET /users/'))).toEqual([]);
  });
});

test('on a server that cannot search, the app filters the whole list of titles itself', async () => {
  network.answer('GET /info/', 200, { serviceName: 'まなびば' });
  await searchFor('ぱすきー', 'staff', '/courses');
  await waitFor(() => expect(results()).toEqual([`${PASSKEYS}情報セキュリティの基本`]));
  expect(network.calls().filter((word) => /[?&](q|sort)=/.test(word))).toEqual([]);
});
