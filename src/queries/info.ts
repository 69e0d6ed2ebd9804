/** Cached info about the service; its name and support address are also stored for the login screen. */
import { queryOptions, useQuery } from '@tanstack/react-query';

import { fetchInfo, type Info } from '@/api/info';
import { setItem, getItem } from '@/storage/local-storage';

/** The service's info is stored in local storage, because the login screen has no session to fetch it with. */
const NAME_KEY = 'manabiba-service';
const SUPPORT_KEY = 'manabiba-support';

/** The service's name, and its support address if it has one. */
export type Service = Pick<Info, 'supportEmail'> & { serviceName: string };

/** The name of a service whose server sends none. */
const DEFAULT_NAME = 'まなびば';

export const infoQueries = {
  general: () =>
    queryOptions({
      queryKey: ['info'],
      queryFn: async ({ signal }) => {
        const info = await fetchInfo(signal);
        setItem(NAME_KEY, info.serviceName ?? '');
        setItem(SUPPORT_KEY, info.supportEmail ?? '');
        return info;
      },
    }),
};

/**
 * Returns the service's name and address from the cached info, else as last stored on this device; never sends a
 * request.
 */
export function useService(): Service {
  const { data } = useQuery({ ...infoQueries.general(), enabled: false });
  const kept = { serviceName: getItem(NAME_KEY), supportEmail: getItem(SUPPORT_KEY) ?? '' };
  const { serviceName, supportEmail } = data ?? kept;
  return { serviceName: serviceName || DEFAULT_NAME, supportEmail };
}
