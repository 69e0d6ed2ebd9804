/** Tests 続きから ("continue"), the shortcut of the installed app, which opens the next unread lesson. */
import { screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { recordWaiting } from '@tests/support/waiting-calls';
import { describe, expect, test } from 'vitest';

const network = useNetworkStub();

describe('続きから, the shortcut of the installed app', () => {
  test('the shortcut 続きから opens the next unread lesson', async () => {
    const app = await renderApp({ user: 'student', path: '/continue' });
    await waitFor(() => expect(app.href).toMatch(/^\/lessons\//));
    await screen.findByRole('heading', { level: 1 });
  });

  test('the shortcut 続きから opens the same lesson as home, treating lessons with queued read calls as read', async () => {
    network.cut(/^PUT /);
    await recordWaiting('student', { kind: 'lesson-read', lessonId: 'statistics-normal' });
    const app = await renderApp({ user: 'student', path: '/' });
    const button = () => screen.getByRole('link', { name: '学習を続ける' });
    await waitFor(() => expect(button().closest('section, div')?.textContent).toContain('はじめての統計'));
    const ahead = button().getAttribute('href');

    await app.goTo('/continue');

    expect(app.href).toBe(ahead);
  });

  test('the shortcut 続きから opens home when no lesson is left', async () => {
    const app = await renderApp({ user: 'admin', path: '/continue' });
    await waitFor(() => expect(app.href).toMatch(/^\/(?:lessons\/.*)?$/));
  });
});
