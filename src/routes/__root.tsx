/** The root of all routes: paths that cannot even be read, and errors that no screen caught. */
import { Box } from '@mantine/core';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';

import { NotFoundScreen } from '@/features/shell/ErrorScreen';
import type { AppContext } from '@/router';

export const Route = createRootRouteWithContext<AppContext>()({
  component: Outlet,
  // Malformed escapes such as /courses/%zz match no route at all, so no layout either.
  notFoundComponent: () => (
    <Box component="main" p="xl">
      <NotFoundScreen />
    </Box>
  ),
});
