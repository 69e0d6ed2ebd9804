/** Tests the checks of picture uploads: the bytes decide the type, and file names are sanitised. */
import { checkFileName } from '@server/api/content/file-name';
import { pictures, pngOf } from '@tests/support/pictures';
import { box } from '@tests/support/tagged-pictures';
import { describe, expect, test } from 'vitest';

import { preparePicture } from '@/queries/files/prepare-picture';
import { uniqueFileName } from '@/queries/files/upload-checks';

const tooManyPixels = new Uint8Array(pictures.png);
tooManyPixels.set([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30], 16);

const heic = new Uint8Array(box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')));

describe('a picture', () => {
  test('a picture is recognised by its bytes, not its name', async () => {
    const { fileName } = await preparePicture(new File([pictures.png], '図.txt', { type: 'text/plain' }));
    expect(fileName).toMatch(/^図-[0-9a-f]{8}\.png$/);
  });

  test.each([
    ['使えるのは', new File(['<svg></svg>'], 'a.png', { type: 'image/png' })],
    ['空です', new File([], 'a.png')],
    ['10 MBまで', new File([pngOf(10 * 1024 * 1024 + 1)], 'a.png')],
    ['10 MBまで', Object.defineProperty(new File([pictures.png], 'a.png'), 'size', { value: 100 * 1024 * 1024 + 1 })],
    ['HEICの画像は', new File([heic], 'IMG_0001.HEIC')],
    ['途中で切れている', new File([pictures.png.slice(0, -1)], 'a.png')],
    ['4000万画素', new File([tooManyPixels], 'a.png')],
  ])('an invalid picture is refused with the message: %s', async (words, file) => {
    await expect(preparePicture(file)).rejects.toThrow(words);
  });

  test('a picture file that can no longer be read is reported', async () => {
    const gone = new File([pictures.png], 'a.png');
    Object.assign(gone, { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) });

    await expect(preparePicture(gone)).rejects.toThrow('読み取れません');
  });
});

test.each([
  'ガ行.PNG',
  '../../etc/passwd',
  '.htaccess',
  'a\u202Egnp.exe',
  ' 空白 .webp',
  'あ'.repeat(300),
  '\u0000',
  '👩‍🚀.png',
])('the file name %j is sanitised to one that the server accepts', (name) => {
  const unique = uniqueFileName(name, 'png');

  expect(checkFileName(unique)).toBe(unique);
  expect(unique).toMatch(/-[0-9a-f]{8}\.png$/);
});

test('two uploads with the same name get different file names', () => {
  expect(uniqueFileName('図.png', 'png')).not.toBe(uniqueFileName('図.png', 'png'));
});
