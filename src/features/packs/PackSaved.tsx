/** A saved course: the check 出発前チェック, a note if the server has newer content, and a delete button. */
import { Button, Text } from '@mantine/core';

import type { Pack } from '@/device/packs/packs';
import { ConfirmButton } from '@/ui/ConfirmButton';

import { PackCheck } from './PackCheck';
import { PackFaults } from './PackFaults';
import type { PackSteps } from './use-pack-steps';

import classes from './PackCard.module.css';

const updateWords = {
  newer: 'コースが新しくなりました。変わったところだけを保存し直します。',
  unknown: 'このサーバーでは、新しくなったかどうかが分かりません。更新すると、すべて保存し直します。',
};

export interface PackSavedProps {
  pack: Pack;
  /** `newer`: the server has newer content; `unknown`: the server sends no versions. */
  update: keyof typeof updateWords | undefined;
  steps: PackSteps;
}

export function PackSaved({ pack: { courseId, contents, status }, update, steps }: PackSavedProps) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {status === 'saved' && contents
          ? `本文・問題${contents.texts}点と画像${contents.images}点が、電波がなくても開けます。`
          : '次のものは保存できませんでした。ほかは電波がなくても開けます。'}
      </Text>
      {status === 'partial' && contents && <PackFaults faults={contents.faults} />}
      {update && (
        <Text size="sm" className={update === 'newer' ? classes.warning : undefined}>
          {updateWords[update]}
        </Text>
      )}
      <div className={classes.steps}>
        {(update || status === 'partial') && (
          <Button onClick={steps.save} aria-disabled={steps.isBusy} className={classes.main}>
            {update ? '更新を保存' : 'もう一度保存'}
          </Button>
        )}
        <PackCheck courseId={courseId} onFetch={steps.save} />
        <ConfirmButton
          label="保存を削除"
          question="この端末から消します。未送信の学習は残ります。"
          onConfirm={steps.remove}
        />
      </div>
    </>
  );
}
