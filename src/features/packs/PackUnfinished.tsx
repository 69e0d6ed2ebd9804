/** A partly saved course: why saving stopped, the counts so far, and how saving continues. */
import { Button, Text } from '@mantine/core';

import { type Pack, type PackState, usePackSurvey } from '@/device/packs/packs';
import { Meter } from '@/ui/charts/Meter';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { LinkButton } from '@/ui/LinkButton';

import { countWords, waitingWords } from './pack-words';
import { RemovedPacks } from './RemovedPacks';
import type { PackSteps } from './use-pack-steps';

import classes from './PackCard.module.css';

export interface PackUnfinishedProps {
  pack: Pack;
  /** The state of saving with the reason why it waits; undefined if the user paused it. */
  state?: PackState;
  steps: PackSteps;
}

export function PackUnfinished({ pack, state, steps }: PackUnfinishedProps) {
  const counts = usePackSurvey(pack.courseId, true);
  return (
    <>
      <Text fw={600}>{counts ? countWords(counts) : '準備しています'}</Text>
      {counts && (
        <Meter
          label="保存の進捗"
          done={counts.text.done + counts.images.done}
          all={counts.text.total + counts.images.total}
        />
      )}
      <Text size="sm" className={state ? classes.warning : undefined} role="status">
        {state && waitingWords(state.reason)}
        {!state && (pack.isPaused ? '保存を中断しています。保存した分は残っています。' : '続きから保存します。')}
      </Text>
      <RemovedPacks titles={state?.removed ?? []} />
      <div className={classes.steps}>
        {state?.reason === 'session' ? (
          <LinkButton to="/login" search={{ redirect: `/courses/${pack.courseId}` }} className={classes.main}>
            ログイン
          </LinkButton>
        ) : (
          <Button onClick={steps.save} aria-disabled={steps.isBusy} className={classes.main}>
            続きから保存
          </Button>
        )}
        <ConfirmButton
          label="保存を削除"
          question="この端末に保存した分を消します。未送信の学習は残ります。"
          onConfirm={steps.remove}
        />
      </div>
    </>
  );
}
