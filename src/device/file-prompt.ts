/**
 * Keeps a file that is ready to be shared until the user presses a button: the browser opens its share sheet only
 * shortly after a press.
 */
import { useSyncExternalStore } from 'react';

import { createSignal } from '@/storage/signal';

type Outcome = 'saved' | 'cancelled' | 'blocked';

export interface FilePrompt {
  fileName: string;
  /** Opens the share sheet; must be called in the press's event handler. */
  share: () => void;
  cancel: () => void;
}

const changed = createSignal<FilePrompt | undefined>();
let current: FilePrompt | undefined;

function show(prompt: FilePrompt | undefined): void {
  current = prompt;
  changed.publish(prompt);
}

/** Asks the user for a press, then shares the file. An open prompt is cancelled first. @throws what `share` throws. */
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

/** Returns the file that waits until the user presses the share button; undefined if no file waits. */
export function useFilePrompt(): FilePrompt | undefined {
  return useSyncExternalStore(changed.subscribe, () => current);
}
