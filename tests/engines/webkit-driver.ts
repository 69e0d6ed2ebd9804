/** Drives WebKitGTK by WebKitWebDriver (W3C WebDriver) on a virtual screen. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { BROWSER_ENV, type DrivenBrowser, type DrivenTab, type Launch } from './driver';
import { killBrowser } from './processes';

const BROWSER = fileURLToPath(new URL('webkit-browser.py', import.meta.url));
/** The key of an element's id in WebDriver's answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** WebDriver's characters of keys that have no character of their own. */
const KEYS: Record<string, string> = {
  Alt: '\uE00A',
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowUp: '\uE013',
  Backspace: '\uE003',
  Control: '\uE009',
  Delete: '\uE017',
  End: '\uE010',
  Enter: '\uE007',
  Escape: '\uE00C',
  Home: '\uE011',
  Shift: '\uE008',
  Space: ' ',
  Tab: '\uE004',
};
/** Time after which a command of WebDriver is taken to hang, ms. */
const COMMAND_MS = 90_000;

class WebDriverError extends Error {}

/** Sends a command of WebDriver. */
async function send(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(COMMAND_MS),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new WebDriverError(`${error}: ${message}`);
}

type Send = (method: string, path: string, body?: object) => Promise<unknown>;

/** Returns a script for `execute/async` that answers with the function's result, or with its error. */
const scriptOf = (text: string) => `
  const [argument, done] = arguments;
  Promise.resolve()
    .then(() => (${text})(argument))
    .then((value) => done({ value }), (error) => done({ error: String(error?.stack || error) }));
`;

interface Ran {
  value?: unknown;
  error?: string;
}

/** Presses the keys in order, and releases them in the opposite order. */
function keyActions(keys: string) {
  // The key "+" itself stays whole.
  const values = keys.split(/(?<=.)\+/).map((key) => KEYS[key] ?? key);
  const actions = [
    ...values.map((value) => ({ type: 'keyDown', value })),
    ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
  ];
  return { actions: [{ type: 'key', id: 'keyboard', actions }] };
}

/**
 * Goes back in the history. WebDriver's own command waits for the end of loading, which it misses when a page comes
 * back from the back/forward cache.
 */
async function goBack(execute: (text: string, argument?: unknown) => Promise<unknown>): Promise<void> {
  await execute(`() => {
    window.isHere = true;
    window.addEventListener('pagehide', () => delete window.isHere, { once: true });
    setTimeout(() => history.back());
  }`);
  const isHere = () => execute(`() => 'isHere' in window`).catch(() => false);
  for (let tries = 0; tries < 600 && (await isHere()); tries += 1) await wait(50);
}

/** @param sendTo sends a command to this tab */
function drive(sendTo: Send, display: string): DrivenTab {
  async function execute(text: string, argument: unknown): Promise<unknown> {
    const args = [argument === undefined ? null : argument];
    const { value, error } = (await sendTo('POST', '/execute/async', { script: scriptOf(text), args })) as Ran;
    if (error !== undefined) throw new Error(error);
    return value ?? undefined;
  }
  /** @returns the path of the element's commands */
  async function pathOf(find: unknown, argument: unknown): Promise<string | undefined> {
    const element = (await execute(String(find), argument)) as Record<string, string> | undefined;
    return element && `/element/${element[ELEMENT]}`;
  }
  return {
    goto: async (url) => void (await sendTo('POST', '/url', { url })),
    reload: async () => void (await sendTo('POST', '/refresh', {})),
    back: () => goBack(execute),
    inject: async (script) => void (await sendTo('POST', '/execute/sync', { script, args: [] })),
    run: (action, argument) => execute(String(action), argument) as never,
    async click(find, argument) {
      const path = await pathOf(find, argument);
      if (path) await sendTo('POST', `${path}/click`, {});
    },
    async chooseFile(find, argument, file) {
      const path = await pathOf(find, argument);
      if (path) await sendTo('POST', `${path}/value`, { text: file });
    },
    press: async (keys) => void (await sendTo('POST', '/actions', keyActions(keys))),
    // WebDriver's own screenshot hangs often: this one is of the virtual screen.
    async screenshot() {
      const { stdout } = await promisify(execFile)('import', ['-display', display, '-window', 'root', 'png:-'], {
        encoding: 'buffer',
        maxBuffer: 50_000_000,
      });
      return stdout;
    },
  };
}

