/** A note that the answers are stored on the device, or that storing failed. */
import { Alert, Button } from '@mantine/core';

import type { SaveState } from '@/device/drafts/device-attempt';

import classes from './SaveNote.module.css';
import '@mantine/core/styles/Alert.layer.css';

const words = {
  nothing: '',
  saving: '保存しています…',
  saved: '解答はこの端末に保存されています',
} satisfies Record<Exclude<SaveState, 'failed'>, string>;

export function SaveNote({ state, onSaveAgain }: { state: SaveState; onSaveAgain: () => void }) {
  if (state === 'failed') {
    return (
      <Alert color="red" role="alert" title="解答をこの端末に保存できませんでした">
        <p className={classes.help}>
          この画面を閉じると、いまの解答は消えます。端末の空き容量を確かめてください。提出はこのまま試せます。
        </p>
        <Button variant="default" onClick={onSaveAgain}>
          もう一度保存する
        </Button>
      </Alert>
    );
  }
  // Always render the note's line, even if empty, so that the layout does not shift.
  return (
    <p className={classes.note} data-state={state}>
      {words[state]}
    </p>
  );
}
