/** The form of a new or existing lesson: title, chapter, reading time, text. */
import { TextInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

import type { Lesson } from '@/api/lessons';
import type { PlacedLesson } from '@/queries/lessons';
import { useReachability } from '@/queries/reachability';
import { describeSaveError } from '@/queries/save-errors';
import { firstFieldOf } from '@/ui/form-focus';
import type { NextStep } from '@/ui/forms/form-frame-types';
import { FormFrame } from '@/ui/forms/FormFrame';
import { GoneNotice } from '@/ui/forms/GoneNotice';
import { textOf, type ValueWords } from '@/ui/forms/value-words';

import { ChapterField, CourseField } from './ChapterFields';
import { FrontMatterOffer } from './FrontMatterOffer';
import { lessonLabels } from './lesson-form';
import { NewerLesson } from './NewerLesson';
import { useLessonForm } from './use-lesson-form';

import classes from './LessonForm.module.css';

/** Renders the markdown editor; passed in by the route, because features do not import each other. */
export interface LessonTextFieldProps {
  label: string;
  value: string;
  error?: ReactNode;
  onChange: (text: string) => void;
  onBlur: () => void;
  /** The title above the preview, and the course whose lessons the text may link to. */
  title: string;
  courseId: string;
  /** True for a new text: line breaks are shown unless the text's front matter says otherwise. */
  hasBreaksByDefault: boolean;
  /** True if the lesson has a title, but no text yet: the text field then gets the focus. */
  hasFocus: boolean;
  /** The id of a saved lesson, and true if its text has unsaved changes. */
  versions?: { lessonId: string; isUnsaved: boolean };
}

export interface LessonFormProps {
  /** The lesson to edit; undefined for a new one. */
  lesson?: PlacedLesson;
  /** The saved text of the lesson. */
  text?: string;
  /** The course and chapter that a new lesson is created in, as far as known. */
  courseId?: string;
  chapterId?: string;
  /** The id of a deleted lesson whose draft on the device fills the form of a new lesson. */
  draftOf?: string;
  renderText: (field: LessonTextFieldProps) => ReactNode;
  onSaved: (lesson: Lesson) => void;
  onCancel: () => void;
  /** The step to the next lesson of the course, which a button of the form offers. */
  next?: NextStep;
  /** Receives a function that lets other components trigger the step to the next lesson. */
  goOnRef?: Ref<() => void>;
}

/** A text that another editor changed appears as a changed `contentId`, so that field has the label of the text field. */
const labels = { ...lessonLabels, contentId: lessonLabels.text };

/**
 * Returns no words for text and chapter in the conflict dialog: texts are compared below the fields, and of a chapter only the id is
 * known.
 */
const valueWords: ValueWords = (field, value) =>
  field === 'contentId' || field === 'chapterId' ? undefined : textOf(field, value);

interface LessonFieldsProps {
  form: ReturnType<typeof useLessonForm>['form'];
  /** True for a new lesson: the form's first field gets the focus. */
  isNew: boolean;
  lesson?: PlacedLesson;
}

function LessonFields({ form, isNew, lesson }: LessonFieldsProps) {
  const { onChange: onCourse, ...course } = form.getInputProps('courseId');
  const handleCourse = (id: string) => {
    onCourse(id);
    form.setFieldValue('chapterId', '');
  };
  return (
    <div className={`${classes.fields} ${lesson ? classes.three : ''}`}>
      <TextInput
        label={lessonLabels.title}
        required
        maxLength={200}
        className={classes.title}
        {...firstFieldOf(isNew)}
        {...form.getInputProps('title')}
      />
      {!lesson && <CourseField {...course} onChange={handleCourse} />}
      <ChapterField courseId={form.values.courseId || undefined} {...form.getInputProps('chapterId')} />
      <TextInput
        label={`${lessonLabels.minutes}（分）`}
        inputMode="numeric"
        autoComplete="off"
        className={classes.minutes}
        {...form.getInputProps('minutes')}
      />
    </div>
  );
}

export function LessonForm({ lesson, text = '', courseId = '', chapterId = '', ...props }: LessonFormProps) {
  const { renderText, onSaved, draftOf } = props;
  const isReachable = useReachability();
  const lessonForm = useLessonForm({ lesson, text, courseId, chapterId, draftOf });
  const { form, draft, writer, goOnFrom, loadNewest, save, isGone, aimAtNew, isNewText } = lessonForm;
  const { error, onChange, onBlur } = form.getInputProps('text');
  const newerContent = lesson && (
    <NewerLesson ownText={form.values.text} readNewest={() => writer.readNewest(lesson.id)} />
  );
  return (
    <FormFrame
      form={form}
      name={lesson ? 'レッスンを編集' : 'レッスンを追加'}
      labels={labels}
      draft={draft}
      isOffline={!isReachable}
      saveLabel={lesson ? '保存' : '追加'}
      describeFailure={describeSaveError}
      savedWords={lesson ? 'レッスンを保存しました' : 'レッスンを追加しました'}
      onSave={save}
      onSaved={(saved) => {
        void goOnFrom(saved);
        onSaved(saved);
      }}
      onCancel={props.onCancel}
      next={props.next}
      goOnRef={props.goOnRef}
      onLoadNewer={lesson && (() => loadNewest(lesson.id))}
      newerContent={newerContent}
      valueWords={valueWords}
    >
      {isGone && <GoneNotice what="レッスン" isAnnounced onSaveAsNew={aimAtNew} />}
      <LessonFields form={form} isNew={!lesson && draftOf === undefined} lesson={isGone ? undefined : lesson} />
      <FrontMatterOffer form={form} />
      {renderText({
        label: lessonLabels.text,
        value: form.values.text,
        title: form.values.title,
        courseId: form.values.courseId,
        hasBreaksByDefault: isNewText,
        hasFocus: lesson !== undefined && text === '',
        versions: lesson && !isGone ? { lessonId: lesson.id, isUnsaved: form.isDirty('text') } : undefined,
        error,
        onChange,
        onBlur: () => onBlur?.(),
      })}
    </FormFrame>
  );
}
