/** A minimal app as the baseline of first visits: the app's libraries with a page like the login screen. */
import './styles.css';
import {
  Anchor,
  AppShell,
  Breadcrumbs,
  Burger,
  Button,
  Group,
  MantineProvider,
  PasswordInput,
  Stack,
  TextInput,
  Title,
} from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { experimental_createQueryPersister } from '@tanstack/query-persist-client-core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router';
import { createStore, del, get, set } from 'idb-keyval';
import { type FormEvent, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';

interface TrustedTypesFactory {
  createPolicy(name: string, rules: Record<string, (input: string) => string>): unknown;
}
// A Trusted Types policy, which the server's Content-Security-Policy requires.
(globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes?.createPolicy('default', {
  createHTML: (text) => text,
});
z.config({ jitless: true });

const pageSchema = z.object({ path: z.string(), visits: z.int() });
const store = createStore('floor', 'floor');
const { persisterFn } = experimental_createQueryPersister({
  storage: {
    getItem: (key: string) => get<string>(key, store),
    setItem: (key, value: string) => set(key, value, store),
    removeItem: (key) => del(key, store),
  },
});
const queryClient = new QueryClient({ defaultOptions: { queries: { persister: persisterFn } } });

function Shell() {
  const [isOpen, setOpen] = useState(false);
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}>
      <AppShell.Header>
        <Group>
          <Burger opened={isOpen} onClick={() => setOpen(!isOpen)} aria-label="menu" />
          <Breadcrumbs>
            <Anchor component={Link} to="/">
              Floor
            </Anchor>
          </Breadcrumbs>
          <Button variant="subtle">Account</Button>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar>Navigation</AppShell.Navbar>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function LoginLikePage() {
  const { data } = useQuery({
    queryKey: ['info'],
    queryFn: () => z.parse(pageSchema, { path: globalThis.location.pathname, visits: 1 }),
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    notifications.show({ message: data?.path ?? '' });
  };
  return (
    <form onSubmit={handleSubmit}>
      <Stack>
        <Title>Floor</Title>
        <TextInput label="Username" required />
        <PasswordInput label="Password" required />
        <Button type="submit">Login</Button>
      </Stack>
    </form>
  );
}

const rootRoute = createRootRoute({ component: Shell });
const pageRoute = createRoute({ getParentRoute: () => rootRoute, path: '/index.html', component: LoginLikePage });
const router = createRouter({
  routeTree: rootRoute.addChildren([pageRoute]),
  basepath: import.meta.env.BASE_URL,
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider>
        <Notifications />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
