/** News between the tabs and the worker of one device: something changed, look again. */

const CHANNEL = 'manabiba';

/** What can be told. `session-changed`: somebody signed in or out. The refresh-token pair lets tabs share a session. */
export type News =
  | { type: 'session-changed' }
  | { type: 'refresh-token-wanted'; owner: string; requestId: string }
  | { type: 'refresh-token-given'; requestId: string; refreshToken: string };

let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

/** Tells the other tabs and the worker; the teller itself hears nothing. */
export function tellNews(news: News): void {
  openChannel().postMessage(news);
}

/** Calls `listener` for all news of others; returns how to stop. */
export function hearNews(listener: (news: News) => void): () => void {
  const open = openChannel();
  const handleMessage = (event: MessageEvent<News>) => listener(event.data);
  open.addEventListener('message', handleMessage);
  return () => open.removeEventListener('message', handleMessage);
}
