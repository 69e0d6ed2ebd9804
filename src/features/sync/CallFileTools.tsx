/** 控え (backup copy): exports queued and refused calls to a file, and imports such a file on any device. */
import { Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';

import { loadCalls, saveCalls } from '@/device/call-files';
import { useOwner } from '@/queries/queue';

import { fileFaultWords, loadedWords, savedWords } from './call-file-words';

import classes from './SyncPanel.module.css';

export function CallFileTools({ hasCalls }: { hasCalls: boolean }) {
  const owner = useOwner();
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = (step: Promise<string>) => {
    setBusy(true);
    void step.then(setWords, (error: unknown) => setWords(fileFaultWords(error))).finally(() => setBusy(false));
  };
  const handleFile = (file: File | undefined) => {
    if (file) run(loadCalls(owner, file).then(loadedWords));
    // Reset the input, because choosing the same file again would otherwise fire no change event.
    if (input.current) input.current.value = '';
  };
  return (
    <section aria-labelledby="sync-file" className={classes.part}>
      <div className={classes.partHead}>
        <h3 id="sync-file">控え</h3>
      </div>
      <Text size="sm">
        送信待ちと要確認の学習をファイルに保存し、同じ人がどの端末でも読み込めます。読み込んだ学習は、つながると送信します。
      </Text>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.txt,application/json,text/plain"
        aria-label="控えのファイル"
        onChange={({ currentTarget }) => handleFile(currentTarget.files?.[0])}
      />
      <Group gap="xs">
        {hasCalls && (
          <Button variant="light" loading={isBusy} onClick={() => run(saveCalls(owner).then(savedWords))}>
            ファイルに保存
          </Button>
        )}
        <Button variant="default" loading={isBusy} onClick={() => input.current?.click()}>
          ファイルから読み込む
        </Button>
      </Group>
      <Text size="sm" role="status" className={classes.tried}>
        {words}
      </Text>
    </section>
  );
}
