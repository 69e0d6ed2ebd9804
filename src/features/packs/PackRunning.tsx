/** A course that is being saved: counts, a progress bar and a pause button. */
import { Button, Text } from '@mantine/core';

import type { PackState } from '@/device/packs/packs';
import { formatBytes } from '@/lib/format-bytes';
import { Meter } from '@/ui/charts/Meter';

import { countWords } from './pack-words';
import { RemovedPacks } from './RemovedPacks';
import type { PackSteps } from './use-pack-steps';

import classes from './PackCard.module.css';

export function PackRunning({ state, steps }: { state: PackState; steps: PackSteps }) {
  const { text, images, bytes, removed } = state;
  const isTextDone = text.total > 0 && text.done === text.total;
  return (
    <>
      <div className={classes.numbers}>
        <Text fw={600}>{countWords(state)}</Text>
        <Text size="sm" c="dimmed">
          {bytes > 0 && formatBytes(bytes)}
        </Text>
      </div>
      <Meter label="保存の進捗" done={text.done + images.done} all={text.total + images.total} />
      <Text size="sm" c="dimmed">
        {isTextDone ? '本文と問題は、もうオフラインで開けます。' : 'このまま学習を続けられます。'}
      </Text>
      <RemovedPacks titles={removed} />
      <div className={classes.steps}>
        <Button variant="default" onClick={steps.pause} aria-disabled={steps.isBusy} className={classes.main}>
          中断
        </Button>
      </div>
    </>
  );
}
