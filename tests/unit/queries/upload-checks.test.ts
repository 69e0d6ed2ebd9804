/** What may be uploaded as a picture: bytes decide, and names are made harmless. */
import { checkFileName } from '@server/content/file-name';
import { describe, expect, test } from 'vitest';

import { checkImage, imageExtension, uniqueFileName } from '@/queries/upload-checks';

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0);
const png = bytesOf('\u0089PNG\r\n\u001a\n....');

test.each([
  ['png', png],
  ['jpg', bytesOf('\u00ff\u00d8\u00ff\u00e0........')],
  ['gif', bytesOf('GIF89a......')],
  ['webp', bytesOf('RIFF....WEBP')],
  ['avif', bytesOf('....ftypavif')],
  [undefined, bytesOf('<svg xmlns="')],
  [undefined, bytesOf('%PDF-1.7....')],
  [undefined, bytesOf('RIFF....WAVE')],
  [undefined, new Uint8Array()],
])('the leading bytes tell %s', (extension, bytes) => {
  expect(imageExtension(bytes)).toBe(extension);
});

describe('a picture', () => {
  test('is taken by its bytes, whatever its name says', async () => {
    expect(await checkImage(new File([png], '図.txt', { type: 'text/plain' }))).toMatch(/^図-[0-9a-f]{8}\.png$/);
  });

  test.each([
    ['使えるのは', new File(['<svg></svg>'], 'a.png', { type: 'image/png' })],
    ['空です', new File([], 'a.png')],
    ['10 MBまで', Object.defineProperty(new File([png], 'a.png'), 'size', { value: 10 * 1024 * 1024 + 1 })],
  ])('is refused in words: %s', async (words, file) => {
    await expect(checkImage(file)).rejects.toThrow(words);
  });

  test('that cannot be read any more says so', async () => {
    const gone = new File([png], 'a.png');
    Object.assign(gone, {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }),
    });

    await expect(checkImage(gone)).rejects.toThrow('読み取れません');
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
])('the name %j becomes one that the server takes', (name) => {
  const unique = uniqueFileName(name, 'png');

  expect(checkFileName(unique)).toBe(unique);
  expect(unique).toMatch(/-[0-9a-f]{8}\.png$/);
});

test('two uploads of one name are two files', () => {
  expect(uniqueFileName('図.png', 'png')).not.toBe(uniqueFileName('図.png', 'png'));
});
