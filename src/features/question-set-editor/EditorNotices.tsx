/** What happened to the set while it was edited, and what can be done about it. */
import { Alert, Button, Text } from '@mantine/core';

import { GoneNotice } from '@/ui/forms/GoneNotice';

import classes from './EditorNotices.module.css';
import '@mantine/core/styles/Alert.layer.css';

export interface EditorNoticesProps {
  /** Somebody deleted the set. */
  isGone: boolean;
  onSaveAsNew: () => void;
  /** Why something could not be done. */
  problem?: string;
  /** A newer version was loaded over what was written; it can be had back. */
  onTakeBack?: () => void;
}

export function EditorNotices({ isGone, onSaveAsNew, problem, onTakeBack }: EditorNoticesProps) {
  return (
    <>
      {isGone && <GoneNotice what="問題集" onSaveAsNew={onSaveAsNew} />}
      {problem && (
        <Alert color="red" role="alert" className={classes.notice}>
          {problem}
        </Alert>
      )}
      {onTakeBack && (
        <Alert role="status" title="新しい内容を読み込みました" className={classes.notice}>
          <Text>自分の内容は、この画面を閉じるまで戻せます。</Text>
          <Button variant="default" onClick={onTakeBack}>
            自分の内容に戻す
          </Button>
        </Alert>
      )}
    </>
  );
}
