/**
 * The notice 「新しい版があります」 (a new version is available): shown when nothing is being answered, written or sent; the
 * learner may postpone it.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';

import { type AppUpdate, applyUpdate } from '@/device/update-state';
import { useSyncState } from '@/queries/queue';
import { BottomNotice } from '@/ui/notices/BottomNotice';

import { useCanInterrupt } from './use-can-interrupt';

const words = {
  waiting: '更新すると、この画面を読み込み直します。学習の記録と保存したコースはそのまま残ります。',
  replaced: '新しい版に切り替わりました。この画面も読み込み直すと、新しい版になります。学習の記録はそのまま残ります。',
} satisfies Record<Exclude<AppUpdate, 'none'>, string>;

export interface UpdateNoticeProps {
  update: Exclude<AppUpdate, 'none'>;
  onLater: () => void;
}

export function UpdateNotice({ update, onLater }: UpdateNoticeProps) {
  const canInterrupt = useCanInterrupt();
  const isSending = useSyncState()?.kind === 'sending';
  // Once shown, the notice does not disappear while calls are sent: offline, the queue retries every few seconds, and
  // hiding the notice each time would make it flicker.
  const [isShown, setShown] = useState(false);
  const [isApplying, setApplying] = useState(false);
  if (canInterrupt && !isSending && !isShown) setShown(true);
  if (!canInterrupt || !isShown) return null;
  const handleUpdate = () => {
    setApplying(true);
    void applyUpdate();
  };
  return (
    <BottomNotice
      title="新しい版があります"
      onLater={onLater}
      action={
        <Button onClick={handleUpdate} loading={isApplying}>
          更新する
        </Button>
      }
    >
      {words[update]}
    </BottomNotice>
  );
}
