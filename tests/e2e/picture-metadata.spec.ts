/** Tests that pictures without their metadata look the same in the browser, turned as before. */
import { pictures } from '@tests/support/pictures';
import { taggedPictures } from '@tests/support/tagged-pictures';

import { stripPicture } from '@/api/picture-metadata/strip-picture';

import { expect, signIn, test } from './support/app';

test(
  'pictures of every format have the same pixels and the same orientation without their metadata',
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
    // The Exif data turned the JPEG.
    const { width, height } = await decode(pictures.jpg);
    expect(await decode(stripPicture(taggedPictures(6).jpg) ?? pictures.jpg)).toMatchObject({
      width: height,
      height: width,
    });
  },
);
