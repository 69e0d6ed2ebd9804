/** Asks for kanji and their reading (furigana) when no words are selected. */
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';

import { isOfInputMethod } from '@/ui/keys/input-method';

import { furiganaFault } from './furigana-command';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

export interface FuriganaDialogProps {
  /** The kanji at the caret; '' if there are none. */
  words: string;
  onInsert: (base: string, reading: string) => void;
  onClose: () => void;
}

export function FuriganaDialog({ words, onInsert, onClose }: FuriganaDialogProps) {
  const [base, setBase] = useState(words);
  const [reading, setReading] = useState('');
  const [isTried, setTried] = useState(false);
  const baseField = useRef<HTMLInputElement>(null);
  const readingField = useRef<HTMLInputElement>(null);
  const faults = { base: furiganaFault(base), reading: furiganaFault(reading) };

  function insert() {
    setTried(true);
    if (faults.base) baseField.current?.focus();
    else if (faults.reading) readingField.current?.focus();
    else onInsert(base.trim(), reading.trim());
  }
  const handleEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return;
    event.preventDefault();
    if (event.currentTarget === baseField.current && reading === '') readingField.current?.focus();
    else insert();
  };
  return (
    <Modal opened onClose={onClose} title="ふりがな" closeButtonProps={{ 'aria-label': '閉じる' }} centered>
      <Stack>
        <TextInput
          ref={baseField}
          label="漢字"
          data-autofocus={words === '' || undefined}
          autoComplete="off"
          maxLength={40}
          enterKeyHint="next"
          value={base}
          error={isTried && faults.base}
          onChange={(event) => setBase(event.currentTarget.value)}
          onKeyDown={handleEnter}
        />
        <TextInput
          ref={readingField}
          label="ふりがな"
          data-autofocus={words !== '' || undefined}
          autoComplete="off"
          maxLength={60}
          enterKeyHint="done"
          value={reading}
          error={isTried && faults.reading}
          onChange={(event) => setReading(event.currentTarget.value)}
          onKeyDown={handleEnter}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            キャンセル
          </Button>
          <Button onClick={insert}>本文に入れる</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
