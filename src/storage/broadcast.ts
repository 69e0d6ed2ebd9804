/** Broadcast between the tabs and the worker of one device: something changed, look again. */
import { createSignal } from './signal';

const CHANNEL = 'manabiba';

let channel: BroadcastChannel | undefined;
/** Whoever listens to other contexts, for the next channel as well. */
const subscribers = new Set<(event: MessageEvent) => void>();
let isResting = false;

function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', (event) => {
    for (const hear of subscribers) hear(event);
  });
  return channel;
}

function closeChannel(): void {
  channel?.close();
  channel = undefined;
}

/**
 * From now on this context hears nothing of others: a page in the back/forward cache is thrown away by the browser as soon
 * as its channel is spoken to. What it says is still heard.
 */
export function suspendBroadcasts(): void {
  isResting = true;
  closeChannel();
}

/** Hears others again; {@link broadcastsMissed} is for the caller to tell. */
export function resumeBroadcasts(): void {
  isResting = false;
  if (subscribers.size > 0) openChannel();
}

/** This context has heard nothing for a while: what it knows by news is to be looked at again. */
export const broadcastsMissed = createSignal();

type Delivery = (hear: () => void, type: string) => void;
let deliver: Delivery = (hear) => hear();

/** From now on news of other contexts are heard when `how` has them heard: a frozen tab waits until it is woken. */
export function setDelivery(how: Delivery): void {
  deliver = how;
}

/** One kind of news; the room that it is about makes it and says what it means. */
export interface Broadcast<T> {
  /** Tells the other tabs and the worker, and whoever subscribes here. */
  publish: (news: T) => void;
  /** Calls `listener` for all news, what this context publishes included; returns how to stop. */
  subscribe: (listener: (news: T) => void) => () => void;
  /** Calls `listener` for what other tabs and the worker publish; returns how to stop. */
  subscribeToOthers: (listener: (news: T) => void) => () => void;
}

/**
 * Makes a kind of news.
 *
 * @param type tells it from the others on the device's one channel; tabs of an older version know it by that.
 */
export function createBroadcast<T extends object>(type: string): Broadcast<T> {
  const own = createSignal<T>();
  const subscribeToOthers: Broadcast<T>['subscribeToOthers'] = (listener) => {
    const handleMessage = ({ data }: MessageEvent<T & { type: string }>) => {
      if (data.type === type) deliver(() => listener(data), type);
    };
    subscribers.add(handleMessage);
    if (!isResting) openChannel();
    return () => void subscribers.delete(handleMessage);
  };
  return {
    publish: (news) => {
      openChannel().postMessage({ type, ...news });
      if (isResting) closeChannel();
      own.publish(news);
    },
    subscribe: (listener) => {
      const stops = [subscribeToOthers(listener), own.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
    subscribeToOthers,
  };
}
