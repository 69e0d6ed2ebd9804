/** The way between device and server: it loses, delays, doubles, lies, and is sometimes a hotel's. */
import type { Random } from './random';
import type { Life } from './scheduler';
import type { Answer, Request } from './server';
import { wordOfRequest } from './server';
import type { Watch } from './watch';
import type { World } from './world';

/** What the network is like, and how likely each way of its answering is then. */
const weathers = {
  fine: { ok: 1 },
  slow: { ok: 4, slow: 6 },
  'slow to renew tokens': { ok: 1 },
  dead: { dead: 8, silent: 1 },
  lossy: { ok: 4, dead: 2, silent: 1, lost: 2, swallowed: 1, broken: 2, twice: 2 },
  portal: { page: 4, redirect: 2, html403: 2, html404: 1, proxy511: 1 },
  busy: { ok: 2, 503: 2, busy503: 2, 429: 1, busy429: 2 },
  failing: { ok: 3, 500: 3, 502: 2, 408: 1, 425: 1 },
  refusing: { ok: 2, 403: 1, 409: 1, 422: 2, 404: 1 },
  lying: { ok: 2, bare: 3, stale: 2, nothing: 1 },
} as const;
export type Weather = keyof typeof weathers;
export const WEATHERS = Object.keys(weathers) as Weather[];
/** What something on the way does to one call whenever it comes. */
export const POISONS = ['silent', 'html403', '503', 'busy503', 'bare', '500'] as const;
export type Mode = string;

const html = (status: number): Answer => ({ status, contentType: 'text/html', body: '<html></html>' });
const DATELESS = ['page', 'html403', 'html404', 'proxy511', 'redirect'];

/** An answer that was made up on the way, '' the server's. */
function madeUp(mode: Mode, random: Random): Answer | undefined {
  if (mode === 'page') return html(200);
  if (mode === 'html403' || mode === 'html404') return html(Number(mode.slice(4)));
  if (mode === 'proxy511') return html(511);
  if (mode === 'redirect') return { status: 0 };
  if (mode.startsWith('busy')) {
    return { status: Number(mode.slice(4)), body: {}, headers: { 'Retry-After': String(1 + random.below(120)) } };
  }
  return /^\d+$/.test(mode) ? { status: Number(mode), body: { detail: 'だめ' } } : undefined;
}

/** What came back; its body comes later, or breaks off. */
function responseOf(
  url: string,
  { status, body, headers, contentType }: Answer,
  readBody: () => Promise<void>,
  date: string,
) {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const type = contentType ?? (body === undefined ? undefined : 'application/json');
  return {
    url,
    status,
    ok: status >= 200 && status < 300,
    type: status === 0 ? 'opaqueredirect' : 'basic',
    redirected: false,
    headers: new Headers({
      'Cache-Control': 'no-store',
      ...(date && { Date: date }),
      ...(type && { 'Content-Type': type }),
      ...headers,
    }),
    text: async () => {
      await readBody();
      return text;
    },
  };
}

interface Trip {
  host: Life;
  request: Request;
  word: string | undefined;
  mode: Mode;
  resolve: (response: unknown) => void;
  fail: (error: unknown) => void;
}

interface Watching {
  ended: () => void;
  answered: (answer: Answer) => void;
}

const unwatched = { ended: () => undefined, answered: () => undefined };

export class Wire {
  weather: Weather = 'fine';
  readonly poisoned = new Map<string, Mode>();
  /** The last answers to submits, as a proxy may keep them. */
  private stale: Answer | undefined;

  constructor(
    private readonly world: World,
    private readonly watch: Watch,
  ) {}

