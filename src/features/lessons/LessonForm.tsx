/** The form of a lesson, new or existing: title, place, reading time, text. */
import { TextInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

import type { Lesson } from '@/api/lessons';
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

/** Renders the markdown editor; the route passes it in. */
export interface LessonTextFieldProps {
  label: string;
  value: string;
  error?: ReactNode;
  onChange: (text: string) => void;
  onBlur: () => void;
  /** The title above the preview, and the course whose lessons the text may link to. */
  title: string;
  courseId: string;
  /** True for a new text, which shows each line break unless it says otherwise. */
  hasBreaksByDefault: boolean;
  /** True if the lesson has its title, but no text yet: the text then has the focus. */
  hasFocus: boolean;
  /** A saved lesson's id, and whether its text is changed. */
  versions?: { lessonId: string; isUnsaved: boolean };
}

export interface LessonFormProps {
  /** The lesson to edit; undefined for a new one. */
  lesson?: Lesson;
  /** The saved text of the lesson. */
  text?: string;
  /** The course and chapter of a new lesson, as far as known. */
  courseId?: string;
  chapterId?: string;
  /** Id of a deleted lesson whose draft on the device starts a new one. */
  draftOf?: string;
  renderText: (field: LessonTextFieldProps) => ReactNode;
  onSaved: (lesson: Lesson) => void;
  onCancel: () => void;
  /** The step to the lesson that comes next. */
  next?: NextStep;
  /** Takes the step to the next lesson from outside the form. */
  goOnRef?: Ref<() => void>;
}

/** A text saved by another editor is recognised by its content id. */
const labels = { ...lessonLabels, contentId: lessonLabels.text };

/** The dialog compares texts below its fields, and knows chapters by id alone. */
const valueWords: ValueWords = (field, value) =>
  field === 'contentId' || field === 'chapterId' ? undefined : textOf(field, value);

interface LessonFieldsProps {
  form: ReturnType<typeof useLessonForm>['form'];
  /** True for a new lesson: the first field of its form has the focus. */
  isNew: boolean;
  lesson?: Lesson;
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
