/** Tests broadcasts between contexts: a paused one receives nothing, but can still send. */
import { afterEach, expect, test, vi } from 'vitest';

import { createBroadcast, suspendBroadcasts, resumeBroadcasts } from '@/storage/broadcast';

const other = new BroadcastChannel('manabiba');
const news = createBroadcast<{ word: string }>('word');
let heard: string[] = [];
const stop = news.subscribeToOthers(({ word }) => void heard.push(word));

afterEach(() => {
  heard = [];
});

/** Broadcasts a message, and waits until a context that is not paused has received it. */
async function tell(word: string): Promise<void> {
  const witness = new BroadcastChannel('manabiba');
  const arrived = new Promise((resolve) => (witness.onmessage = resolve));
  other.postMessage({ type: 'word', word });
  await arrived;
  witness.close();
}

test('a paused context delivers no broadcast, also to new subscribers; once resumed, old and new subscribers receive', async () => {
  suspendBroadcasts();
  const late: string[] = [];
  const stopLate = news.subscribeToOthers(({ word }) => void late.push(word));
  await tell('before');
  resumeBroadcasts();
  await tell('after');
  await vi.waitFor(() => expect([heard, late]).toEqual([['after'], ['after']]));
  stopLate();
});

test('a paused context can send broadcasts and still receives none', async () => {
  const said: unknown[] = [];
  other.onmessage = ({ data }) => void said.push(data);
  suspendBroadcasts();
  news.publish({ word: 'own' });
  await vi.waitFor(() => expect(said).toEqual([{ type: 'word', word: 'own' }]));
  await tell('other');
  expect(heard).toEqual([]);
  resumeBroadcasts();
});

test('a subscriber that unsubscribes during a pause receives nothing later', async () => {
  suspendBroadcasts();
  stop();
  resumeBroadcasts();
  await tell('late');
  expect(heard).toEqual([]);
  other.close();
});
