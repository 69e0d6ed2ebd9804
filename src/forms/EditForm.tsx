/** Forms that save to the API: FormFrame with the network's state, the words for failed saves, and a draft. */
import type * as z from 'zod/mini';

import { useEditDraft } from '@/device/drafts/edit-drafts';
import type { EditFrom } from '@/queries/newer-version';
import { useReachability } from '@/queries/reachability';
import { describeSaveError } from '@/queries/save-errors';
import { FormFrame, type FormFrameProps } from '@/ui/forms/FormFrame';

interface OnlineFormProps<Values, Output, Saved> extends Omit<
  FormFrameProps<Values, Output, Saved>,
  'isOffline' | 'describeFailure'
> {
  describeFailure?: FormFrameProps<Values, Output, Saved>['describeFailure'];
}

/** A form that saves to the API, and only while the API can be reached. */
export function OnlineForm<Values, Output, Saved>(props: OnlineFormProps<Values, Output, Saved>) {
  return <FormFrame describeFailure={describeSaveError} {...props} isOffline={!useReachability()} />;
}

interface EditFormProps<Values extends object, Output, Version extends z.ZodMiniType<object>, Saved> extends Omit<
  OnlineFormProps<Values, Output, Saved>,
  'name' | 'labels' | 'draft' | 'onSave' | 'saveLabel' | 'savedWords'
> {
  /** The kind of the form, part of its drafts' keys, e.g. 'course'. */
  kind: string;
  /** What is edited, e.g. 企業: the form's words are made from it, such as 企業を編集 and 企業を保存しました. */
  noun: string;
  /** The accessible name, where it is not made from the noun. */
  name?: string;
  /** The words for every field of the form. */
  labels: Readonly<Record<keyof Values & string, string>>;
  /** The existing thing as it was when the edit began; undefined for a new one. */
  item: ({ id: string } & z.output<Version>) | undefined;
  /** The schema of the fields that an edit is compared with, and their version; the draft stores them. */
  version: Version;
  /** Fields that a draft never stores: passwords. */
  omit?: readonly (keyof Values & string)[];
  add: (values: Output) => Promise<Saved>;
  /** Saves an edit with the version that it started from. */
  save: (id: string, values: Output, from: EditFrom) => Promise<Saved>;
}

/** The form that adds a thing or changes an existing one, and is closed after a save. */
export function EditForm<Values extends object, Output, Version extends z.ZodMiniType<object>, Saved>({
  kind,
  noun,
  item,
  version,
  omit,
  add,
  save,
  ...props
}: EditFormProps<Values, Output, Version, Saved>) {
  const { draft, base } = useEditDraft(props.form, { name: kind, id: item?.id, omit, schema: version, start: item });
  const verb = item ? '保存' : '追加';
  return (
    <OnlineForm
      name={`${noun}を${item ? '編集' : '追加'}`}
      {...props}
      draft={draft}
      saveLabel={verb}
      savedWords={`${noun}を${verb}しました`}
      onSave={(values, options) => (item && base ? save(item.id, values, { base, ...options }) : add(values))}
    />
  );
}
