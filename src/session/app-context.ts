/** What every route may count on. */
import type { QueryClient } from '@tanstack/react-query';

import type { Session } from './session';

export interface AppContext {
  queryClient: QueryClient;
  /** Whoever was signed in when the app started; sign-in and sign-out restart it. */
  session: Session | undefined;
}
