/** Users as the page remembers them; never stored on the device (docs/offline.md, law 3). */
import { queryOptions } from '@tanstack/react-query';

import { fetchUser } from '@/api/users';

export const userQueries = {
  detail: (userId: string) =>
    queryOptions({ queryKey: ['users', userId], queryFn: ({ signal }) => fetchUser(userId, signal) }),
};
