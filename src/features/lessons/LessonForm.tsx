/** The form of a new or existing lesson: title, chapter, reading time, text. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type * as z from 'zod/mini';

import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';
import { isMissing } from '@/api/network/errors';
import { useEditDraft } from '@/device/drafts/edit-drafts';
import { OnlineForm } from '@/forms/EditForm';
import { courseQueries } from '@/queries/curriculum/courses';
import { lessonVersionSchema, useLessonWriter, type WrittenLesson } from '@/queries/curriculum/lesson-writes';
import { lessonQueries, type PlacedLesson } from '@/queries/curriculum/lessons';
import { describeSaveError } from '@/queries/save-errors';

import '@mantine/core/styles/Alert.layer.css';
import { copyText } from '@/ui/copy-text';
import type { NextStep, SaveOptions } from '@/ui/forms/form-frame-types';
import { GoneNotice } from '@/ui/forms/GoneNotice';
import { useAppForm } from '@/ui/forms/use-app-form';
import { textOf, type ValueWords } from '@/ui/forms/value-words';
import { WholeSelect } from '@/ui/forms/WholeSelect';
import { firstFieldOf } from '@/ui/keys/form-focus';
import { frontMatter, readBreaks } from '@/ui/markdown/cut/documents';
import { withBreaks } from '@/ui/markdown/cut/line-breaks';

import {
  type LessonFieldValues,
  lessonFieldValues,
  lessonFormSchema,
  lessonFormValues,
  lessonLabels,
  newLessonValues,
} from './lesson-form';

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

type LessonFormOptions = Pick<LessonFormProps, 'lesson' | 'draftOf'> &
  Required<Pick<LessonFormProps, 'text' | 'courseId' | 'chapterId'>>;

/** Tracks that another editor deleted the lesson; after `aimAtNew` the next save creates a new lesson. */
function useGone() {
  const [isGone, setGone] = useState(false);
  // A ref instead of state, because a save may begin before the next render.
  const isForNew = useRef(false);
  return {
    isGone,
    isForNew: () => isForNew.current,
    aimAtNew: () => {
      isForNew.current = true;
    },
    noticeIn: (error: unknown) => {
      if (isMissing(error)) setGone(true);
    },
  };
}

/** Tracks that a save merged another user's changes, which the form does not show yet. */
function useCombined() {
  const isCombined = useRef(false);
  return {
    noticeIn: (options: SaveOptions): SaveOptions => ({
      ...options,
      onCombined: (fields) => {
        isCombined.current = true;
        options.onCombined(fields);
      },
    }),
    /** Returns true if another user's changes were merged since the last call. */
    take: () => {
      const was = isCombined.current;
      isCombined.current = false;
      return was;
    },
  };
}

/**
 * Records in a new text's front matter that line breaks are shown, as the preview showed them, unless the front matter
 * already says how.
 */
function stateBreaks(text: string): string {
  return text.trim() === '' || readBreaks(text) !== undefined ? text : withBreaks(text, true);
}

type LessonFormState = ReturnType<typeof useAppForm<typeof lessonFormSchema>>;

/**
 * Takes over values of this lesson that were saved in the outline beside the form or in another tab, as soon as the
 * screen has read them: unchanged fields show the new values, and the next save is based on the new version. If a field
 * was changed both in the form and elsewhere, the save asks the editor as in any conflict.
 */
