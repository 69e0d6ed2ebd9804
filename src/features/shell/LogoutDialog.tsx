/** Asked at sign-out while something is unsent: send it, keep it on the device, or throw it away (docs/offline.md, "Sign-out"); and while forms are unsaved. */
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import type { Leaving, Unsent } from '@/device/session';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

/** What is unsent, in words, e.g. 「送信待ち2件、書きかけの解答1件」. */
export function unsentWords({ calls, drafts }: Pick<Unsent, 'calls' | 'drafts'>): string {
  return [calls > 0 && `送信待ち${calls}件`, drafts > 0 && `書きかけの解答${drafts}件`].filter(Boolean).join('、');
}

export interface LogoutDialogProps {
  unsent: Unsent;
  onLeave: (leaving: Leaving) => Promise<void>;
  onCancel: () => void;
}

function EditsNotice({ edits }: { edits: number }) {
  return (
    <Text>
      <strong>保存していない編集が{edits}件</strong>
      あります。この端末には残せないため、ログアウトすると消えます。残すには、ログアウトをやめて保存してください。
    </Text>
  );
}

export function LogoutDialog({ unsent, onLeave, onCancel }: LogoutDialogProps) {
  const [chosen, setChosen] = useState<Leaving>();
  const choose = (leaving: Leaving) => {
    setChosen(leaving);
    void onLeave(leaving);
  };
  const button = (leaving: Leaving) => ({
    onClick: () => choose(leaving),
    loading: chosen === leaving,
    disabled: chosen !== undefined && chosen !== leaving,
  });
  const { calls, drafts, edits } = unsent;
  const dialog = { opened: true, onClose: onCancel, closeButtonProps: { 'aria-label': '閉じる' } };
  if (calls + drafts === 0) {
    return (
      <Modal {...dialog} title="保存していない編集があります">
        <Stack>
          <EditsNotice edits={edits} />
          <Button data-autofocus onClick={onCancel} disabled={chosen !== undefined}>
            ログアウトをやめる
          </Button>
          <Button variant="light" color="red" {...button('keep')}>
            編集を破棄してログアウト
          </Button>
        </Stack>
      </Modal>
    );
  }
  return (
    <Modal {...dialog} title="まだ送信していない学習があります">
      <Stack>
        <Text>
          <strong>{unsentWords(unsent)}</strong>
          がこの端末に残っています。端末に残すと、次に同じ人がログインしたときに
          {calls > 0 ? '送信されます' : '続きから解けます'}。ほかの人には見えず、送られることもありません。
        </Text>
        {calls > 0 && drafts > 0 && <Text>書きかけの解答は、送信してログアウトしても端末に残ります。</Text>}
        {edits > 0 && <EditsNotice edits={edits} />}
        {calls > 0 && (
          <Button data-autofocus {...button('send')}>
            送信してログアウト
          </Button>
        )}
        {/* Answers that are not submitted cannot be sent. */}
        <Button
          data-autofocus={calls === 0 || undefined}
          variant={calls > 0 ? 'default' : 'filled'}
          {...button('keep')}
        >
          端末に残してログアウト
        </Button>
        <Button variant="light" color="red" {...button('discard')}>
          {calls + drafts}件を破棄してログアウト
        </Button>
      </Stack>
    </Modal>
  );
}
