/** Tests the helper that makes running work reject as soon as its signal is aborted. */
import { afterEach, expect, test, vi } from 'vitest';

import { unlessAborted } from '@/api/network/unless-aborted';

const unhandled = vi.fn<(reason: unknown) => void>();
const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));

afterEach(() => {
  process.off('unhandledRejection', unhandled);
  unhandled.mockClear();
});

test.each([true, false])(
  'a request that fails after its abort causes no unhandled rejection; aborted before the start: %s',
  async (isBefore) => {
    process.on('unhandledRejection', unhandled);
    const controller = new AbortController();
    let fail: (reason: Error) => void = () => undefined;
    const work = new Promise<never>((_, reject) => (fail = reject));
    if (isBefore) controller.abort();

    const waiting = unlessAborted(work, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toThrow('aborted');
    fail(new Error('too late'));
    await nextTask();

    expect(unhandled).not.toHaveBeenCalled();
  },
);
