/**
 * The version conflict dialog: shows both values of each field, and offers to overwrite the newer version, load it, or
 * continue editing.
 */
import { Button, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { formatRecentTime } from '@/ui/notices/recent-time';

import type { ConflictingField } from './form-frame-types';
import { textOf, type ValueWords } from './value-words';

import classes from './NewerVersionDialog.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

export interface NewerVersionDialogProps {
  isOpen: boolean;
  /** The time when the newer version was saved, ISO 8601. */
  at?: string;
  /** The fields that both sides changed. */
  conflicts?: readonly ConflictingField[];
  labels: Readonly<Record<string, string>>;
  /** Converts values to words that the dialog shows; by default only texts and numbers have words. */
  valueWords?: ValueWords;
  onOverwrite: () => void;
  /** Loads the newer version; undefined when it cannot be loaded. */
  onLoad?: () => void;
  onClose: () => void;
  /** Extra content: the newer version, or a copy of the values that the user typed. */
  children?: ReactNode;
}

function Conflict({ field, label, valueWords }: { field: ConflictingField; label: string; valueWords: ValueWords }) {
  const [own, theirs] = [field.own, field.theirs].map((value) => valueWords(field.name, value));
  return (
    <div>
      <Text fw={700}>{label}</Text>
      {own !== undefined && theirs !== undefined && (
        <dl className={classes.values}>
          <dt>自分</dt>
          <dd>{own}</dd>
          <dt>ほかの人</dt>
          <dd>{theirs}</dd>
        </dl>
      )}
    </div>
  );
}

export function NewerVersionDialog({ isOpen, at, conflicts = [], labels, ...props }: NewerVersionDialogProps) {
  const { valueWords = textOf, onOverwrite, onLoad, onClose, children } = props;
  const named = conflicts.flatMap((field) => {
    const label = labels[field.name];
    return label === undefined ? [] : [{ field, label }];
  });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="ほかの人が先に保存しました"
      closeButtonProps={{ 'aria-label': '閉じる' }}
      centered
    >
      <Stack>
        <Text>
          編集中に、ほかの人が{at && `${formatRecentTime(at)}に`}
          同じところを変えて保存しました。上書きすると、その内容は失われます。
        </Text>
        {named.map(({ field, label }) => (
          <Conflict key={field.name} {...{ field, label, valueWords }} />
        ))}
        {children}
        <Button data-autofocus variant="default" onClick={onClose}>
          キャンセル
        </Button>
        {onLoad && (
          <Button variant="light" onClick={onLoad}>
            新しい内容を読み込む
          </Button>
        )}
        <Button variant="light" color="red" onClick={onOverwrite}>
          自分の内容で上書き
        </Button>
      </Stack>
    </Modal>
  );
}
