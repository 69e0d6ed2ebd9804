/** The general info about the service; what it is called and where it helps is also kept for whoever is not signed in. */
import { queryOptions, useQuery } from '@tanstack/react-query';

import { fetchInfo, type Info } from '@/api/info';
import { setItem, getItem } from '@/storage/local-storage';

/** On the device, because the login screen has no session to ask with. */
const NAME_KEY = 'manabiba-service';
const SUPPORT_KEY = 'manabiba-support';

/** What the service is called, and the address where it helps, if it tells one. */
export type Service = Pick<Info, 'serviceName' | 'supportEmail'>;

export const infoQueries = {
  general: () =>
    queryOptions({
      queryKey: ['info'],
      queryFn: async ({ signal }) => {
        const info = await fetchInfo(signal);
        setItem(NAME_KEY, info.serviceName);
        setItem(SUPPORT_KEY, info.supportEmail ?? '');
        return info;
      },
    }),
};

/** The service as its info tells it, else as this device has last heard of it; never asks. */
export function useService(): Service {
  const { data } = useQuery({ ...infoQueries.general(), enabled: false });
  return data ?? { serviceName: getItem(NAME_KEY) || 'まなびば', supportEmail: getItem(SUPPORT_KEY) ?? '' };
}