function useSavedElsewhere(
  form: LessonFormState,
  base: z.output<typeof lessonVersionSchema> | undefined,
  take: (newest: Lesson) => void,
  lessonId: string | undefined,
) {
  const { data: newest } = useQuery({ ...lessonQueries.detail(lessonId ?? ''), enabled: false });
  const follow = useEffectEvent((now: Lesson) => {
    if (!base?.updatedAt || !now.updatedAt || now.contentId !== base.contentId) return;
    if (Date.parse(now.updatedAt) <= Date.parse(base.updatedAt)) return;
    const [before, after] = [lessonFieldValues(base), lessonFieldValues(now)];
    const values = form.getValues();
    const changed = (Object.keys(after) as (keyof LessonFieldValues)[]).filter((name) => before[name] !== after[name]);
    if (changed.some((name) => values[name] !== before[name] && values[name] !== after[name])) return;
    const taken = Object.fromEntries(changed.map((name) => [name, after[name]]));
    const initial = form.getInitialValues();
    form.setValues(taken);
    form.resetDirty({ ...initial, ...taken });
    take(now);
  });
  useEffect(() => {
    if (newest && !newest.cachedAt) follow(newest);
  }, [newest]);
}

/** The state of a lesson's form: draft, base version, conflict, deletion by another editor, and saving. */
function useLessonForm({ lesson, text, courseId, chapterId, draftOf }: LessonFormOptions) {
  // The text of a lesson without one is new, also of a lesson that was created in the outline; it stays so after the
  // form has saved it, until the form loads a text that another editor saved. A draft of a deleted lesson contains a
  // text written earlier, so its line breaks are not those of a new text.
  const [isNewText, setNewText] = useState(draftOf === undefined && !lesson?.contentId);
  const writer = useLessonWriter({ lesson, text });
  const form = useAppForm({
    schema: lessonFormSchema,
    initialValues: lesson ? lessonFormValues(lesson, text) : newLessonValues(courseId, chapterId),
  });
  const { draft, base, startFrom } = useEditDraft(form, {
    name: 'lesson',
    // The chapter is part of a new lesson's draft id: a draft made for one chapter is not offered in another.
    id: lesson?.id ?? draftOf ?? (chapterId ? `new-${chapterId}` : undefined),
    schema: lessonVersionSchema,
    start: lesson,
  });

  useSavedElsewhere(form, base, startFrom, lesson?.id);
  const { isGone, isForNew, aimAtNew, noticeIn } = useGone();
  const combined = useCombined();

  async function save(written: WrittenLesson, options: SaveOptions): Promise<Lesson> {
    const from = lesson && base && !isForNew() ? { base, ...combined.noticeIn(options) } : undefined;
    try {
      return await writer.save(isNewText ? { ...written, text: stateBreaks(written.text) } : written, from);
    } catch (error) {
      if (lesson) noticeIn(error);
      throw error;
    }
  }
  /**
   * Fills the form with the server's version.
   *
   * @param keepsTyped true to leave the form unchanged if it has unsaved input.
   */
  async function loadNewest(lessonId: string, keepsTyped = false): Promise<void> {
    const newest = await writer.readNewest(lessonId);
    if (keepsTyped && form.isDirty()) return;
    const values = lessonFormValues(newest.lesson, newest.text);
    form.setValues(values);
    form.resetDirty(values);
    startFrom(newest.lesson);
    writer.knowText(newest.text, newest.lesson.contentId);
    setNewText(!newest.lesson.contentId);
  }
  /**
   * Writes the setting that a save added to a new text into the form too, because a later draft of the form is no new
   * text.
   */
  function showStatedBreaks(): void {
    const isDirty = form.isDirty();
    form.setFieldValue('text', stateBreaks(form.getValues().text));
    if (!isDirty) form.resetDirty();
  }
  /**
   * Continues from a saved version. If the save merged another user's changes and the form cannot show them yet, the
   * form's base version is not replaced, so that the next save merges again.
   */
  async function goOnFrom(saved: Lesson): Promise<void> {
    if (isNewText) showStatedBreaks();
    if (!combined.take()) return startFrom(saved);
    await loadNewest(saved.id, true).catch(() => undefined);
  }
  return { form, draft, writer, goOnFrom, loadNewest, save, isGone, aimAtNew, isNewText };
}

/** Offers to copy title and reading time from the text's front matter into the lesson's form. */
function FrontMatterOffer({ form }: { form: LessonFormState }) {
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
  form: LessonFormState;
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
