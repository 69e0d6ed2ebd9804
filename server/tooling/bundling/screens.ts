/** How the router's plugin finds the screens, and what of each is cut off from the first load. */
import type { Config } from '@tanstack/router-plugin/vite';

/** The screens of staff, and the record: their loaders come with them. A learner's lie in the frame, and begin while the screen's code is on its way. */
const bringsLoader = /^\/_app\/((audit|file-sizes)$|(users|companies|record)\/)|\/(new|edit)\b/;

/** Options of the router's plugin. */
export const screens = {
  target: 'react',
  autoCodeSplitting: true,
  codeSplittingOptions: {
    splitBehavior: ({ routeId }) =>
      bringsLoader.test(routeId) ? [['loader', 'component']] : [['loader'], ['component'], ['notFoundComponent']],
  },
  routesDirectory: 'src/routes',
  generatedRouteTree: 'src/boot/routeTree.gen.ts',
  quoteStyle: 'single',
} satisfies Partial<Config>;
