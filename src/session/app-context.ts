/** The context that every route's guard and loader gets. */
import type { QueryClient } from '@tanstack/react-query';

import type { Session } from './session';

/** The part of the route context that reads data: the query cache, and the time since which data count as fresh. */
export interface ReadContext {
  queryClient: QueryClient;
  /**
   * Time in milliseconds since 1970, set until the first screen is shown: data fetched since then is not fetched again,
   * because the page began its first reads before its router started (src/boot/first-requests.ts).
   */
  freshSince?: number;
}

export interface AppContext extends ReadContext {
  /** The session at the app's start; sign-in and sign-out restart the app. */
  session: Session | undefined;
}
