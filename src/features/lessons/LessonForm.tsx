/** The form of a new or existing lesson: title, chapter, reading time, text. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type Ref, useMemo, useState } from 'react';

import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';
import { OnlineForm } from '@/forms/EditForm';
import { courseQueries } from '@/queries/curriculum/courses';
import type { PlacedLesson } from '@/queries/curriculum/lessons';
import { describeSaveError } from '@/queries/save-errors';
import { copyText } from '@/ui/copy-text';
import type { NextStep } from '@/ui/forms/form-frame-types';
import { GoneNotice } from '@/ui/forms/GoneNotice';
import { textOf, type ValueWords } from '@/ui/forms/value-words';

import '@mantine/core/styles/Alert.layer.css';
import { WholeSelect } from '@/ui/forms/WholeSelect';
import { firstFieldOf } from '@/ui/keys/form-focus';
import { frontMatter } from '@/ui/markdown/cut/documents';

import { lessonLabels } from './lesson-form';
import { useLessonForm } from './use-lesson-form';

import classes from './LessonForm.module.css';

interface PlaceFieldProps {
  value?: string;
  error?: ReactNode;
  onChange: (id: string) => void;
  onBlur?: () => void;
}

/** The course can be chosen for a new lesson only: an existing lesson stays in its course. */
function CourseField({ onChange, ...input }: PlaceFieldProps) {
  const { data: courses = [], isPending } = useQuery(courseQueries.list());
  const options = courses.map(({ id, title, status }) => ({
    value: id,
    label: status === 'draft' ? `${title}（下書き）` : title,
  }));
  return (
    <WholeSelect
      label="コース"
      required
      className={classes.place}
      data={[{ value: '', label: isPending ? '読み込んでいます' : '選んでください', disabled: true }, ...options]}
      {...input}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function optionsOf(course: CourseDetail | undefined) {
  return (course?.sections ?? [])
    .map(({ title: group, chapters = [] }) => ({
      group,
      items: chapters.map(({ id, title }) => ({ value: id, label: title })),
    }))
    .filter(({ items }) => items.length > 0);
}

interface ChapterFieldProps extends PlaceFieldProps {
  courseId: string | undefined;
}

/** The fields that say where a lesson belongs: its course (new lessons only) and one of the course's chapters. */
function ChapterField({ courseId, ...input }: ChapterFieldProps) {
  const {
    data: course,
    isPending,
    isError,
  } = useQuery({
    ...courseQueries.detail(courseId ?? ''),
    enabled: courseId !== undefined,
  });
  const groups = optionsOf(course);
  const isWaiting = courseId !== undefined && isPending;
  const isKnown = course?.sections?.every(({ chapters }) => chapters);
  return (
    <div className={classes.place}>
      <WholeSelect
        label="チャプター"
        required
        data={[{ value: '', label: isWaiting ? '読み込んでいます' : '選んでください', disabled: true }, ...groups]}
        {...input}
        onChange={(event) => input.onChange(event.currentTarget.value)}
      />
      {course && groups.length === 0 && !isKnown && (
        <Text size="sm" mt={6}>
          このコースのチャプターは、サーバーの応答にありません。
        </Text>
      )}
      {course && groups.length === 0 && isKnown && (
        <Text size="sm" mt={6}>
          このコースにはまだチャプターがありません。先に
          <Link to="/courses/$courseId" params={{ courseId: course.id }}>
            コースの画面
          </Link>
          で追加してください。
        </Text>
      )}
      {isError && (
        <Text size="sm" mt={6} role="alert">
          チャプターを読み込めませんでした。つながるところで開き直してください。
        </Text>
      )}
    </div>
  );
}

/** Returns the front matter's title and reading time; '' for a missing one. */
function readFrontMatter(text: string): { title: string; minutes: string } {
  const [settings = ''] = frontMatter.exec(text) ?? [];
  const read = (name: string) =>
    new RegExp(`^${name}[ \\t]*:[ \\t]*(["']?)(.*?)\\1[ \\t]*\\r?$`, 'm').exec(settings)?.[2]?.trim() ?? '';
  return { title: read('title'), minutes: read('minutes') };
}

interface FrontMatterOfferProps {
  form: ReturnType<typeof useLessonForm>['form'];
}

/** Offers to copy title and reading time from the text's front matter into the lesson's form. */
function FrontMatterOffer({ form }: FrontMatterOfferProps) {
  const { text, title, minutes } = form.values;
  const said = useMemo(() => readFrontMatter(text), [text]);
  const fields = (['title', 'minutes'] as const).filter(
    (name) => said[name] !== '' && said[name] !== { title, minutes }[name],
  );
  if (fields.length === 0) return null;
  const words = fields.map((name) => `${lessonLabels[name]}「${said[name]}」`).join('、');
  return (
    <Alert role="status">
      <Group justify="space-between">
        本文の先頭に{words}とあります。
        <Button variant="light" onClick={() => fields.forEach((name) => form.setFieldValue(name, said[name]))}>
          フォームに入れる
        </Button>
      </Group>
    </Alert>
  );
}

const copyOwnText = (text: string) =>
  copyText(text, {
    done: '自分の本文をコピーしました',
    failed: 'コピーできませんでした。閉じて、本文を選んでコピーしてください。',
  });

/** The text is scrollable, so it is focusable for scrolling by keyboard. */
const scroll = { role: 'group', tabIndex: 0, 'aria-label': '新しい本文' };

interface NewerLessonProps {
  ownText: string;
  readNewest: () => Promise<{ lesson: Lesson; text: string }>;
}

/** The part of the conflict dialog with the other editor's text, and a button that copies the user's own text. */
function NewerLesson({ ownText, readNewest }: NewerLessonProps) {
  const [newest, setNewest] = useState<{ lesson: Lesson; text: string }>();
  const [failure, setFailure] = useState<string>();
  const show = async () => {
    setFailure(undefined);
    try {
      setNewest(await readNewest());
    } catch (error) {
      setFailure(describeSaveError(error).message);
    }
  };
  return (
    <Stack gap="sm">
      <Text size="sm">読み込んだあとも、本文は「元に戻す」で自分の内容に戻せます。</Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => void show()}>
          新しい内容を見る
        </Button>
        <Button variant="default" onClick={() => void copyOwnText(ownText)}>
          自分の本文をコピー
        </Button>
      </Group>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      {newest && (
        <section aria-label="新しい内容">
          <Text fw={700}>{newest.lesson.title}</Text>
          <pre
            className={`${classes.newer} overflow-auto m-0 border rounded-md bg-page break-anywhere pre-wrap`}
            {...scroll}
          >
            {newest.text || '本文はありません。'}
          </pre>
        </section>
      )}
    </Stack>
  );
}

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

/**
 * Returns no words for text and chapter in the conflict dialog: texts are compared below the fields, and of a chapter
 * only the id is known.
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
        {...form.getInputProps('minutes')}
      />
    </div>
  );
}

export function LessonForm({ lesson, text = '', courseId = '', chapterId = '', ...props }: LessonFormProps) {
  const { renderText, onSaved, draftOf } = props;
  const lessonForm = useLessonForm({ lesson, text, courseId, chapterId, draftOf });
  const { form, draft, writer, goOnFrom, loadNewest, save, isGone, aimAtNew, isNewText } = lessonForm;
  const { error, onChange, onBlur } = form.getInputProps('text');
  const newerContent = lesson && (
    <NewerLesson ownText={form.values.text} readNewest={() => writer.readNewest(lesson.id)} />
  );
  return (
    <OnlineForm
      form={form}
      name={lesson ? 'レッスンを編集' : 'レッスンを追加'}
      labels={lessonLabels}
      draft={draft}
      saveLabel={lesson ? '保存' : '追加'}
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
    </OnlineForm>
  );
}
