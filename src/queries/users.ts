/** Users as the page remembers them; never stored on the device (offline design, law 3). */
import { queryOptions } from '@tanstack/react-query';

import { fetchUser } from '@/api/users';

export const userQueries = {
  detail: (userId: string) =>
    queryOptions({ queryKey: ['users', userId], queryFn: ({ signal }) => fetchUser(userId, signal) }),
};