  fetch(host: Life, url: string, init: RequestInit): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (host.state === 'dead') return;
      const { pathname, searchParams: query } = new URL(url);
      const token = new Headers(init.headers).get('Authorization')?.replace('Bearer ', '') ?? '';
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
      const path = pathname.slice('/api/v1'.length);
      const request: Request = { method: init.method ?? 'GET', path, query, token, body };
      const word = wordOfRequest(request);
      const mode = this.modeOf(word, request);
      this.world.scheduler.note(`${host.name}: ${request.method} ${path} (${mode})`);
      const watch = this.world.hold(() => this.watch.requested(host, request, word)) ?? unwatched;
      const fail = (error: unknown) => {
        watch.ended();
        reject(error as Error);
      };
      const trip: Trip = { host, request, word, mode, fail, resolve };
      init.signal?.addEventListener('abort', () => fail(init.signal?.reason));
      this.send(trip, url, watch);
    });
  }

  private modeOf(word: string | undefined, { path }: Request): Mode {
    const { random } = this.world.scheduler;
    const poison = word === undefined ? undefined : this.poisoned.get(word);
    const isTakenFrom = poison === 'bare' && path !== '/submit/';
    if (poison) return isTakenFrom ? '500' : poison;
    const mode = random.weighted<string>(weathers[this.weather]);
    if (path === '/token' && this.weather === 'slow to renew tokens') return 'slow';
    // Proxies that make up answers do so to answers; of a reading any 2xx is a receipt (docs/decisions/0022).
    if (this.weather === 'lying' && path !== '/submit/') return 'ok';
    // A refusal is about one call.
    return this.weather === 'refusing' && word === undefined ? 'ok' : mode;
  }

  private later(ms: number, run: () => void, life?: Life): void {
    this.world.scheduler.after(ms, life?.name ?? 'network', run, life);
  }

  private delay(mode: Mode): number {
    const { random } = this.world.scheduler;
    return mode === 'slow' || (this.weather !== 'fine' && random.chance(0.15))
      ? 2000 + random.below(12_000)
      : 5 + random.below(120);
  }

  private send(trip: Trip, url: string, watch: Watching): void {
    const { host, mode } = trip;
    const { random } = this.world.scheduler;
    if (mode === 'silent') return;
    if (mode === 'dead') return this.later(1 + random.below(300), () => trip.fail(new TypeError('no network')), host);
    const answerIn = this.delay(mode);
    this.later(this.delay(mode), () => {
      const { server } = this.world;
      const answer = this.answer(trip);
      if (!answer) return this.later(0, () => trip.fail(new TypeError('nobody is there')), host);
      if (mode === 'twice') this.later(this.delay(mode), () => server.isUp && this.world.serve(trip.request));
      if (mode === 'swallowed') return;
      if (mode === 'lost') return this.later(answerIn, () => trip.fail(new TypeError('broken pipe')), host);
      const { crashes } = server;
      const date = DATELESS.includes(mode) ? '' : new Date(server.now()).toUTCString();
      const respond = () =>
        server.crashes === crashes
          ? trip.resolve(responseOf(url, answer, () => this.readBody(trip, answer, watch), date))
          : trip.fail(new TypeError('it broke off'));
      this.later(answerIn, respond, host);
    });
  }

  private readBody({ host, mode }: Trip, answer: Answer, watch: Watching): Promise<void> {
    const isBroken = mode === 'broken';
    return new Promise<void>((resolve, reject) => {
      const end = () => {
        if (!isBroken) watch.answered(answer);
        watch.ended();
        return isBroken ? reject(new TypeError('terminated')) : resolve();
      };
      this.later(isBroken ? 5 : 0, end, host);
    });
  }

  /** Undefined where the server would have to answer, and is down. */
  private answer({ mode, request, word }: Trip): Answer | undefined {
    const { stale } = this;
    if (mode === 'bare') return { status: 200, body: {} };
    if (mode === 'nothing') return { status: 204 };
    if (mode === 'stale' && stale) return stale;
    const instead = madeUp(mode, this.world.scheduler.random);
    if (instead) return instead;
    if (!this.world.server.isUp) return undefined;
    const answer = this.world.serve(request);
    if (word?.startsWith('submit:') && answer.status === 200 && this.world.server.isNew) this.stale = answer;
    return answer;
  }
}
