/** The name of a chapter or section, given or changed in place. */
import { TextInput } from '@mantine/core';
import * as z from 'zod/mini';

import { newChapterSchema } from '@/api/chapters';
import { useReachability } from '@/queries/queue';
import { describeSaveError } from '@/queries/save-errors';
import { focusOnMount } from '@/ui/form-focus';
import type { SaveOptions } from '@/ui/forms/form-frame-types';
import { FormFrame } from '@/ui/forms/FormFrame';
import { useAppForm } from '@/ui/forms/use-app-form';

const schema = z.pick(newChapterSchema, { title: true });

export interface TitleFormProps {
  /** What the form does, e.g. 「チャプターを追加」. */
  name: string;
  /** What is named, e.g. 「チャプター名」. */
  label: string;
  initialTitle?: string;
  saveLabel?: string;
  onSave: (title: string, options: SaveOptions) => Promise<unknown>;
  /** Reads the newer name that somebody else gave. */
  onLoadNewer?: () => Promise<void>;
  /** Saved or cancelled. */
  onDone: () => void;
}

interface Name {
  title: string;
  updatedAt?: string;
}

/** What the form of a chapter's or section's name starts from. */
export function named({ title, updatedAt }: Name): Name {
  return { title, updatedAt };
}

export function TitleForm({ name, label, initialTitle = '', saveLabel, onSave, onLoadNewer, onDone }: TitleFormProps) {
  const form = useAppForm({ schema, initialValues: { title: initialTitle } });
  return (
    <FormFrame
      form={form}
      name={name}
      labels={{ title: label }}
      isInline
      saveLabel={saveLabel}
      isOffline={!useReachability()}
      onSave={({ title }, options) => onSave(title, options)}
      onLoadNewer={onLoadNewer}
      onSaved={onDone}
      onCancel={onDone}
      describeFailure={describeSaveError}
    >
      <TextInput ref={focusOnMount} label={label} required maxLength={200} {...form.getInputProps('title')} />
    </FormFrame>
  );
}
