/** The question set editor: title, questions, and saving the whole set. */
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { useFormDraft } from '@/device/drafts/form-drafts';
import { newSetDraftId } from '@/device/drafts/question-set-drafts';
import type { WholeQuestionSet } from '@/queries/question-set-writes';
import { useReachability } from '@/queries/reachability';
import { describeSaveError } from '@/queries/save-errors';
import { FormFrame } from '@/ui/forms/FormFrame';
import { showToast } from '@/ui/toast';

import { labelsFor } from './editor-words';
import { EditorNotices } from './EditorNotices';
import type { RenderPictures } from './MarkdownField';
import { blankQuestionSet, type QuestionSetForm, questionSetFormShape, toQuestionSetForm } from './question-set-form';
import { type Preview, toPreview } from './question-set-preview';
import { QuestionSetFields } from './QuestionSetFields';
import { type RenderPreview, QuestionSetPreview } from './QuestionSetPreview';
import { RescoreNotice } from './RescoreNotice';
import { useQuestionSetEditor } from './use-question-set-editor';
import { useQuestionSetSaving } from './use-question-set-saving';

export interface QuestionSetEditorProps {
  lessonId: string;
  /** Undefined for a new set. */
  loaded?: WholeQuestionSet;
  renderPreview: RenderPreview;
  renderPictures?: RenderPictures;
  /** Answers whether anything is unsaved. */
  dirtyRef: RefObject<() => boolean>;
}

function readDraft(stored: unknown): QuestionSetForm | undefined {
  const parsed = z.safeParse(questionSetFormShape, stored);
  return parsed.success ? parsed.data : undefined;
}

function startWith(loaded: WholeQuestionSet | undefined): QuestionSetForm {
  return loaded ? toQuestionSetForm(loaded.set, loaded.explanation) : blankQuestionSet();
}

/** The editor's form with its draft on the device and its way to the server. */
function useSavedEditor({ lessonId, loaded, dirtyRef }: QuestionSetEditorProps) {
  const [start] = useState(() => startWith(loaded));
  const editor = useQuestionSetEditor(start);
  const saving = useQuestionSetSaving(lessonId, loaded?.set);
  /** The unsaved changes that a newer version replaced. */
  const [replaced, setReplaced] = useState<QuestionSetForm>();
  const draft = useFormDraft(editor.form, {
    name: 'question-set',
    id: saving.target.id ?? newSetDraftId(lessonId),
    base: saving.target.updatedAt,
    parse: readDraft,
    onRestored: saving.startFrom,
  });
  useImperativeHandle(dirtyRef, () => editor.form.isDirty);
  return {
    editor,
    saving,
    draft,
    loadNewer: async () => {
      const own = editor.form.getValues();
      const newer = await saving.loadNewer();
      if (!newer) return;
      editor.replace(newer, true);
      setReplaced(own);
    },
    takeBack:
      replaced &&
      (() => {
        editor.replace(replaced, false);
        setReplaced(undefined);
      }),
    handleSaved: () => {
      editor.forgetErrors();
      setReplaced(undefined);
      void showToast('success', '問題集を保存しました');
    },
  };
}

export function QuestionSetEditor(props: QuestionSetEditorProps) {
  const { lessonId, renderPreview, renderPictures } = props;
  const { editor, saving, draft, loadNewer, takeBack, handleSaved } = useSavedEditor(props);
  const isReachable = useReachability();
  const [preview, setPreview] = useState<Preview>();
  const previewButton = useRef<HTMLButtonElement>(null);
  const wasPreviewed = useRef(false);
  useEffect(() => {
    if (preview) wasPreviewed.current = true;
    else if (wasPreviewed.current) previewButton.current?.focus();
  }, [preview]);
  const { form } = editor;
  const { target } = saving;
  return (
    <>
      {preview && (
        <QuestionSetPreview preview={preview} renderPreview={renderPreview} onClose={() => setPreview(undefined)} />
      )}
      {/* Stays mounted below the preview, so that nothing typed is lost. */}
      <div hidden={preview !== undefined}>
        <FormFrame
          form={form}
          name="問題集の編集"
          labels={labelsFor(Object.keys(form.errors))}
          onSave={saving.save}
          onSaved={handleSaved}
          describeFailure={describeSaveError}
          onLoadNewer={loadNewer}
          onShowField={editor.showField}
          draft={draft}
          isOffline={!isReachable}
          savesOnEnter={false}
        >
          {target.id !== undefined && target.updatedAt !== undefined && (
            <RescoreNotice questionSetId={target.id} version={target.updatedAt} />
          )}
          <EditorNotices
            isGone={saving.isGone}
            onSaveAsNew={saving.aimAtNew}
            problem={saving.problem}
            onTakeBack={takeBack}
          />
          <QuestionSetFields
            editor={editor}
            renderPictures={renderPictures}
            previewButtonRef={previewButton}
            onPreview={() => setPreview(toPreview(form.getValues(), lessonId))}
          />
        </FormFrame>
      </div>
    </>
  );
}
