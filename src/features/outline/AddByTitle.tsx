/** A button that opens a title form, which closes after the item was created. */
import { Button } from '@mantine/core';
import { useState } from 'react';

import { IconPlus } from '@/ui/edit-icons';
import { takeFocusOfForm } from '@/ui/form-focus';

import { RowPanel } from './RowPanel';
import { TitleForm } from './TitleForm';

export interface AddByTitleProps {
  /** e.g. 「チャプターを追加」. */
  name: string;
  /** The accessible name with its parent: 「Gitの準備」にチャプターを追加. */
  fullName?: string;
  label: string;
  onAdd: (title: string) => Promise<unknown>;
}

export function AddByTitle({ name, fullName = name, label, onAdd }: AddByTitleProps) {
  const [isOpen, setOpen] = useState<boolean>();
  if (isOpen) {
    return (
      <RowPanel>
        <TitleForm name={fullName} label={label} saveLabel="追加" onSave={onAdd} onDone={() => setOpen(false)} />
      </RowPanel>
    );
  }
  return (
    <Button
      ref={isOpen === false ? takeFocusOfForm : undefined}
      variant="light"
      aria-label={fullName}
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      {name}
    </Button>
  );
}
