/** A file that is ready to be shared and waits for a press, because the browser opens its share sheet only shortly after one. */
import { useSyncExternalStore } from 'react';

import { createSignal } from '@/storage/signal';

type Outcome = 'saved' | 'cancelled' | 'blocked';

export interface FilePrompt {
  fileName: string;
  /** Opens the share sheet; called in the handler of the press. */
  share: () => void;
  cancel: () => void;
}

const changed = createSignal<FilePrompt | undefined>();
let current: FilePrompt | undefined;

function show(prompt: FilePrompt | undefined): void {
  current = prompt;
  changed.publish(prompt);
}

/** Asks for a press, then shares the file. A prompt that is open is cancelled. @throws what `share` throws. */
export function askToShare(fileName: string, share: () => Promise<Outcome>): Promise<Outcome> {
  current?.cancel();
  return new Promise((resolve, reject) => {
    show({
      fileName,
      share: () => {
        show(undefined);
        share().then(resolve, reject);
      },
      cancel: () => {
        show(undefined);
        resolve('cancelled');
      },
    });
  });
}

/** Returns the file that waits for a press; undefined without one. */
export function useFilePrompt(): FilePrompt | undefined {
  return useSyncExternalStore(changed.subscribe, () => current);
}
