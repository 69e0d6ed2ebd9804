/** The app's root component: theme, query cache and router around all screens. */
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';

import { colorSchemeManager, theme, tokenVariables } from '@/ui/theme';

export interface AppProps {
  queryClient: QueryClient;
  router: RegisteredRouter;
}

export function App({ queryClient, router }: AppProps) {
  return (
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
    </StrictMode>
  );
}
