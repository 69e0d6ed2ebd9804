/** A publish-subscribe signal: calls its subscribers at each publish, in the order of subscription. */

export interface Signal<T> {
  /** Subscribes a listener; returns a function that unsubscribes, as `useSyncExternalStore` expects. */
  subscribe: (listener: (value: T) => void) => () => void;
  publish: (value: T) => void;
}

/** Creates a signal. */
export function createSignal<T = void>(): Signal<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish: (value) => {
      for (const listener of listeners) listener(value);
    },
  };
}
