/** The picture formats that file fields offer. */

/** The value for `<input accept>`; the bytes of a file are checked as well (upload-checks.ts). */
export const ACCEPTED_IMAGES = 'image/png,image/jpeg,image/webp,image/gif,image/avif';
