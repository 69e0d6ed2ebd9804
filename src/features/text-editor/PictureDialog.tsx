/** The dialog of pictures being uploaded: the progress of each, its description, and errors. */
import { Button, Group, Modal, Progress, Stack, Text, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';

import { formatBytes } from '@/lib/format-bytes';
import { formatPercent } from '@/ui/formats';
import { isOfInputMethod } from '@/ui/keys/input-method';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';

import type { BatchPicture, PictureBatch } from './use-picture-batch';

import classes from './PictureDialog.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Progress.layer.css';

function PictureState({ picture, batch }: { picture: BatchPicture; batch: PictureBatch }) {
  const { state, share, message, canRetry, file, prepared } = picture;
  if (state === 'failed') {
    return (
      <div className={classes.state} role="alert">
        <Text size="sm" className={`${classes.words} ${classes.failed}`}>
          {message}
        </Text>
        {canRetry && (
          <Button
            size="sm"
            variant="light"
            onClick={() => batch.retry(picture)}
            aria-label={`${file.name}をもう一度送る`}
          >
            もう一度
          </Button>
        )}
      </div>
    );
  }
  const words = state === 'sent' ? 'アップロード済み' : `アップロード中 ${formatPercent(share, 1)}`;
  return (
    <div className={classes.state}>
      <div className={classes.words}>
        <Text size="sm" c="dimmed">
          {words}
        </Text>
        {prepared?.change && (
          <Text size="sm" c="dimmed">
            {prepared.change}
          </Text>
        )}
        <Progress value={share * 100} size={6} aria-label={`${file.name}のアップロード`} />
      </div>
    </div>
  );
}

interface PictureRowProps {
  picture: BatchPicture;
  batch: PictureBatch;
  isFirst: boolean;
  onEnter: () => void;
}

function PictureRow({ picture, batch, isFirst, onEnter }: PictureRowProps) {
  const { id, file, url, alt, state } = picture;
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter must not submit the lesson's form; an Enter that confirms an IME composition must not submit the dialog
    // either.
    event.preventDefault();
    if (!isOfInputMethod(event.nativeEvent)) onEnter();
  };
  return (
    <li className={`${classes.row} flex gap-12 min-w-0 border rounded-lg`}>
      <div className={`${classes.thumb} flex-none overflow-hidden rounded-md bg-track edge`}>
        {url && <img src={url} alt="" />}
      </div>
      <Stack gap={6} className={classes.fields}>
        <div className={classes.head}>
          <Text size="sm" className="ellipsis flex-1 min-w-0" title={file.name}>
            <span translate="no">{file.name}</span>（{formatBytes(file.size)}）
          </Text>
          <Button
            size="sm"
            variant="subtle"
            color="red"
            onClick={() => batch.remove(picture)}
            aria-label={`${file.name}を${state === 'sending' ? '取り消す' : '外す'}`}
          >
            {state === 'sending' ? '取り消す' : '外す'}
          </Button>
        </div>
        <PictureState picture={picture} batch={batch} />
        {state !== 'failed' && (
          <TextInput
            label="代替テキスト"
            data-autofocus={isFirst || undefined}
            aria-label={`${file.name}の代替テキスト`}
            placeholder="例：パスワード入力画面"
            maxLength={200}
            value={alt}
            onChange={(event) => batch.setAlt(id, event.currentTarget.value)}
            onKeyDown={handleKeyDown}
          />
        )}
      </Stack>
    </li>
  );
}

export interface PictureDialogProps {
  batch: PictureBatch;
  /** Inserts the uploaded pictures into the text. */
  onInsert: () => void;
}

export function PictureDialog({ batch, onInsert }: PictureDialogProps) {
  const { pictures, isSending, isReady, failedCount, clear } = batch;
  const insert = () => {
    if (isReady) onInsert();
  };
  return (
    <Modal
      opened={pictures.length > 0}
      onClose={clear}
      title="画像を追加"
      size="lg"
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          画像が見えない人のために、何の画像かを代替テキストに書きます。飾りの画像は空のままにします。
        </Text>
        <ul className="plain-list grid one-column gap-16">
          {pictures.map((picture, index) => (
            <PictureRow key={picture.id} picture={picture} batch={batch} isFirst={index === 0} onEnter={insert} />
          ))}
        </ul>
        <Text size="sm" role="status">
          {isReady && failedCount > 0 && `送れなかった${failedCount}枚は、本文に入りません。`}
        </Text>
        <Group justify="flex-end">
          <ConfirmButton
            label="キャンセル"
            confirmLabel="追加せずに閉じる"
            isLoss={false}
            question={
              isSending
                ? '送信中の画像は取り消されます。'
                : '本文には入りません。アップロード済みの画像は一覧に残ります。'
            }
            onConfirm={clear}
          />
          <Button onClick={insert} disabled={!isReady}>
            本文に入れる
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
