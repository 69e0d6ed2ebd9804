// @vitest-environment jsdom
/** Tests picture uploads: the bytes that the page sends. */
import { callAs, signInAs } from '@tests/support/demo';
import { pictures } from '@tests/support/pictures';
import { clearSession } from '@tests/support/session';
import { box, photoWithPlace, SECRET, taggedPictures } from '@tests/support/tagged-pictures';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { preparePicture } from '@/queries/files/prepare-picture';
import { uploadPicture } from '@/queries/files/uploads';

const uploadImage = async (file: File) => uploadPicture(await preparePicture(file));

let set: { mock: { calls: unknown[][] } };
const uploaded: string[] = [];
beforeEach(async () => {
  set = vi.spyOn(FormData.prototype, 'set');
  await signInAs('teacher');
});
afterEach(async () => {
  vi.doUnmock('@/api/picture-metadata/strip-picture');
  await clearSession();
  for (const id of uploaded.splice(0)) await callAs('teacher', 'DELETE', `/content/${id}`);
});

/** Uploads a picture. @returns the bytes that were sent, as Latin-1, and their type. */
async function send(bytes: Uint8Array<ArrayBuffer>, type = 'image/jpeg') {
  const { id } = await uploadImage(new File([bytes], '写真.jpg', { type }));
  uploaded.push(id);
  const [, sent] = set.mock.calls.at(-1) ?? [];
  const blob = sent as Blob;
  return { text: Buffer.from(await blob.arrayBuffer()).toString('latin1'), type: blob.type };
}

test.each(['png', 'jpg', 'gif', 'webp', 'avif'] as const)(
  'the page uploads a %s without the place where it was taken',
  async (format) => {
    const { text } = await send(taggedPictures(6)[format]);

    expect(text).not.toContain(SECRET);
    expect(text.length).toBeGreaterThan(pictures.gif.length);
  },
);

test('the page uploads a photo without the place and camera in its metadata, with its media type', async () => {
  const { text, type } = await send(photoWithPlace);

  expect(text).not.toMatch(/Exif|TESTCAM/);
  expect(type).toBe('image/jpeg');
});

test('the page uploads a picture unchanged whose metadata cannot be found', async () => {
  const unknown = new Uint8Array(Buffer.concat([pictures.avif, box('mini', Buffer.from(SECRET))]));

  expect((await send(unknown, 'image/avif')).text).toBe(Buffer.from(unknown).toString('latin1'));
});

test('fault: the code that removes metadata does not load → no picture is uploaded', async () => {
  vi.doMock('@/api/picture-metadata/strip-picture', () => {
    throw new Error('Loading chunk failed');
  });

  await expect(uploadImage(new File([photoWithPlace], '写真.jpg'))).rejects.toMatchObject({ name: 'NetworkError' });
  expect(set).not.toHaveBeenCalled();
});
