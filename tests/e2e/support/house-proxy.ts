/**
 * Simulates an organisation's sign-in proxy in front of the app: the proxy itself answers requests without its cookie.
 */
import type { BrowserContext } from '@playwright/test';

import type { Script, ScriptedAnswer, ScriptedNetwork } from './scripted-network';

/**
 * The proxy's response to a request without its cookie: `path` redirects to a page on the app's host, `screen` to one
 * at the path of a screen of the app, `host` to another host; `page` is status 401 with the sign-in page itself as
 * body.
 */
export type HouseKind = 'path' | 'screen' | 'host' | 'page';

export interface HouseProxy {
  /** The title of the sign-in page. */
  readonly title: string;
  /** The name of the link that signs in. */
  readonly link: string;
  /** Signs a browser in to the proxy, as a visit of the sign-in page does. */
  signIn: (context: BrowserContext) => Promise<void>;
  /** Ends all sessions. */
  expire: () => void;
}

const COOKIE = 'house';
const ENTER = '/__house/enter';
const TITLE = '社内ネットワークのサインイン';
const LINK = '社内アカウントで続ける';

/**
 * Returns the sign-in page of the proxy.
 *
 * @param back the page where the user comes from, an absolute URL on the app's host
 */
function signInPage(back: URL, status = 200): ScriptedAnswer {
  const enter = `${back.origin}${ENTER}?back=${encodeURIComponent(back.pathname + back.search)}`;
  const body = `<!doctype html><link rel="icon" href="data:,"><title>${TITLE}</title><a href="${enter}">${LINK}</a>`;
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }, body };
}

const redirectTo = (location: string, headers: Record<string, string> = {}): ScriptedAnswer => ({
  status: 302,
  headers: { ...headers, Location: location, 'Cache-Control': 'no-store' },
});

/** Puts the proxy in front of the app. @param otherHost serves the sign-in page of the kind `host` */
export function placeHouseProxy(network: ScriptedNetwork, otherHost: ScriptedNetwork, kind: HouseKind): HouseProxy {
  let session = 1;
  const signInPaths = { path: '/__house/sign-in', screen: '/login', host: '', page: '' };
  const pagePath = signInPaths[kind];
  const backIn = (search: string) => new URL(new URLSearchParams(search).get('back') ?? '/', network.origin);

  const script: Script = ({ path, search, headers }) => {
    if (path === ENTER) {
      return redirectTo(backIn(search).pathname + backIn(search).search, {
        'Set-Cookie': `${COOKIE}=${session}; Path=/; HttpOnly; SameSite=Lax`,
      });
    }
    if ((headers.cookie ?? '').includes(`${COOKIE}=${session}`)) return 'pass';
    if (path === pagePath && search.includes('back=')) return signInPage(backIn(search));
    const here = new URL(path + search, network.origin);
    if (kind === 'page') return signInPage(here, 401);
    const host = kind === 'host' ? otherHost.origin : network.origin;
    return redirectTo(`${host}${pagePath}?back=${encodeURIComponent(path + search)}`);
  };
  network.follow(script);
  otherHost.follow(({ search }) => signInPage(backIn(search)));
  return {
    title: TITLE,
    link: LINK,
    signIn: (context) =>
      context.addCookies([{ name: COOKIE, value: String(session), url: network.origin, sameSite: 'Lax' }]),
    expire: () => (session += 1),
  };
}
