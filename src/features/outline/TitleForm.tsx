/** The inline form that names or renames a chapter or section. */
import { TextInput } from '@mantine/core';
import * as z from 'zod/mini';

import { newChapterSchema } from '@/api/chapters';
import { useReachability } from '@/queries/reachability';
import { describeSaveError } from '@/queries/save-errors';
import { focusOnMount } from '@/ui/form-focus';
import type { SaveOptions } from '@/ui/forms/form-frame-types';
import { FormFrame } from '@/ui/forms/FormFrame';
import { useAppForm } from '@/ui/forms/use-app-form';

const schema = z.pick(newChapterSchema, { title: true });

export interface TitleFormProps {
  /** What the form does, e.g. 「チャプターを追加」. */
  name: string;
  /** The field's label, e.g. 「チャプター名」. */
  label: string;
  initialTitle?: string;
  saveLabel?: string;
  onSave: (title: string, options: SaveOptions) => Promise<unknown>;
  /** Loads the newer title that another editor saved. */
  onLoadNewer?: () => Promise<void>;
  /** Saved or cancelled. */
  onDone: () => void;
}

interface Name {
  title: string;
  updatedAt?: string;
}

/** The form's initial value and the version it is based on. */
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
