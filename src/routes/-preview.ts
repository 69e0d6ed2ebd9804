/** `?preview=true`: an editor sees the learner's view, and keeps it from course to section to lesson. */
import { retainSearchParams } from '@tanstack/react-router';

interface PreviewSearch {
  preview?: true;
}

/** Validates the search parameter; any value but true is dropped. */
function readPreview(search: Record<string, unknown>): PreviewSearch {
  return search.preview === true ? { preview: true } : {};
}

/** Search options of the routes from course to lesson. */
export const previewSearch = {
  validateSearch: readPreview,
  search: { middlewares: [retainSearchParams<PreviewSearch>(['preview'])] },
};
