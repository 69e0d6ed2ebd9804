/** Boot: read the session, make that user's query cache, start the router. */
import './trusted-types';
import './zod-config';
import '@/ui/mantine-styles';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { createQueryClient } from '@/queries/query-client';
import { restartOnSessionChange } from '@/queries/restart';
import { lendRefreshToken } from '@/session/refresh-token';
import { readSession } from '@/session/session';
import { colorSchemeManager, theme, tokenVariables } from '@/ui/theme';

import { createAppRouter } from './router';

async function boot(root: HTMLElement): Promise<void> {
  const session = await readSession();
  const queryClient = createQueryClient();
  const router = createAppRouter({ queryClient, session });
  lendRefreshToken();
  restartOnSessionChange(session);
  // The skeleton stands until the first screen does: nothing is rendered before it can be.
  await router.load();
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={tokenVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
  router.subscribe('onRendered', markReady);
}

/** Tests and benches wait for this: the first screen stands. */
function markReady(): void {
  document.documentElement.dataset.app = 'ready';
}

const root = document.getElementById('root');
if (root) void boot(root);
