/**
 * Tests pictures without their metadata in the browser: they look the same, and an uploaded photo is sent without its
 * location.
 */
import { pictures } from '@tests/support/pictures';
import { photoWithPlace, taggedPictures } from '@tests/support/tagged-pictures';

import { stripPicture } from '@/api/picture-metadata/strip-picture';

import { expect, signIn, test } from './support/app';

test(
  'pictures of every format keep their pixels and orientation when their metadata are removed',
  { tag: '@once' },
  async ({ page }) => {
    await signIn(page, 'student', '/');
    /** Decodes a picture as `<img>` shows it. */
    const decode = (bytes: Uint8Array) =>
      page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes]));
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const context = canvas.getContext('2d');
        context?.drawImage(picture, 0, 0);
        const { data } = context?.getImageData(0, 0, picture.width, picture.height) ?? { data: [] };
        return { width: picture.width, height: picture.height, pixels: [...data].join(' ') };
      }, Buffer.from(bytes).toString('base64'));
    for (const orientation of [1, 6]) {
      for (const [format, tagged] of Object.entries(taggedPictures(orientation))) {
        const stripped = stripPicture(tagged) ?? new Uint8Array();
        expect({ format, ...(await decode(stripped)) }).toEqual({ format, ...(await decode(tagged)) });
      }
    }
    // The orientation in the Exif data rotated the JPEG, so width and height are exchanged.
    const { width, height } = await decode(pictures.jpg);
    expect(await decode(stripPicture(taggedPictures(6).jpg) ?? pictures.jpg)).toMatchObject({
      width: height,
      height: width,
    });
  },
);

test(
  'a photo that is pasted into a lesson is uploaded without the location and camera in its metadata',
  { tag: '@once' },
  async ({ page }) => {
    await page.addInitScript(() => {
      // Records the file, because the browser's report of a request does not include the bytes of an upload.
      globalThis.XMLHttpRequest = class extends XMLHttpRequest {
        override send(body?: XMLHttpRequestBodyInit | null): void {
          const file = body instanceof FormData ? body.get('file') : undefined;
          if (file instanceof Blob) Object.assign(globalThis, { sentFile: file });
          super.send(body);
        }
      };
    });
    await signIn(page, 'teacher', '/lessons/new?chapterId=security-s2-c1');
    const editor = page.getByRole('textbox', { name: '本文' });
    await editor.click();
    await editor.evaluate(
      (element, bytes) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([new Uint8Array(bytes)], '現場.jpg', { type: 'image/jpeg' }));
        element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
      },
      [...photoWithPlace],
    );
    await expect(page.getByRole('dialog', { name: '画像を追加' }).getByText('アップロード済み')).toBeVisible();

    const bytes = await page.evaluate(async () => {
      const { sentFile } = globalThis as unknown as { sentFile: Blob };
      return [...new Uint8Array(await sentFile.arrayBuffer())];
    });
    const namesIn = (picture: Iterable<number>) => {
      const text = Buffer.from([...picture]).toString('latin1');
      return ['JPEG', 'camera', 'Exif'].filter((_, index) =>
        text.includes(['\u00ff\u00d8\u00ff', 'TESTCAM', 'Exif'][index] ?? ''),
      );
    };
    expect(namesIn(photoWithPlace)).toEqual(['JPEG', 'camera', 'Exif']);
    expect(namesIn(bytes)).toEqual(['JPEG']);
  },
);
