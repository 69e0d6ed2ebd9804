/** `?preview=true`: an editor sees what a learner sees, and keeps seeing it from course to section to lesson. */
import { retainSearchParams } from '@tanstack/react-router';

interface PreviewSearch {
  preview?: true;
}

/** For `validateSearch`; anything but true is no preview. */
export function readPreview(search: Record<string, unknown>): PreviewSearch {
  return search.preview === true ? { preview: true } : {};
}

/** For `search.middlewares` of the routes that a learner walks through. */
export const keepPreview = retainSearchParams<PreviewSearch>(['preview']);
