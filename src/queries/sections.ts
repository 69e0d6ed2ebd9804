/** Cached sections. */
import { queryOptions } from '@tanstack/react-query';

import { fetchSection } from '@/api/sections';

export const sectionQueries = {
  detail: (sectionId: string) =>
    queryOptions({ queryKey: ['sections', sectionId], queryFn: ({ signal }) => fetchSection(sectionId, signal) }),
};
