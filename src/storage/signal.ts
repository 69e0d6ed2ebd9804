/** The one listener store: whoever subscribes is called at each publish, in the order of subscription. */

export interface Signal<T> {
  /** Returns how to stop; in the shape that `useSyncExternalStore` takes. */
  subscribe: (listener: (value: T) => void) => () => void;
  publish: (value: T) => void;
}

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
