/**
 * The network between the simulated browser and server: it loses, delays, repeats and fakes responses. It is not the
 * unit tests' network because every delay and choice must come from the simulation's scheduler, so that a seed can be
 * repeated.
 */
import { errorAnswer, middleboxAnswers } from '@tests/support/middlebox-answers';
import { callKeyOf, type StudyAnswer, type StudyRequest } from '@tests/support/study-server';

import type { Random } from './random';
import type { RequestInvariants, RequestObserver } from './request-invariants';
import type { Lifecycle } from './scheduler';
import type { World } from './world';

/** Network condition → modes of answering, each with its weight. */
const conditions = {
  fine: { ok: 1 },
  slow: { ok: 4, slow: 6 },
  'slow to renew tokens': { ok: 1 },
  dead: { dead: 8, silent: 1 },
  lossy: { ok: 4, dead: 2, silent: 1, lost: 2, swallowed: 1, broken: 2, twice: 2 },
  portal: {
    portal: 4,
    redirect: 2,
    html403: 2,
    html404: 1,
    html511: 1,
    own200: 1,
    own403: 1,
    empty401: 1,
    basic401: 1,
  },
  busy: { ok: 2, 503: 2, busy503: 2, 429: 1, busy429: 2 },
  failing: { ok: 3, 500: 3, 502: 2, 408: 1, 425: 1 },
  refusing: { ok: 2, 403: 1, 409: 1, 422: 2, 404: 1 },
  'faking receipts': { ok: 2, bare: 3, stale: 2, empty: 1 },
} as const;
export type NetworkCondition = keyof typeof conditions;
export const NETWORK_CONDITIONS = Object.keys(conditions) as NetworkCondition[];
/** The ways in which a middlebox (proxy, captive portal) can answer one particular call every time. */
export const POISON_MODES = ['silent', 'html403', '503', 'busy503', 'bare', '500'] as const;
type Mode = string;

/** Modes of answering whose responses carry no `Date` header. */
const DATELESS: readonly Mode[] = ['redirect', ...Object.keys(conditions.portal)];
const BUSY = 'busy';

/** Returns the response that the simulated network makes up; undefined if the server itself responds. */
function fakeAnswer(mode: Mode, random: Random): StudyAnswer | undefined {
  if (mode in middleboxAnswers) return middleboxAnswers[mode as keyof typeof middleboxAnswers];
  if (mode.startsWith(BUSY)) {
    return errorAnswer(Number(mode.slice(BUSY.length)), String(1 + random.below(120)));
  }
  return /^\d+$/.test(mode) ? errorAnswer(Number(mode)) : undefined;
}

/**
 * Returns what `fetch` resolves to.
 *
 * @param readBody resolves when the body has arrived, rejects if the connection breaks.
 */
function toResponse(
  url: string,
  { status, body, headers, contentType }: StudyAnswer,
  readBody: () => Promise<void>,
  date: string,
) {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const type = contentType ?? (body === undefined ? undefined : 'application/json');
  const isRedirect = status >= 300 && status < 400;
  return {
    url,
    status: isRedirect ? 0 : status,
    ok: status >= 200 && status < 300,
    type: isRedirect ? 'opaqueredirect' : 'basic',
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
    clone: () => ({ text: () => Promise.resolve(text) }),
  };
}

interface Exchange {
  realm: Lifecycle;
  request: StudyRequest;
  callKey: string | undefined;
  mode: Mode;
  resolve: (response: unknown) => void;
  fail: (error: unknown) => void;
}

const noObserver: RequestObserver = { ended: () => undefined, answered: () => undefined };

export class Network {
  condition: NetworkCondition = 'fine';
  /** Call key → the mode in which a middlebox answers that call every time. */
  readonly poisoned = new Map<string, Mode>();
  /** The server's last response to a submit, which a broken proxy repeats. */
  private staleAnswer: StudyAnswer | undefined;

  constructor(
    private readonly world: World,
    private readonly invariants: RequestInvariants,
  ) {}

