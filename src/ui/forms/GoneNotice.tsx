/**
 * Notice that the edited thing was deleted by another user: typed values stay in the form and can be saved as a new
 * thing.
 */
import { Alert, Button, Stack, Text } from '@mantine/core';

import '@mantine/core/styles/Alert.layer.css';

export interface GoneNoticeProps {
  /** The kind of thing, e.g. 「レッスン」. */
  what: string;
  /** True if the form's error message has already announced the deletion. */
  isAnnounced?: boolean;
  /** Called at a click on the save button, before this click submits the form. */
  onSaveAsNew: () => void;
}

export function GoneNotice({ what, isAnnounced = false, onSaveAsNew }: GoneNoticeProps) {
  return (
    <Alert color="yellow" role={isAnnounced ? 'note' : 'alert'} title={`この${what}は、ほかの人が削除しました`}>
      <Stack gap="xs" align="flex-start">
        <Text>入力した内容はこのまま残っています。</Text>
        <Button type="submit" variant="default" onClick={onSaveAsNew}>
          新しい{what}として保存
        </Button>
      </Stack>
    </Alert>
  );
}
