/** News between the tabs and the worker of one device: something changed, look again. */
import { createSignal } from './signal';

const CHANNEL = 'manabiba';

/** How a run of replay ended, as far as other tabs need it; `offline/queue/replay.ts` says what each means. */
export interface ReplayNews {
  received: number;
  refused: number;
  stoppedBy?: 'network' | 'portal' | 'session' | 'pause' | 'storage';
  /** The id of the entry that it came to a stop at. */
  stoppedAt?: string;
  /** Milliseconds since 1970 by the device's clock. */
  nextDueAt?: number;
}

/** How saving a course goes; `offline/packs/course-pack.ts` says what each means. Bytes of what is kept. */
export interface PackNews {
  phase: 'saving' | 'waiting' | 'ended';
  text: { done: number; total: number };
  images: { done: number; total: number };
  bytes: number;
  /** Why it waits. */
  reason?: 'network' | 'portal' | 'session' | 'server' | 'gone' | 'full' | 'storage';
  /** Courses that were removed to make room. */
  removed: string[];
}

/**
 * What can be told. `session-changed`: somebody signed in or out. The refresh-token pair lets tabs share a session.
 * `queue-changed`: what waits for `owner` changed. `replay-state`: sending began, or ended with `outcome`; without an
 * owner: of whoever is here, be it that nobody is.
 * `receipt`: the server confirmed these calls; each names its kind and what it is about.
 * `draft-changed`: a tab has changed the answers to a question set that are not submitted yet.
 * `packs-changed`: which courses are to be kept on the device, or what is kept of them, changed. `pack-state`: how saving
 * a course goes in the one tab that does it.
 * `network-asked`: whether the API answered the worker.
 */
export type News =
  | { type: 'session-changed' }
  | { type: 'refresh-token-wanted'; owner: string; requestId: string }
  | { type: 'refresh-token-given'; requestId: string; refreshToken: string }
  | { type: 'queue-changed'; owner: string }
  | { type: 'replay-state'; owner?: string; sending: boolean; outcome?: ReplayNews }
  | { type: 'receipt'; owner: string; calls: { id: string; kind: string; subject: string }[] }
  | { type: 'draft-changed'; owner: string; questionSetId: string }
  | { type: 'packs-changed'; owner: string }
  | { type: 'pack-state'; owner: string; courseId: string; state: PackNews }
  | { type: 'network-asked'; isAnswered: boolean };

type Listener = (news: News) => void;

let channel: BroadcastChannel | undefined;
/** What this context tells, for those who hear that, too. */
const ownNews = createSignal<News>();

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

/** Tells the other tabs and the worker; here only those hear it who listen with {@link hearAllNews}. */
export function tellNews(news: News): void {
  openChannel().postMessage(news);
  ownNews.publish(news);
}

/** Calls `listener` for all news of others; returns how to stop. */
export function hearNews(listener: Listener): () => void {
  const open = openChannel();
  const handleMessage = (event: MessageEvent<News>) => listener(event.data);
  open.addEventListener('message', handleMessage);
  return () => open.removeEventListener('message', handleMessage);
}

/** Calls `listener` for all news, what this context tells included; returns how to stop. */
export function hearAllNews(listener: Listener): () => void {
  const stops = [hearNews(listener), ownNews.subscribe(listener)];
  return () => stops.forEach((stop) => stop());
}
