/** Warns early, on any screen, that what waits could be deleted by the browser: it waits for long, room is short, or a tab has its seven days. */
import { Button } from '@mantine/core';

import { saveCalls } from '@/device/call-files';
import type { WaitingRisk } from '@/device/protection';
import { useOwner } from '@/queries/queue';
import { BottomNotice } from '@/ui/BottomNotice';
import { showToast } from '@/ui/toast';

import { fileFaultWords, savedWords } from './call-file-words';
import { riskWords } from './risk-words';

export interface WaitingNoticeProps {
  risk: WaitingRisk;
  onLater: () => void;
}

export function WaitingNotice({ risk, onLater }: WaitingNoticeProps) {
  const owner = useOwner();
  const handleSave = async () => {
    try {
      void showToast('info', savedWords(await saveCalls(owner)));
      onLater();
    } catch (error) {
      void showToast('error', fileFaultWords(error));
    }
  };
  return (
    <BottomNotice
      title={`送信待ち ${risk.waiting}件が、消えるおそれがあります`}
      onLater={onLater}
      action={<Button onClick={() => void handleSave()}>ファイルに保存</Button>}
    >
      {riskWords(risk)}
    </BottomNotice>
  );
}
