// @vitest-environment jsdom
/**
 * Tests that a page belongs to the user for whom it booted: it sends and records nothing for another user
 * (docs/decisions/0021).
 */
import { clearSession } from '@tests/support/session';
import { emptyQueue, keyOf, lessonRead, signInAs } from '@tests/unit/offline/support/people';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { uploadContent } from '@/api/files/uploads';
import { fetchMe } from '@/api/me';
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
});

describe('the page of user A after user B has signed in', () => {
  test('a page of user A sends no request after user B has signed in', async () => {
    const opened = vi.spyOn(XMLHttpRequest.prototype, 'open');
    await signInAs('b');

    await expect(fetchMe()).rejects.toMatchObject(LEFT);
    await expect(uploadContent('a.md', new Blob(['x']))).rejects.toMatchObject(LEFT);

    expect(fetched).not.toHaveBeenCalled();
    expect(opened).not.toHaveBeenCalled();
  });

  test('a page of user A records nothing after user B has signed in', async () => {
    await signInAs('b');

    await expect(recordCall(a, lessonRead('l1'))).rejects.toMatchObject(LEFT);
    await expect(recordCall(b, lessonRead('l1'))).rejects.toMatchObject(LEFT);

    expect(await countQueue(a)).toMatchObject({ waiting: 0 });
    expect(await countQueue(b)).toMatchObject({ waiting: 0 });
  });

  test('a page of user A neither resends nor discards calls after user B has signed in', async () => {
    const entry = await enqueue(a, lessonRead('l1'));
    if (entry.state === 'queued') await refuse(entry, { status: 422, reason: '', at: '' });
    await signInAs('b');

    await expect(retryCall(entry)).rejects.toMatchObject(LEFT);
    await expect(discardCall(entry)).rejects.toMatchObject(LEFT);

    expect(await countQueue(a)).toMatchObject({ waiting: 0, refused: 1 });
  });

  test('a page of user A neither writes nor reads reading positions after user B has signed in', async () => {
    await saveReadingPosition('l1', 0.5);
    await signInAs('b');

    await saveReadingPosition('l1', 0.7);
    expect(await readReadingPosition('l1')).toBeUndefined();
    bindPage(await readSession());
    expect(await readReadingPosition('l1')).toBeUndefined();
  });
});

test('a page booted without a session sends no request for a user who has signed in in another tab', async () => {
  bindPage(undefined);
  await expect(fetchMe()).rejects.toMatchObject(LEFT);
  expect(fetched).not.toHaveBeenCalled();
});

test('fault: the session is lost and no other user signs in → the learner’s calls are recorded under their name', async () => {
  await clearSession();
  await recordCall(a, lessonRead('l1'));
  expect(await countQueue(a)).toMatchObject({ waiting: 1 });
});

test('a user who signs in again can go on working in the open page', async () => {
  await signInAs('a', 'token-a-2');
  await recordCall(a, lessonRead('l1'));
  expect(await countQueue(a)).toMatchObject({ waiting: 1 });
  await expect(fetchMe()).rejects.toMatchObject({ name: 'NetworkError' });
  expect(new Headers(fetched.mock.lastCall?.[1]?.headers).get('Authorization')).toBe('Bearer token-a-2');
});
