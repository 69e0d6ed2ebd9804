/** What contexts tell each other; one that rests hears nothing, and is still heard. */
import { afterEach, expect, test, vi } from 'vitest';

import { createBroadcast, suspendBroadcasts, resumeBroadcasts } from '@/storage/broadcast';

const other = new BroadcastChannel('manabiba');
const news = createBroadcast<{ word: string }>('word');
let heard: string[] = [];
const stop = news.subscribeToOthers(({ word }) => void heard.push(word));

afterEach(() => {
  heard = [];
});

/** Tells the others a word, and waits until one that does not rest has heard it. */
async function tell(word: string): Promise<void> {
  const witness = new BroadcastChannel('manabiba');
  const arrived = new Promise((resolve) => (witness.onmessage = resolve));
  other.postMessage({ type: 'word', word });
  await arrived;
  witness.close();
}

test('while it rests it hears nothing, also who begins to listen then; later both hear', async () => {
  suspendBroadcasts();
  const late: string[] = [];
  const stopLate = news.subscribeToOthers(({ word }) => void late.push(word));
  await tell('before');
  resumeBroadcasts();
  await tell('after');
  await vi.waitFor(() => expect([heard, late]).toEqual([['after'], ['after']]));
  stopLate();
});

test('what it says while it rests is heard, and it hears no more for that', async () => {
  const said: unknown[] = [];
  other.onmessage = ({ data }) => void said.push(data);
  suspendBroadcasts();
  news.publish({ word: 'own' });
  await vi.waitFor(() => expect(said).toEqual([{ type: 'word', word: 'own' }]));
  await tell('other');
  expect(heard).toEqual([]);
  resumeBroadcasts();
});

test('who stops while it rests hears nothing later', async () => {
  suspendBroadcasts();
  stop();
  resumeBroadcasts();
  await tell('late');
  expect(heard).toEqual([]);
  other.close();
});
