// @vitest-environment jsdom
/** A new version of the app: when it is looked for, when it is offered, and how it takes over. */
import { renderHook, waitFor } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Workbox } from 'workbox-window';

import type * as AppUpdateModule from '@/device/app-update';
import type * as FollowUpdatesModule from '@/device/follow-updates';

const ORIGIN = 'https://app.example';

/** A worker as its registration shows it. */
class FakeWorker extends EventTarget {
  readonly scriptURL = new URL('/sw.js', ORIGIN).href;
  state = 'installing';
  posted: unknown[] = [];
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
}

/** A registration whose workers the test moves on. */
class FakeRegistration extends EventTarget {
  active: FakeWorker | null = new FakeWorker();
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  update = vi.fn<() => Promise<void>>(() => Promise.reject(new TypeError('no network')));

  /** A newer worker is found, installs and waits. */
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

  /** A newer worker is found, and one of its files does not come. */
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

/** Registers as the page does, by Workbox itself. */
async function follow(hadController = true) {
  container.controller = hadController ? registration.active : null;
  const workbox = new Workbox('/sw.js');
  await workbox.register({ immediate: true });
  changes.followUpdates(workbox, hadController, registration as unknown as ServiceWorkerRegistration);
  return renderHook(() => updates.useAppUpdate()).result;
}

/** A page of its own, with the workers as they are. */
async function openPage(): Promise<void> {
  vi.resetModules();
  container = Object.assign(new EventTarget(), { controller: null, register: () => Promise.resolve(registration) });
  vi.stubGlobal('navigator', { serviceWorker: container });
  updates = await import('@/device/app-update');
  changes = await import('@/device/follow-updates');
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
  test('is looked for at the start, when the page is looked at again, and every hour; no network is no error', async () => {
    vi.useFakeTimers();
    await follow();
    expect(registration.update).toHaveBeenCalledTimes(1);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(registration.update).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(3_600_000);
    expect(registration.update).toHaveBeenCalledTimes(3);
  });

  test('is offered once it waits, and does not take over by itself', async () => {
    const state = await follow();
    expect(state.current).toBe('none');
    let worker: FakeWorker | undefined;
    act(() => void (worker = registration.install()));
    await waitFor(() => expect(state.current).toBe('waiting'));
    expect(worker?.posted).toEqual([]);
    expect(reload).not.toHaveBeenCalled();
  });

  test('that has waited since an earlier visit is offered at the start', async () => {
    registration.waiting = new FakeWorker();
    expect((await follow()).current).toBe('waiting');
  });

  test('fault: its install broke off twice → it is offered when the page is looked at after it was installed', async () => {
    const state = await follow();
    registration.update.mockResolvedValue();
    registration.breakOff();
    registration.breakOff();
    registration.install();
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(state.current).toBe('waiting'));
  });

  test('the very first worker is no new version', async () => {
    registration.active = null;
    const state = await follow(false);
    act(() => {
      registration.install();
      container.dispatchEvent(new Event('controllerchange'));
    });
    expect(state.current).toBe('none');
  });

  test('another tab that changes over reloads nothing here', async () => {
    const state = await follow();
    act(() => void container.dispatchEvent(new Event('controllerchange')));
    expect(state.current).toBe('replaced');
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('更新する', () => {
  /** Presses 更新する while a worker waits, with a clock that the test moves. */
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

  test('tells the waiting worker, in the words of Workbox and of earlier builds, and loads the page anew when that has taken over', async () => {
    const worker = await press();
    expect(worker.posted).toEqual([{ type: 'SKIP_WAITING' }, 'SKIP_WAITING']);
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('loads the page anew where the browser does not tell that the new worker took over (Safari)', async () => {
    const worker = await press();
    worker.state = 'activating';
    await vi.advanceTimersByTimeAsync(500);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(sessionStorage.length).toBe(0);
  });

  test('that the earlier worker holds up loads the page anew after 4 s, and that page goes on with it by itself', async () => {
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

  test('is gone on with for 15 s only: later the new version is offered, and nothing is loaded anew unasked', async () => {
    await press();
    await vi.advanceTimersByTimeAsync(1000);
    await openPage();
    const state = await follow();
    await vi.advanceTimersByTimeAsync(15_000);
    act(() => void container.dispatchEvent(new Event('controllerchange')));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(state.current).toBe('replaced');
  });

  test('in a tab whose worker was replaced only loads the page anew', async () => {
    await follow();
    act(() => void container.dispatchEvent(new Event('controllerchange')));
    await updates.applyUpdate();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });
});
