/** The picture formats that file fields offer. */

/** For `<input accept>`; the bytes are checked as well (upload-checks.ts). */
export const ACCEPTED_IMAGES = 'image/png,image/jpeg,image/webp,image/gif,image/avif';
