/** `npm run dev`: Vite's middleware with hot reload, in front of the API, which runs in a separate process. */
import { createServer as createHttpServer } from 'node:http';

import { StartError } from './commands.mjs';
import { readPort } from './preflight.mjs';
import { startServerProcess } from './server-process.mjs';

/** Paths that are proxied to the API; otherwise Vite would answer them with its fallback page. */
const API_PATHS = ['/api', '/files'];

/**
 * Runs the development server until Ctrl+C.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env
 */
export async function startDevelopment(root, env) {
  const port = readPort(env);
  // Only the page asks the API. The API must not serve dist/, which may have been built for other hosts.
  const api = await startServerProcess(root, { ...env, HOST: 'localhost', PORT: '0', APP_DIR: '.cache/no-app' }).catch(
    (error) => {
      throw new StartError(error.message);
    },
  );
  const { page, http } = await servePage(root, port, api.origin);
  // Replace the API's address in the server's output by the page's address, which is the one to open.
  console.log(api.output().trimEnd().replace(api.origin, `http://localhost:${port} （開発用。API は ${api.origin}）`));
  api.child.stdout?.pipe(process.stdout);
  api.child.stderr?.pipe(process.stderr);

  const end = () => {
    api.child.kill();
    http.close();
    void page.close().then(async () => process.exit((await api.exited) ?? 0));
  };
  // Handle every signal, not only the first: npm forwards a Ctrl+C that this process has already received, and an
  // unhandled second signal would end it at once.
  process.on('SIGINT', end).on('SIGTERM', end);
  void api.exited.then(end);
}

/**
 * Serves the page with Vite as middleware: Vite's own server would handle the signals and exit before the API has
 * stopped.
 *
 * @param {string} root
 * @param {number} port
 * @param {string} api the API's origin
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
