// @vitest-environment jsdom
/** Uploads: by XMLHttpRequest to the embedded API, with progress, refusals, cancelling and the stall limit. */
import { callAs, signInAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { pictures } from '@tests/support/pictures';
import { clearSession } from '@tests/support/session';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { uploadContent } from '@/api/uploads';

const network = useNetworkStub();
const unique = Date.now().toString(36);
const fileName = (name: string) => `upload-${unique}-${name}`;
const markdown = (text: string) => new Blob([text], { type: 'text/markdown' });
/** The smallest thing that counts as a PNG by its leading bytes. */
const png = () => new Blob([pictures.png]);

const uploaded: string[] = [];
beforeEach(() => signInAs('admin'));
afterEach(async () => {
  vi.useRealTimers();
  await clearSession();
  for (const id of uploaded.splice(0)) await callAs('admin', 'DELETE', `/content/${id}`);
});

async function upload(...parameters: Parameters<typeof uploadContent>) {
  const content = await uploadContent(...parameters);
  uploaded.push(content.id);
  return content;
}

test('a file arrives, and says how far it is on the way', async () => {
  const shares: number[] = [];

  const content = await upload(fileName('a.md'), markdown('字'.repeat(100_000)), {
    onProgress: (share) => shares.push(share),
  });

  expect(content).toMatchObject({ fileName: fileName('a.md'), fileType: 'md', byteLength: 300_000 });
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});

test('the same name keeps its content id', async () => {
  const first = await upload(fileName('b.md'), markdown('一'));
  const second = await uploadContent(fileName('b.md'), markdown('二二'));

  expect(second).toMatchObject({ id: first.id, byteLength: 6 });
});

test('an image is one by its bytes, and a name may hold what a path may not', async () => {
  const content = await upload(fileName('図 1?#%.png'), png());

  expect(content).toMatchObject({ fileName: fileName('図 1?#%.png'), fileType: 'img' });
});

test('the multipart part carries the file name', async () => {
  const set = vi.spyOn(FormData.prototype, 'set');
  await upload(fileName('図.png'), png());

  expect(set).toHaveBeenCalledWith('file', expect.any(Blob), fileName('図.png'));
});

describe('refused', () => {
  test('with 415 is a type that is not taken', async () => {
    const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' });

    await expect(uploadContent(fileName('c.png'), svg)).rejects.toMatchObject({ name: 'ApiError', status: 415 });
  });

  test('with 413 is what is too large', async () => {
    const large = markdown('x'.repeat(1024 * 1024 + 1));

    await expect(uploadContent(fileName('d.md'), large)).rejects.toMatchObject({ name: 'ApiError', status: 413 });
  });

  test('with 403 is a student', async () => {
    await signInAs('student');

    await expect(uploadContent(fileName('e.md'), markdown('x'))).rejects.toMatchObject({ status: 403 });
  });
});

describe('cancelled', () => {
  test('before it begins, nothing is sent', async () => {
    const send = vi.spyOn(XMLHttpRequest.prototype, 'send');
    const reason = new Error('changed my mind');

    const call = uploadContent(fileName('f.md'), markdown('x'), { signal: AbortSignal.abort(reason) });

    await expect(call).rejects.toBe(reason);
    expect(send).not.toHaveBeenCalled();
  });

  test('on the way, it ends with the caller’s reason', async () => {
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const send = Reflect.get(XMLHttpRequest.prototype, 'send') as (this: XMLHttpRequest, body: unknown) => void;
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function sendThenCancel(this: XMLHttpRequest, body) {
      send.call(this, body);
      controller.abort(reason);
    });

    const call = uploadContent(fileName('g.md'), markdown('x'), { signal: controller.signal });

    await expect(call).rejects.toBe(reason);
  });
});

test('without progress for 30 s it is a NetworkError, and progress starts the 30 s anew', async () => {
  const sent = vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue(undefined);
  const aborted = vi.spyOn(XMLHttpRequest.prototype, 'abort').mockImplementation(function abort(this: XMLHttpRequest) {
    this.dispatchEvent(new ProgressEvent('abort'));
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const call = uploadContent(fileName('h.md'), markdown('x'));
  const outcome = call.catch((error: unknown) => error);
  await vi.waitFor(() => expect(sent).toHaveBeenCalled());

  vi.advanceTimersByTime(29_000);
  const request = sent.mock.contexts[0] as unknown as XMLHttpRequest;
  request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 2 }));
  vi.advanceTimersByTime(29_000);
  expect(aborted).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);

  expect(await outcome).toMatchObject({ name: 'NetworkError' });
});

test('an expired token is refreshed once, and the file is sent once more', async () => {
  await signInAs('admin', { access_token: 'expired' });
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send');

  await upload(fileName('i.md'), markdown('x'));

  expect(send).toHaveBeenCalledTimes(2);
  expect(network.calls()).toEqual(['POST /token']);
});

test('no answer at all is a NetworkError', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  Object.assign(globalThis, { __API_HOST__: 'http://127.0.0.1:9' });

  await expect(uploadContent(fileName('j.md'), markdown('x'))).rejects.toMatchObject({ name: 'NetworkError' });
});
