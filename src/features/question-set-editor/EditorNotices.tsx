/** Notices in the question set editor: deleted or changed by another editor, draft restored, with their actions. */
import { Alert, Button, Text } from '@mantine/core';

import { GoneNotice } from '@/ui/forms/GoneNotice';

import classes from './EditorNotices.module.css';
import '@mantine/core/styles/Alert.layer.css';

export interface EditorNoticesProps {
  /** True if another editor deleted the set. */
  isGone: boolean;
  onSaveAsNew: () => void;
  /** The reason why an action failed. */
  problem?: string;
  /** Restores unsaved changes that a newer version has replaced; undefined if there are none. */
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
