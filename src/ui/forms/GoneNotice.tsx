/** What is edited was deleted by somebody else: what was typed stays, and can be saved as something new. */
import { Alert, Button, Stack, Text } from '@mantine/core';

import '@mantine/core/styles/Alert.layer.css';

export interface GoneNoticeProps {
  /** What it is, e.g. 「レッスン」. */
  what: string;
  /** The form's own words have told of it. */
  isTold?: boolean;
  /** The form's own save follows the click. */
  onSaveAsNew: () => void;
}

export function GoneNotice({ what, isTold = false, onSaveAsNew }: GoneNoticeProps) {
  return (
    <Alert color="yellow" role={isTold ? 'note' : 'alert'} title={`この${what}は、ほかの人が削除しました`}>
      <Stack gap="xs" align="flex-start">
        <Text>入力した内容はこのまま残っています。</Text>
        <Button type="submit" variant="default" onClick={onSaveAsNew}>
          新しい{what}として保存
        </Button>
      </Stack>
    </Alert>
  );
}
