// @vitest-environment jsdom
/**
 * Tests uploads by XMLHttpRequest to the embedded API: progress, refusals, aborts and the timeout of 30 s without
 * progress.
 */
import { callAs, signInAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { pictures } from '@tests/support/pictures';
import { clearSession } from '@tests/support/session';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { uploadContent } from '@/api/files/uploads';

const network = useNetworkStub();
const unique = Date.now().toString(36);
const fileName = (name: string) => `upload-${unique}-${name}`;
const markdown = (text: string) => new Blob([text], { type: 'text/markdown' });
/** The smallest complete PNG, which the server recognises by its bytes. */
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

test('an upload arrives and reports its progress', async () => {
  const shares: number[] = [];

  const content = await upload(fileName('a.md'), markdown('字'.repeat(100_000)), {
    onProgress: (share) => shares.push(share),
  });

  expect(content).toMatchObject({ fileName: fileName('a.md'), fileType: 'md', byteLength: 300_000 });
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});

test('an upload with the same name keeps the content id', async () => {
  const first = await upload(fileName('b.md'), markdown('一'));
  const second = await uploadContent(fileName('b.md'), markdown('二二'));

  expect(second).toMatchObject({ id: first.id, byteLength: 6 });
});

test('an uploaded image is recognised by its bytes, and its name may hold characters that a path may not', async () => {
  const content = await upload(fileName('図 1?#%.png'), png());

  expect(content).toMatchObject({ fileName: fileName('図 1?#%.png'), fileType: 'img' });
});

test('the multipart part of an upload carries the file name', async () => {
  const set = vi.spyOn(FormData.prototype, 'set');
  await upload(fileName('図.png'), png());

  expect(set).toHaveBeenCalledWith('file', expect.any(Blob), fileName('図.png'));
});

describe('refused', () => {
  test('an upload refused with 415 reports an unsupported type', async () => {
    const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' });

    await expect(uploadContent(fileName('c.png'), svg)).rejects.toMatchObject({ name: 'ApiError', status: 415 });
  });

  test('an upload refused with 413 reports a file that is too large', async () => {
    const large = markdown('x'.repeat(1024 * 1024 + 1));

    await expect(uploadContent(fileName('d.md'), large)).rejects.toMatchObject({ name: 'ApiError', status: 413 });
  });

  test('an upload refused with 403 reports missing rights', async () => {
    await signInAs('student');

    await expect(uploadContent(fileName('e.md'), markdown('x'))).rejects.toMatchObject({ status: 403 });
  });
});

describe('cancelled', () => {
  test('an upload aborted before its start sends nothing', async () => {
    const send = vi.spyOn(XMLHttpRequest.prototype, 'send');
    const reason = new Error('changed my mind');

    const call = uploadContent(fileName('f.md'), markdown('x'), { signal: AbortSignal.abort(reason) });

    await expect(call).rejects.toBe(reason);
    expect(send).not.toHaveBeenCalled();
  });

  test('an upload aborted in flight rejects with the caller’s reason', async () => {
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

test('an upload times out with a NetworkError 30 s after its last progress', async () => {
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

test('an upload with an expired token refreshes it once and sends the file again', async () => {
  await signInAs('admin', { access_token: 'expired' });
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send');

  await upload(fileName('i.md'), markdown('x'));

  expect(send).toHaveBeenCalledTimes(2);
  expect(network.calls()).toEqual(['POST /token']);
});

test('an upload without a response causes a NetworkError', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  Object.assign(globalThis, { __API_HOST__: 'http://127.0.0.1:9' });

  await expect(uploadContent(fileName('j.md'), markdown('x'))).rejects.toMatchObject({ name: 'NetworkError' });
});
