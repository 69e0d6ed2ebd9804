/** `?preview=true`: an editor sees what a learner sees, and keeps seeing it from course to section to lesson. */
import { retainSearchParams } from '@tanstack/react-router';

interface PreviewSearch {
  preview?: true;
}

/** Anything but true is no preview. */
function readPreview(search: Record<string, unknown>): PreviewSearch {
  return search.preview === true ? { preview: true } : {};
}

/** Of the routes that a learner walks through. */
export const previewSearch = {
  validateSearch: readPreview,
  search: { middlewares: [retainSearchParams<PreviewSearch>(['preview'])] },
};
