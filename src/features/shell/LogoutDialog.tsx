/**
 * Asks for confirmation before a sign-out if work is unsent or unsaved, courses are saved here, or the server is
 * unreachable, so that signing in again is impossible (docs/offline.md, "Sign-out").
 */
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { type Leaving, sendUnsent, type Unsent } from '@/device/sign-out';
import { formatBytes } from '@/lib/format-bytes';
import { useOwner } from '@/queries/queue';
import { useReachability } from '@/queries/reachability';
import { focusOnMount } from '@/ui/keys/form-focus';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';

type Part = readonly [name: string, count: number];

const listed = (parts: readonly Part[]) =>
  parts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}${count}件`)
    .join('、');

/** Returns what is unsent, e.g. 「送信待ち2件、書きかけの解答1件」. */
export function unsentWords({ waiting, refused, drafts }: Pick<Unsent, 'waiting' | 'refused' | 'drafts'>): string {
  return listed([
    ['送信待ち', waiting],
    ['要確認', refused],
    ['書きかけの解答', drafts],
  ]);
}

/** Returns a sentence on what happens to unsent work that stays on the device. */
export function keptWords({ waiting, drafts }: Pick<Unsent, 'waiting' | 'drafts'>): string {
  const then = waiting > 0 ? '送信されます' : drafts > 0 ? '続きから解けます' : '要確認に表示されます';
  return `端末に残すと、次に同じ人がログインしたときに${then}。`;
}

/**
 * Returns what discarding (破棄) deletes, e.g. 「読了2件、提出した解答1件、書きかけの解答1件」 (read marks, submits, unfinished
 * answers).
 */
export function lostWords({ waiting, refused, reads, submits, drafts, edits, reviews }: Unsent): string {
  return listed([
    ['読了', reads],
    ['提出した解答', submits],
    // Unreadable queue records are neither reads nor submits.
    ['読み取れない記録', waiting + refused - reads - submits],
    ['書きかけの解答', drafts],
    ['保存していない編集', edits],
    ['復習の記録', reviews],
  ]);
}

/** Returns the saved courses that a sign-out deletes, e.g. 「保存したコース2件・4.1 MB」 (2 saved courses). */
export function packWords({ courses, courseBytes }: Pick<Unsent, 'courses' | 'courseBytes'>): string {
  return `保存したコース${courses}件${courseBytes > 0 ? `・${formatBytes(courseBytes)}` : ''}`;
}

export interface LogoutDialogProps {
  unsent: Unsent;
  /** Signs out; resolves only if the sign-out failed. */
  onLeave: (leaving: Leaving) => Promise<void>;
  onCancel: () => void;
}

type Choice = Leaving | 'send';

function Notices({ unsent }: { unsent: Unsent }) {
  const { edits, courses } = unsent;
  const isReachable = useReachability();
  return (
    <>
      {courses > 0 && (
        <Text>
          <strong>{packWords(unsent)}</strong>
          はこの端末から消えます。次に同じ人がログインしたときに、まとめて保存し直せます。
        </Text>
      )}
      {edits > 0 && (
        <Text>
          <strong>保存していない編集が{edits}件</strong>
          あります。この端末には残せないため、ログアウトすると消えます。残すには、ログアウトをやめて保存してください。
        </Text>
      )}
      {!isReachable && (
        <Text>
          いまはサーバーに接続できません。<strong>もう一度ログインするには、ネットワークへの接続が必要です。</strong>
        </Text>
      )}
    </>
  );
}

interface StepProps {
  unsent: Unsent;
  /** The pressed button, while its action runs. */
  chosen?: Choice;
  onChoose: (choice: Choice) => void;
  onCancel: () => void;
}

/** Returns a button's props while an action runs: the pressed button shows a loader, the others are disabled. */
function stateOf(choice: Choice, chosen: Choice | undefined) {
  return { loading: chosen === choice, disabled: chosen !== undefined && chosen !== choice };
}

/** The dialog's content if no study work is unsent: lists the data that sign-out deletes and asks for confirmation. */
function PlainStep({ unsent, chosen, onChoose, onCancel }: StepProps) {
  const { edits } = unsent;
  return (
    <Stack>
      <Notices unsent={unsent} />
      <Button data-autofocus onClick={onCancel} disabled={chosen !== undefined}>
        キャンセル
      </Button>
      <Button
        variant={edits > 0 ? 'light' : 'default'}
        color={edits > 0 ? 'red' : undefined}
        onClick={() => onChoose('keep')}
        {...stateOf('keep', chosen)}
      >
        {edits > 0 ? '編集を破棄してログアウト' : 'ログアウト'}
      </Button>
    </Stack>
  );
}

function UnsentStep({ unsent, chosen, onChoose }: StepProps) {
  const { waiting, refused, drafts } = unsent;
  return (
    <Stack>
      <Text>
        <strong>{unsentWords(unsent)}</strong>
        がこの端末に残っています。{keptWords(unsent)}ほかの人には見えず、送られることもありません。
      </Text>
      {waiting > 0 && drafts > 0 && <Text>書きかけの解答は、送信してログアウトしても端末に残ります。</Text>}
      <Notices unsent={unsent} />
      {waiting > 0 && (
        <Button data-autofocus onClick={() => onChoose('send')} {...stateOf('send', chosen)}>
          送信してログアウト
        </Button>
      )}
      {/* Refused items and drafts cannot be sent, so the focus starts here if nothing else waits. */}
      <Button
        data-autofocus={waiting === 0 || undefined}
        variant={waiting > 0 ? 'default' : 'filled'}
        onClick={() => onChoose('keep')}
        {...stateOf('keep', chosen)}
      >
        端末に残してログアウト
      </Button>
      <ConfirmButton
        label={`${waiting + refused + drafts}件を破棄してログアウト`}
        question={`${lostWords(unsent)}が消えます。元に戻せません。破棄しますか？`}
        onConfirm={() => onChoose('discard')}
        isBusy={chosen === 'discard'}
        isDisabled={chosen !== undefined && chosen !== 'discard'}
      />
    </Stack>
  );
}

/** The dialog's content after sending the queue failed. */
function LeftStep({ unsent, chosen, onChoose, onCancel }: StepProps) {
  return (
    <Stack>
      <Text role="alert">
        <strong>{unsentWords({ ...unsent, drafts: 0 })}</strong>
        を送信できませんでした。この端末に保存されています。{keptWords(unsent)}
      </Text>
      <Notices unsent={unsent} />
      <Button ref={focusOnMount} onClick={() => onChoose('keep')} {...stateOf('keep', chosen)}>
        端末に残してログアウト
      </Button>
      <Button variant="default" onClick={onCancel} disabled={chosen !== undefined}>
        キャンセル
      </Button>
    </Stack>
  );
}

function titleOf({ waiting, refused, drafts, edits }: Unsent, isReachable: boolean): string {
  if (waiting + refused + drafts > 0) return 'まだ送信していない学習があります';
  if (edits > 0) return '保存していない編集があります';
  return isReachable ? 'ログアウトしますか？' : '接続できないままログアウトしますか？';
}

export function LogoutDialog({ unsent, onLeave, onCancel }: LogoutDialogProps) {
  const owner = useOwner();
  const isReachable = useReachability();
  const [chosen, setChosen] = useState<Choice>();
  const [left, setLeft] = useState<Unsent>();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);

  /** Sends the queue, then signs out if everything is sent; not if the dialog was closed meanwhile. */
  async function sendFirst(): Promise<void> {
    const still = await sendUnsent(owner);
    if (!isOpen.current) return;
    if (still.waiting === 0 && still.refused <= unsent.refused) return onLeave('keep');
    setLeft(still);
    setChosen(undefined);
  }
  const choose = (choice: Choice) => {
    setChosen(choice);
    void (choice === 'send' ? sendFirst() : onLeave(choice));
  };
  const hasStudy = unsent.waiting + unsent.refused + unsent.drafts > 0;
  const Step = left ? LeftStep : hasStudy ? UnsentStep : PlainStep;
  return (
    <Modal
      opened
      onClose={onCancel}
      closeButtonProps={{ 'aria-label': '閉じる' }}
      title={left ? '送信できなかった学習があります' : titleOf(unsent, isReachable)}
    >
      <Step unsent={left ?? unsent} chosen={chosen} onChoose={choose} onCancel={onCancel} />
    </Modal>
  );
}
