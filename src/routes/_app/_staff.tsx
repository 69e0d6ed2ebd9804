/** The guard of the screens that need a permission; it adds nothing to their paths. */
import { createFileRoute } from '@tanstack/react-router';

import { requireAccess } from '@/routes/-guards';

export const Route = createFileRoute('/_app/_staff')({
  // The return type is written, because the type of `matches` depends on that of every route.
  beforeLoad: ({ context, matches }): Promise<void> => requireAccess(context, matches.at(-1)?.routeId),
});
