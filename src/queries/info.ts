/** The general info about the service. */
import { queryOptions } from '@tanstack/react-query';

import { fetchInfo } from '@/api/info';

export const infoQueries = {
  general: () => queryOptions({ queryKey: ['info'], queryFn: ({ signal }) => fetchInfo(signal) }),
};
