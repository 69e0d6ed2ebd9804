/** `npm run dev`: Vite's middleware for the page, with hot reload, in front of the API in a process of its own. */
import { createServer as createHttpServer } from 'node:http';

import { StartError } from './commands.mjs';
import { readPort } from './preflight.mjs';
import { startServerProcess } from './server-process.mjs';

/** The paths that the API answers; without them Vite's fallback page would pass for a lesson. */
const API_PATHS = ['/api', '/files'];

/**
 * Runs until Ctrl+C.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env
 */
export async function startDevelopment(root, env) {
  const port = readPort(env);
  // It serves no app: an older dist/ may have been built with other hosts.
  const api = await startServerProcess(root, { ...env, PORT: '0', APP_DIR: '.cache/no-app' }).catch((error) => {
    throw new StartError(error.message);
  });
  const { page, http } = await servePage(root, port, api.origin);
  // The welcome names the API's address; the page's is the one to open.
  console.log(api.output().trimEnd().replace(api.origin, `http://localhost:${port} （開発用。API は ${api.origin}）`));
  api.child.stdout?.pipe(process.stdout);
  api.child.stderr?.pipe(process.stderr);

  const end = () => {
    api.child.kill();
    http.close();
    void page.close().then(async () => process.exit((await api.exited) ?? 0));
  };
  // npm passes on the Ctrl+C that we have got already: the second one must not end us at once.
  process.on('SIGINT', end).on('SIGTERM', end);
  void api.exited.then(end);
}

/**
 * As middleware, because Vite's own server would take the signals and end us before the API has ended.
 *
 * @param {string} root
 * @param {number} port
 * @param {string} api its origin
 */
async function servePage(root, port, api) {
  const { createServer } = await import('vite');
  const http = createHttpServer((request, response) => page.middlewares(request, response));
  const page = await createServer({
    root,
    logLevel: 'warn',
    server: {
      middlewareMode: true,
      ws: { server: http },
      proxy: Object.fromEntries(API_PATHS.map((path) => [path, api])),
    },
  });
  http.listen(port, 'localhost');
  return { page, http };
}