/** Returns the first part of the program's output that the pattern matches. */
async function readUntil(output: Readable, pattern: RegExp): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, found] = pattern.exec(line) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error(`The program has ended without ${pattern}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let screen: Promise<string> | undefined;

/** Starts a virtual screen, which lasts as long as this process. @returns its name, such as ":99" */
function startScreen(): Promise<string> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  process.once('exit', () => xvfb.kill('SIGKILL'));
  return readUntil(xvfb.stdio[3] as Readable, /^(\d+)$/).then((number) => `:${number}`);
}

/** Starts WebKitWebDriver, which drives one browser only. */
async function startWebDriver(display: string) {
  const port = await freePort();
  const env = {
    ...process.env,
    ...BROWSER_ENV,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  const args = [`--port=${port}`, '--host=127.0.0.1'];
  const child = spawn('WebKitWebDriver', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    try {
      await send(`${url}/status`, 'GET');
      return { child, url };
    } catch (error) {
      if (tries > 100) throw error;
      await wait(50);
    }
  }
}

/** Errors on the console that are no exceptions: requests without an answer, and measurements put off by a frame. */
const NO_EXCEPTIONS = [
  'Failed to load resource',
  'Cannot load ',
  'Fetch API cannot load ',
  'ResizeObserver loop ',
  // A page was left while it used Cache Storage.
  'Cache API operation failed: Context is stopped',
  'Response served by service worker is an error',
  // The promise FetchEvent.handled of the worker, after the same answer: WebKit logs it although nothing waits for it.
  'Unhandled Promise Rejection: NetworkError:  A network error occurred.',
];
/** True for an uncaught exception on the console; before it is the place in the script, if that is known. */
function isUncaught(line: string): boolean {
  const [, words] = /\bCONSOLE JS ERROR (.*)/.exec(line) ?? [];
  return words !== undefined && !NO_EXCEPTIONS.some((start) => words.startsWith(start));
}

/** @param output of the driver and its browser */
function collectUncaught(child: ChildProcess): string[] {
  const uncaught: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue;
    createInterface({ input: output }).on('line', (line) => {
      if (isUncaught(line) || line.startsWith('PAGE CRASHED')) uncaught.push(line);
    });
  }
  return uncaught;
}

/** Returns a function that sends commands to the session one after the other, each to its tab. */
function sendInTurn(session: string) {
  let last: Promise<unknown> = Promise.resolve();
  let current = '';
  const sendTo = async (handle: string, [method, path, body]: Parameters<Send>) => {
    if (current !== handle) await send(`${session}/window`, 'POST', { handle });
    current = handle;
    return send(session + path, method, body);
  };
  return (handle: string): Send =>
    (...command) => {
      const result = last.then(() => sendTo(handle, command));
      last = result.catch(() => undefined);
      return result;
    };
}

export const launchWebKit: Launch = async ({ profile, width, height, isPrivate }): Promise<DrivenBrowser> => {
  const display = await (screen ??= startScreen());
  const { child, url } = await startWebDriver(display);
  const uncaught = collectUncaught(child);
  const args = ['--profile', profile, '--size', `${width}x${height}`, ...(isPrivate ? ['--private'] : [])];
  const browserOptions = { binary: BROWSER, args };
  const alwaysMatch = { 'webkitgtk:browserOptions': browserOptions, timeouts: { script: 60_000, pageLoad: 60_000 } };
  const { sessionId } = (await send(`${url}/session`, 'POST', { capabilities: { alwaysMatch } })) as {
    sessionId: string;
  };
  const session = `${url}/session/${sessionId}`;
  const sendTo = sendInTurn(session);
  const tabOf = (handle: string) => drive(sendTo(handle), display);
  const first = (await send(`${session}/window`, 'GET')) as string;
  const kill = async () => {
    await killBrowser(profile);
    await end(child);
  };
  return {
    first: tabOf(first),
    async newTab() {
      const { handle } = (await send(`${session}/window/new`, 'POST', { type: 'tab' })) as { handle: string };
      return tabOf(handle);
    },
    uncaught: () => [...uncaught],
    async close() {
      await send(session, 'DELETE').catch(() => undefined);
      await kill();
    },
    kill,
  };
};
