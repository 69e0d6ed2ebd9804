/** Tests sizes and limits as text. */
import { pngOf } from '@tests/support/pictures';
import { expect, test } from 'vitest';

import { MAX_UPLOAD_BYTES } from '@/api/files/upload-limits';
import { formatBytes } from '@/lib/format-bytes';
import { preparePicture } from '@/queries/files/prepare-picture';
import { IMAGE_LIMIT } from '@/queries/files/upload-checks';
import { MAX_BYTES } from '@/ui/markdown/markdown-limits';

test.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [102_400, '100 kB'],
  [102_401, '101 kB'],
  [1024 * 1024 - 1, '1 MB'],
  [3_240_000, '3.1 MB'],
  [1024 ** 3 - 1, '1 GB'],
  [1_400_000_000, '1.4 GB'],
])('%i bytes are shown as %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

test('the limits of pictures, texts and rendered text are shown as round numbers', () => {
  expect([MAX_UPLOAD_BYTES.img, MAX_UPLOAD_BYTES.md, MAX_BYTES].map(formatBytes)).toEqual(['10 MB', '1 MB', '100 kB']);
});

test('a picture at the size limit is accepted and shown as the limit; one byte more is refused and shown as more', async () => {
  const ofSize = (size: number) => new File([pngOf(size)], 'a.png');
  const [most, more] = [ofSize(MAX_UPLOAD_BYTES.img), ofSize(MAX_UPLOAD_BYTES.img + 1)];

  expect([most.size, more.size].map(formatBytes)).toEqual(['10 MB', '10.1 MB']);
  await expect(preparePicture(most)).resolves.toMatchObject({ fileName: expect.stringMatching(/\.png$/) });
  await expect(preparePicture(more)).rejects.toThrow(`画像は${IMAGE_LIMIT}です。`);
});
