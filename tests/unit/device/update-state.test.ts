// @vitest-environment jsdom
/**
 * Tests updates of the app: checks for a new version, the offer to update, and the takeover by the new service worker.
 */
import { renderHook, waitFor } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Workbox } from 'workbox-window';

import type * as AppUpdateModule from '@/device/update-state';
import type * as FollowUpdatesModule from '@/device/worker';

const ORIGIN = 'https://app.example';

/** A fake service worker. */
class FakeWorker extends EventTarget {
  readonly scriptURL = new URL('/sw.js', ORIGIN).href;
  state = 'installing';
  posted: unknown[] = [];
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
}

/** A fake service worker registration; the test changes the states of its workers. */
class FakeRegistration extends EventTarget {
  active: FakeWorker | null = new FakeWorker();
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  update = vi.fn<() => Promise<void>>(() => Promise.reject(new TypeError('no network')));

  /** Simulates finding a newer service worker, which installs and then waits. */
  install(): FakeWorker {
    const worker = new FakeWorker();
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    this.installing = null;
    this.waiting = worker;
    worker.state = 'installed';
    worker.dispatchEvent(new Event('statechange'));
    return worker;
  }

  /** Simulates finding a newer service worker whose install fails. */
  breakOff(): void {
    const worker = new FakeWorker();
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    this.installing = null;
    worker.state = 'redundant';
    worker.dispatchEvent(new Event('statechange'));
  }
}

vi.mock('@/offline/page/request-replay', () => ({ requestReplay: () => Promise.resolve() }));

let updates: typeof AppUpdateModule;
let changes: typeof FollowUpdatesModule;
let container: EventTarget & { controller: FakeWorker | null };
let registration: FakeRegistration;
const reload = vi.fn<() => void>();

/** Registers the service worker with Workbox, as the page does. */
async function follow(hadController = true) {
  container.controller = hadController ? registration.active : null;
  const workbox = new Workbox('/sw.js');
  await workbox.register({ immediate: true });
  changes.followUpdates(workbox, hadController, registration as unknown as ServiceWorkerRegistration);
  return renderHook(() => updates.useAppUpdate()).result;
}

/** Loads the tested module again, as a newly opened page with the current service workers. */
async function openPage(): Promise<void> {
  vi.resetModules();
  container = Object.assign(new EventTarget(), { controller: null, register: () => Promise.resolve(registration) });
  vi.stubGlobal('navigator', { serviceWorker: container });
  updates = await import('@/device/update-state');
  changes = await import('@/device/worker');
}

beforeEach(async () => {
  vi.useRealTimers();
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal('location', Object.assign(new URL(ORIGIN), { reload }));
  registration = new FakeRegistration();
  await openPage();
});

describe('a newer version', () => {
  test('the app checks for a newer version at start, when the page is shown, and every hour, and ignores failures offline', async () => {
    vi.useFakeTimers();
    await follow();
    expect(registration.update).toHaveBeenCalledTimes(1);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(registration.update).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(3_600_000);
    expect(registration.update).toHaveBeenCalledTimes(3);
  });

  test('a newer version is offered once its service worker waits, and does not take over without consent', async () => {
    const state = await follow();
    expect(state.current).toBe('none');
    let worker: FakeWorker | undefined;
    act(() => void (worker = registration.install()));
    await waitFor(() => expect(state.current).toBe('waiting'));
    expect(worker?.posted).toEqual([]);
    expect(reload).not.toHaveBeenCalled();
  });

  test('a newer version that has waited since an earlier visit is offered at the start', async () => {
    registration.waiting = new FakeWorker();
    expect((await follow()).current).toBe('waiting');
  });

  test('fault: the install of a newer version failed twice → the version is offered after a later successful install', async () => {
    const state = await follow();
    registration.update.mockResolvedValue();
    registration.breakOff();
    registration.breakOff();
    registration.install();
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(state.current).toBe('waiting'));
  });

  test('the first service worker of a device does not count as a new version', async () => {
    registration.active = null;
    const state = await follow(false);
    act(() => {
      registration.install();
      container.dispatchEvent(new Event('controllerchange'));
    });
    expect(state.current).toBe('none');
  });

  test('an update in another tab does not reload this page', async () => {
    const state = await follow();
    act(() => void container.dispatchEvent(new Event('controllerchange')));
    expect(state.current).toBe('replaced');
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('更新する', () => {
  /** Presses 更新する (update) while a service worker waits, with fake timers. */
  async function press() {
    const state = await follow();
    let worker!: FakeWorker;
    act(() => void (worker = registration.install()));
    await waitFor(() => expect(state.current).toBe('waiting'));
    vi.useFakeTimers();
    void updates.applyUpdate();
    await vi.advanceTimersByTimeAsync(3000);
    expect(reload).not.toHaveBeenCalled();
    return worker;
  }

  test('更新する (update) sends the waiting worker SKIP_WAITING in the forms of this and earlier builds, then reloads after takeover', async () => {
    const worker = await press();
    expect(worker.posted).toEqual([{ type: 'SKIP_WAITING' }, 'SKIP_WAITING']);
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('更新する (update) reloads the page in browsers without a controllerchange event (Safari)', async () => {
    const worker = await press();
    worker.state = 'activating';
    await vi.advanceTimersByTimeAsync(500);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(sessionStorage.length).toBe(0);
  });

  test('if the old worker delays 更新する (update), the page reloads after 4 s, and the reloaded page continues the update', async () => {
    const worker = await press();
    await vi.advanceTimersByTimeAsync(1000);
    expect(reload).toHaveBeenCalledTimes(1);

    worker.posted = [];
    await openPage();
    await follow();
    expect(worker.posted).toEqual([{ type: 'SKIP_WAITING' }, 'SKIP_WAITING']);
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledTimes(2);
    expect(sessionStorage.length).toBe(0);
  });

  test('更新する (update) is continued for 15 s only; later the new version is offered again, without a reload', async () => {
    await press();
    await vi.advanceTimersByTimeAsync(1000);
    await openPage();
    const state = await follow();
    await vi.advanceTimersByTimeAsync(15_000);
    act(() => void container.dispatchEvent(new Event('controllerchange')));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(state.current).toBe('replaced');
  });

  test('in a tab whose service worker was already replaced, 更新する (update) only reloads the page', async () => {
    await follow();
    act(() => void container.dispatchEvent(new Event('controllerchange')));
    await updates.applyUpdate();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });
});
