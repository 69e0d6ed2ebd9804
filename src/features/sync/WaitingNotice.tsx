/**
 * Warns on any screen that the browser may evict the queue: entries are old, free space is low, or Safari's 7-day limit
 * applies.
 */
import { Button } from '@mantine/core';

import { saveCalls } from '@/device/call-files';
import type { WaitingRisk } from '@/device/protection';
import { useOwner } from '@/queries/queue';
import { BottomNotice } from '@/ui/notices/BottomNotice';
import { showToast } from '@/ui/notices/toast';

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
      const saved = await saveCalls(owner);
      void showToast('info', savedWords(saved));
      if (saved) onLater();
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
