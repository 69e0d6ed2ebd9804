/** News between the tabs and the worker of one device: something changed, look again. */
import { createSignal } from './signal';

const CHANNEL = 'manabiba';

let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

/** One kind of news; the room that it is about makes it and says what it means. */
export interface News<T> {
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
export function createNews<T extends object>(type: string): News<T> {
  const own = createSignal<T>();
  const subscribeToOthers: News<T>['subscribeToOthers'] = (listener) => {
    const open = openChannel();
    const handleMessage = ({ data }: MessageEvent<T & { type: string }>) => {
      if (data.type === type) listener(data);
    };
    open.addEventListener('message', handleMessage);
    return () => open.removeEventListener('message', handleMessage);
  };
  return {
    publish: (news) => {
      openChannel().postMessage({ type, ...news });
      own.publish(news);
    },
    subscribe: (listener) => {
      const stops = [subscribeToOthers(listener), own.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
    subscribeToOthers,
  };
}
