/** Broadcasts between the tabs and the worker of one device, over one BroadcastChannel. */
import { createSignal } from './signal';

const CHANNEL = 'manabiba';

let channel: BroadcastChannel | undefined;
/**
 * The handlers of messages on the channel; stored apart from the channel, so that they also apply to one that is opened
 * later.
 */
const subscribers = new Set<(event: MessageEvent) => void>();
let isSuspended = false;

function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', (event) => {
    for (const handle of subscribers) handle(event);
  });
  return channel;
}

function closeChannel(): void {
  channel?.close();
  channel = undefined;
}

/**
 * Stops receiving from other contexts: the browser evicts a page from the back/forward cache as soon as its open
 * channel gets a message. Publishing still works.
 */
export function suspendBroadcasts(): void {
  isSuspended = true;
  closeChannel();
}

/** Opens the channel again, so that this context receives broadcasts. The caller publishes {@link broadcastsMissed}. */
export function resumeBroadcasts(): void {
  isSuspended = false;
  if (subscribers.size > 0) openChannel();
}

/** Signal: this context has received no broadcasts for a while, so state that follows them must be read again. */
export const broadcastsMissed = createSignal();

type Delivery = (deliver: () => void, type: string) => void;
let delivery: Delivery = (deliver) => deliver();

/**
 * Sets the function that decides when broadcasts of other contexts are delivered: a frozen tab delays them until it is
 * resumed.
 */
export function setDelivery(next: Delivery): void {
  delivery = next;
}

/** One type of broadcast. */
export interface Broadcast<T> {
  /** Sends a broadcast to the other tabs, the worker and the subscribers of this context. */
  publish: (message: T) => void;
  /**
   * Calls `listener` for all broadcasts of this type, including this context's own; returns a function that
   * unsubscribes.
   */
  subscribe: (listener: (message: T) => void) => () => void;
  /** Calls `listener` for broadcasts of other tabs and the worker; returns a function that unsubscribes. */
  subscribeToOthers: (listener: (message: T) => void) => () => void;
}

/**
 * Creates a type of broadcast.
 *
 * @param type identifies it on the device's one channel, also for tabs of older versions: it must not change.
 */
export function createBroadcast<T extends object>(type: string): Broadcast<T> {
  const own = createSignal<T>();
  const subscribeToOthers: Broadcast<T>['subscribeToOthers'] = (listener) => {
    const handleMessage = ({ data }: MessageEvent<T & { type: string }>) => {
      if (data.type === type) delivery(() => listener(data), type);
    };
    subscribers.add(handleMessage);
    if (!isSuspended) openChannel();
    return () => void subscribers.delete(handleMessage);
  };
  return {
    publish: (message) => {
      openChannel().postMessage({ type, ...message });
      if (isSuspended) closeChannel();
      own.publish(message);
    },
    subscribe: (listener) => {
      const stops = [subscribeToOthers(listener), own.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
    subscribeToOthers,
  };
}
