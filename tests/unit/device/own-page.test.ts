// @vitest-environment jsdom
/** A page is bound to whoever it booted for: it asks and records nothing for anybody else (docs/decisions/0021). */
import { clearSession } from '@tests/support/session';
import { emptyQueue, keyOf, lessonRead, signInAs } from '@tests/unit/offline/support/people';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { fetchMe } from '@/api/me';
import { uploadContent } from '@/api/uploads';
import { readReadingPosition, saveReadingPosition } from '@/device/reading-positions';
import { discardCall, retryCall } from '@/device/sync-panel';
import { recordCall } from '@/offline/page/record-call';
import { enqueue } from '@/offline/queue/enqueue';
import { refuse } from '@/offline/queue/entry-transitions';
import { countQueue } from '@/offline/queue/queue-counts';
import { bindPage, readSession } from '@/session/session';

const a = keyOf('a');
const b = keyOf('b');
const LEFT = { name: 'StorageError', reason: 'leaving' };
const fetched = vi.fn<typeof fetch>();

beforeEach(async () => {
  await emptyQueue();
  vi.stubGlobal('fetch', fetched.mockRejectedValue(new TypeError('no network')));
  await signInAs('a');
  bindPage(await readSession());
});

afterEach(() => {
  vi.resetAllMocks();
  vi.restoreAllMocks();
});

describe('once somebody else has signed in, the page of whoever was here', () => {
  test('asks nothing of the server', async () => {
    const opened = vi.spyOn(XMLHttpRequest.prototype, 'open');
    await signInAs('b');

    await expect(fetchMe()).rejects.toMatchObject(LEFT);
    await expect(uploadContent('a.md', new Blob(['x']))).rejects.toMatchObject(LEFT);

    expect(fetched).not.toHaveBeenCalled();
    expect(opened).not.toHaveBeenCalled();
  });

  test('records nothing, in neither name', async () => {
    await signInAs('b');

    await expect(recordCall(a, lessonRead('l1'))).rejects.toMatchObject(LEFT);
    await expect(recordCall(b, lessonRead('l1'))).rejects.toMatchObject(LEFT);

    expect(await countQueue(a)).toMatchObject({ waiting: 0 });
    expect(await countQueue(b)).toMatchObject({ waiting: 0 });
  });

  test('sends nothing again and throws nothing away', async () => {
    const entry = await enqueue(a, lessonRead('l1'));
    if (entry.state === 'queued') await refuse(entry, { status: 422, reason: '', at: '' });
    await signInAs('b');

    await expect(retryCall(entry)).rejects.toMatchObject(LEFT);
    await expect(discardCall(entry)).rejects.toMatchObject(LEFT);

    expect(await countQueue(a)).toMatchObject({ waiting: 0, refused: 1 });
  });

  test('neither writes nor reads where they stopped reading', async () => {
    await saveReadingPosition('l1', 0.5);
    await signInAs('b');

    await saveReadingPosition('l1', 0.7);
    expect(await readReadingPosition('l1')).toBeUndefined();
    bindPage(await readSession());
    expect(await readReadingPosition('l1')).toBeUndefined();
  });
});

test('a page of nobody asks nothing in the name of somebody who has signed in elsewhere', async () => {
  bindPage(undefined);
  await expect(fetchMe()).rejects.toMatchObject(LEFT);
  expect(fetched).not.toHaveBeenCalled();
});

test('fault: the session is lost with nobody else there → what the learner does is kept under their name', async () => {
  await clearSession();
  await recordCall(a, lessonRead('l1'));
  expect(await countQueue(a)).toMatchObject({ waiting: 1 });
});

test('the owner who has signed in anew goes on in the page that was there', async () => {
  await signInAs('a', 'token-a-2');
  await recordCall(a, lessonRead('l1'));
  expect(await countQueue(a)).toMatchObject({ waiting: 1 });
  await expect(fetchMe()).rejects.toMatchObject({ name: 'NetworkError' });
  expect(new Headers(fetched.mock.lastCall?.[1]?.headers).get('Authorization')).toBe('Bearer token-a-2');
});
