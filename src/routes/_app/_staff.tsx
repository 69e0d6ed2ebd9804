/** The guard of the screens that need a permission; a layout route without a path segment. */
import { createFileRoute } from '@tanstack/react-router';

import { requireAccess } from '@/routes/-guards';

export const Route = createFileRoute('/_app/_staff')({
  // The explicit return type breaks a type cycle: the type of `matches` depends on that of every route.
  beforeLoad: ({ context, matches }): Promise<void> => requireAccess(context, matches.at(-1)?.routeId),
});
