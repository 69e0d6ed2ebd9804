/** A question set as it is written: its title, its questions, and saving it whole. */
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { useFormDraft } from '@/device/drafts/form-drafts';
import { newSetDraftId } from '@/device/drafts/question-set-drafts';
import type { WholeQuestionSet } from '@/queries/question-set-writes';
import { useReachability } from '@/queries/queue';
import { describeSaveError } from '@/queries/save-errors';
import { FormFrame } from '@/ui/forms/FormFrame';
import { showToast } from '@/ui/toast';

import { labelsFor } from './editor-words';
import { EditorNotices } from './EditorNotices';
import type { RenderPictures } from './MarkdownField';
import { blankQuestionSet, type QuestionSetForm, questionSetFormShape, toQuestionSetForm } from './question-set-form';
import { type Trial, toTrial } from './question-set-trial';
import { QuestionSetFields } from './QuestionSetFields';
import { type RenderTrial, TrialView } from './TrialView';
import { useQuestionSetEditor } from './use-question-set-editor';
import { useQuestionSetSaving } from './use-question-set-saving';

export interface QuestionSetEditorProps {
  lessonId: string;
  /** Undefined for a new set. */
  loaded?: WholeQuestionSet;
  renderTrial: RenderTrial;
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
  /** What a newer version was loaded over. */
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
  const { lessonId, renderTrial, renderPictures } = props;
  const { editor, saving, draft, loadNewer, takeBack, handleSaved } = useSavedEditor(props);
  const isReachable = useReachability();
  const [trial, setTrial] = useState<Trial>();
  const trialButton = useRef<HTMLButtonElement>(null);
  const wasTried = useRef(false);
  useEffect(() => {
    if (trial) wasTried.current = true;
    else if (wasTried.current) trialButton.current?.focus();
  }, [trial]);
  const { form } = editor;
  return (
    <>
      {trial && <TrialView trial={trial} renderTrial={renderTrial} onClose={() => setTrial(undefined)} />}
      {/* Stays while the trial covers it: nothing that was typed goes. */}
      <div hidden={trial !== undefined}>
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
        >
          <EditorNotices
            isGone={saving.isGone}
            onSaveAsNew={saving.aimAtNew}
            problem={saving.problem}
            onTakeBack={takeBack}
          />
          <QuestionSetFields
            editor={editor}
            renderPictures={renderPictures}
            trialButtonRef={trialButton}
            onTry={() => setTrial(toTrial(form.getValues(), lessonId))}
          />
        </FormFrame>
      </div>
    </>
  );
}
