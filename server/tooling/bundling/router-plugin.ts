/** Options of the router's plugin: where the routes are, and which parts of each are split off the first load. */
import type { Config } from '@tanstack/router-plugin/vite';

import { findScreen, isForStaff } from './screen-modules.ts';

/**
 * Returns true if a route's loader is in one chunk with its component. All other loaders are in the layout's chunk, so
 * that they run while the screen's code is still loading.
 */
function keepsLoaderWithScreen(routeId: string): boolean {
  const screen = findScreen(routeId);
  return screen !== undefined && (isForStaff(screen) || screen.isOnePart === true);
}

export const routerPlugin = {
  target: 'react',
  autoCodeSplitting: true,
  codeSplittingOptions: {
    splitBehavior: ({ routeId }) =>
      keepsLoaderWithScreen(routeId) ? [['loader', 'component']] : [['loader'], ['component'], ['notFoundComponent']],
  },
  routesDirectory: 'src/routes',
  generatedRouteTree: 'src/boot/routeTree.gen.ts',
  quoteStyle: 'single',
} satisfies Partial<Config>;
