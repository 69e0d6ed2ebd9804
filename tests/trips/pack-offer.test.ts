/** Tests the card that offers to save a course, before any of it is on the device. */
import { screen, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { installCaches } from '@tests/support/fake-caches';
import { useNetworkStub } from '@tests/support/network-stub';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { noteReachability } from '@/api/network/reachability';

const network = useNetworkStub();
const card = () => within(screen.getByRole('region', { name: 'この端末に保存' }));
const openCourse = () => renderApp({ user: 'student', path: '/courses/statistics' });

beforeEach(() => {
  installCaches();
});
afterEach(() => {
  noteReachability(true);
});

describe('the offer to save a course', () => {
  test('the offer to save a course has the same height while the device’s storage is read, also offline', async () => {
    let answer: (isThere: boolean) => void = () => undefined;
    vi.spyOn(globalThis.caches, 'has').mockReturnValue(new Promise((resolve) => (answer = resolve)));
    await openCourse();
    network.cut();
    noteReachability(false);
    const words = /^オフラインです。いま押しておくと/;

    await card().findByText(words);
    expect(card().queryByRole('button')).toBeNull();

    answer(false);
    await card().findByRole('button', { name: 'この端末に保存' });
    expect(card().getByText(words)).toBeDefined();
  });

  test('the offer to save a course says that saving needs https', async () => {
    vi.stubGlobal('caches', undefined);
    await openCourse();
    expect(card().getByText(/この接続（http）では、端末に保存できません/)).toBeDefined();
    expect(card().queryByRole('button')).toBeNull();
  });
});
