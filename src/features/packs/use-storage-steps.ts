/** Deletes saved courses and other cached content from the device and describes the result. */
import { useState } from 'react';

import { usePackActions } from '@/device/packs/packs';

export interface StorageSteps {
  remove: (courseIds: readonly string[]) => void;
  removeOthers: () => void;
  /** The result of the last deletion in Japanese; '' before the first. */
  words: string;
}

export function useStorageSteps(): StorageSteps {
  const actions = usePackActions();
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = (step: () => Promise<string>) => {
    if (isBusy) return;
    setBusy(true);
    step()
      .then(setWords, () => setWords('端末の保存領域を使えませんでした。もう一度お試しください。'))
      .finally(() => setBusy(false));
  };
  return {
    words,
    remove: (courseIds) =>
      run(async () => {
        for (const courseId of courseIds) await actions.remove(courseId);
        return `${courseIds.length}つのコースを消しました。未送信の学習は残っています。`;
      }),
    removeOthers: () =>
      run(async () => {
        const count = await actions.removeOthers();
        return count === 0
          ? '消すものはありませんでした。'
          : `他の学習データ${count}件を消しました。未送信の学習は残っています。`;
      }),
  };
}