  fetch(realm: Lifecycle, url: string, init: RequestInit): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (realm.state === 'dead') return;
      const { pathname, searchParams: query } = new URL(url);
      const token = new Headers(init.headers).get('Authorization')?.replace('Bearer ', '') ?? '';
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
      const path = pathname.slice('/api/v1'.length);
      const request: StudyRequest = { method: init.method ?? 'GET', path, query, token, body };
      const callKey = callKeyOf(request);
      const mode = this.modeOf(callKey, request);
      this.world.scheduler.note(`${realm.name}: ${request.method} ${path} (${mode})`);
      const observer = this.world.capture(() => this.invariants.requested(realm, request, callKey)) ?? noObserver;
      const fail = (error: unknown) => {
        observer.ended();
        reject(error as Error);
      };
      init.signal?.addEventListener('abort', () => fail(init.signal?.reason));
      this.send({ realm, request, callKey, mode, fail, resolve }, url, observer);
    });
  }

  private modeOf(callKey: string | undefined, { path }: StudyRequest): Mode {
    const { random } = this.world.scheduler;
    const poison = callKey === undefined ? undefined : this.poisoned.get(callKey);
    // An empty 200 response is not faked for the call of a read lesson: the app takes any 2xx as the server's
    // confirmation (docs/decisions/0022), so no client could notice that the call is lost.
    const isReceipt = poison === 'bare' && path !== '/submit/';
    if (poison) return isReceipt ? '500' : poison;
    const mode = random.weighted<string>(conditions[this.condition]);
    if (path === '/token' && this.condition === 'slow to renew tokens') return 'slow';
    if (this.condition === 'faking receipts' && path !== '/submit/') return 'ok';
    // Refuses only calls of the queue: a refused sign-in would test nothing about the queue.
    return this.condition === 'refusing' && callKey === undefined ? 'ok' : mode;
  }

  private later(ms: number, run: () => void, life?: Lifecycle): void {
    this.world.scheduler.after(ms, life?.name ?? 'network', run, life);
  }

  private delayMs(mode: Mode): number {
    const { random } = this.world.scheduler;
    return mode === 'slow' || (this.condition !== 'fine' && random.chance(0.15))
      ? 2000 + random.below(12_000)
      : 5 + random.below(120);
  }

  private send(exchange: Exchange, url: string, observer: RequestObserver): void {
    const { realm, mode, request } = exchange;
    const { random } = this.world.scheduler;
    const failLater = (ms: number, reason: string) => this.later(ms, () => exchange.fail(new TypeError(reason)), realm);
    if (mode === 'silent') return;
    if (mode === 'dead') return failLater(1 + random.below(300), 'no network');
    const returnMs = this.delayMs(mode);
    this.later(this.delayMs(mode), () => {
      const { server } = this.world;
      const answer = this.answer(exchange);
      if (!answer) return failLater(0, 'connection refused');
      if (mode === 'twice') this.later(this.delayMs(mode), () => server.isUp && this.world.serve(request));
      if (mode === 'swallowed') return;
      if (mode === 'lost') return failLater(returnMs, 'broken pipe');
      const { crashes } = server;
      const date = DATELESS.includes(mode) ? '' : new Date(server.now()).toUTCString();
      const respond = () =>
        server.crashes === crashes
          ? exchange.resolve(toResponse(url, answer, () => this.readBody(exchange, answer, observer), date))
          : exchange.fail(new TypeError('connection reset'));
      this.later(returnMs, respond, realm);
    });
  }

  private readBody({ realm, mode }: Exchange, answer: StudyAnswer, observer: RequestObserver): Promise<void> {
    const isBroken = mode === 'broken';
    return new Promise<void>((resolve, reject) => {
      const end = () => {
        if (!isBroken) observer.answered(answer);
        observer.ended();
        return isBroken ? reject(new TypeError('terminated')) : resolve();
      };
      this.later(isBroken ? 5 : 0, end, realm);
    });
  }

  /** Returns the response to a request; undefined if the server would have to respond, but is down. */
  private answer({ mode, request, callKey }: Exchange): StudyAnswer | undefined {
    if (mode === 'stale' && this.staleAnswer) return this.staleAnswer;
    const fake = fakeAnswer(mode, this.world.scheduler.random);
    if (fake) return fake;
    if (!this.world.server.isUp) return undefined;
    const answer = this.world.serve(request);
    const isTaken = callKey?.startsWith('submit:') && answer.status === 200;
    if (isTaken && this.world.server.isNew) this.staleAnswer = answer;
    return answer;
  }
}
