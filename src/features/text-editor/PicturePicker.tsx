/** Picks a picture for a text: a new one from this device, or one uploaded before. */
import { Button, Modal, Stack } from '@mantine/core';
import { startTransition, Suspense, useRef, useState } from 'react';

import { ACCEPTED_IMAGES } from '@/queries/files/accepted-images';
import { lazyAsked } from '@/ui/lazy-asked';

import { PictureDialog } from './PictureDialog';
import { usePictureBatch } from './use-picture-batch';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

const ContentLibrary = lazyAsked(() => import('./library/ContentLibrary').then((module) => module.ContentLibrary));

export interface PicturePickerProps {
  /** The text that the picture is for, from which the picker sees which pictures are used. */
  text: string;
  /** Called with the picture's markdown. */
  onInsert: (markdown: string) => void;
  onClose: () => void;
}

export function PicturePicker({ text, onInsert, onClose }: PicturePickerProps) {
  const batch = usePictureBatch();
  const [isLibraryOpen, setLibraryOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED_IMAGES}
        aria-label="画像ファイル"
        onChange={({ currentTarget }) => batch.add([...(currentTarget.files ?? [])])}
      />
      <Modal
        opened={!isLibraryOpen && batch.pictures.length === 0}
        onClose={onClose}
        title="画像を挿入"
        closeButtonProps={{ 'aria-label': '閉じる' }}
        centered
      >
        <Stack>
          <Button data-autofocus onClick={() => input.current?.click()}>
            この端末から選ぶ
          </Button>
          <Button variant="default" onClick={() => startTransition(() => setLibraryOpen(true))}>
            アップロード済みから選ぶ
          </Button>
        </Stack>
      </Modal>
      <PictureDialog
        batch={batch}
        onInsert={() => {
          const pictures = batch.toMarkdown();
          batch.clear();
          onInsert(pictures.join('\n\n'));
        }}
      />
      <Suspense>
        {isLibraryOpen && (
          <ContentLibrary text={text} onInsert={onInsert} onClose={onClose} onMissing={() => setLibraryOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
