/** The question sets of a lesson for editors: the list, and the editor of one set. */
import { ActionIcon, Alert, Button, Menu, Text, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, startTransition, Suspense, useLayoutEffect, useRef, useState } from 'react';
import IconCopy from '~icons/copy';
import IconDotsVertical from '~icons/dots-vertical';
import IconPencil from '~icons/pencil';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';

import { newQuestionSetSchema } from '@/api/question-set-edits';
import { newSetDraftId, useQuestionSetDrafts } from '@/device/drafts/question-set-drafts';
import { describeIssue } from '@/lib/field-messages';
import { useDeletion } from '@/queries/curriculum/deletions';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { fetchWholeQuestionSet, useQuestionSetWrites } from '@/queries/curriculum/question-set-writes';
import { useCan } from '@/queries/me';
import { describeActionError } from '@/queries/save-errors';

import '@mantine/core/styles/Alert.layer.css';
import { DragList } from '@/ui/drag/DragList';
import { EmptyState } from '@/ui/EmptyState';
import type { NextStep } from '@/ui/forms/form-frame-types';
import { takeFocusOfForm } from '@/ui/keys/form-focus';
import { isOfInputMethod } from '@/ui/keys/input-method';
import { useReturnFocus } from '@/ui/keys/use-return-focus';
import { lazyAsked } from '@/ui/lazy-asked';
import { LinkButton } from '@/ui/LinkButton';
import { ConfirmQuestion } from '@/ui/questions/ConfirmQuestion';
import { useDelete, WaitingDeletion } from '@/ui/questions/DeleteQuestion';

import type { RenderPictures } from './MarkdownField';
import { describeListError } from './question-set-errors';
import {
  duplicateQuestionSet,
  type QuestionSetForm,
  toContent,
  toNewQuestionSet,
  toQuestionSetForm,
} from './question-set-form';

import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import type { RenderPreview } from './QuestionSetPreview';

import rowClasses from './QuestionSetRow.module.css';
import classes from './QuestionSetsEditor.module.css';

/** Runs one change of the list at a time, and keeps the message of the last failure. */
function useOneChange(refresh: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // A ref instead of state, because state is updated too late for the second click of a double click.
  const isRunning = useRef(false);

  /** Resolves to true if the change succeeded, once the screen shows it. */
  async function run(change: () => Promise<unknown>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await change();
      await refresh();
      return true;
    } catch (error) {
      setProblem(describeListError(error));
      // Refetch without waiting: the list may have changed on the server, and offline the request takes long.
      void refresh();
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { isBusy, problem, run };
}

/**
 * Changes question sets from a lesson's list: each change reads the current set and writes the whole set, because there
 * is no PATCH.
 */
function useQuestionSetList(lessonId: string) {
  const writes = useQuestionSetWrites(lessonId);
  const { isBusy, problem, run } = useOneChange(writes.refresh);
  const read = async (id: string) => {
    const { set, explanation } = await fetchWholeQuestionSet(id);
    return { updatedAt: set.updatedAt, form: toQuestionSetForm(set, explanation) };
  };
  const rewrite = async (id: string, order: number | undefined, changes: Partial<QuestionSetForm> = {}) => {
    const { updatedAt, form } = await read(id);
    const base = { updatedAt, ...toNewQuestionSet(form) };
    await writes.save({ id, base, order, toContent }, toNewQuestionSet({ ...form, ...changes }));
  };
  return {
    isBusy,
    problem,
    rename: (id: string, title: string) => run(() => rewrite(id, undefined, { title })),
    /** @param order the index among the lesson's question sets, from 0. */
    move: (id: string, order: number) => run(() => rewrite(id, order)),
    /** Inserts a duplicate of a set at an index, from 0. */
    duplicate: (id: string, order: number) =>
      run(async () => {
        const { form } = await read(id);
        await writes.save({ id: undefined, base: {}, order, toContent }, toNewQuestionSet(duplicateQuestionSet(form)));
      }),
    remove: (id: string) => run(() => writes.remove(id)),
  };
}

const QuestionSetDialog = lazyAsked(() => import('./QuestionSetDialog').then((module) => module.QuestionSetDialog));

export interface QuestionSetsEditorProps {
  lessonId: string;
  /** Renders the trial run 試し解き with the player of another feature. */
  renderPreview: RenderPreview;
  /** Renders the picture picker; without it, texts cannot contain pictures. */
  renderPictures?: RenderPictures;
  /** True beside the outline: an open set then replaces the lesson's form, which is hidden but keeps its values. */
  isBesideOutline: boolean;
  isCovered: boolean;
  onCover: (isCovered: boolean) => void;
  /** The step to the next lesson of the course. */
  next?: NextStep;
}

/** The set whose editor is open; without an id for a new set. */
interface Opened {
  id?: string;
}

/** The form that changes a set's title in place. */
interface RenameFormProps {
  title: string;
  isBusy: boolean;
  onRename: (title: string) => Promise<void>;
  onCancel: () => void;
}

function focusOnMount(input: HTMLInputElement | null): void {
  input?.select();
}

function findFault(title: string): string | undefined {
  // The message names the field, because the field has no visible label.
  if (title === '') return 'タイトルを入力してください。';
  return newQuestionSetSchema.shape.title.safeParse(title, { error: describeIssue }).error?.issues[0]?.message;
}

/** A div instead of a form element, because forms cannot be nested. */
function RenameForm({ title, isBusy, onRename, onCancel }: RenameFormProps) {
  const [value, setValue] = useState(title);
  const [wasTried, setTried] = useState(false);
  const fault = findFault(value.trim());
  const rename = () => {
    setTried(true);
    if (!fault) void onRename(value.trim());
  };
  const handleKey = (event: KeyboardEvent) => {
    // Ignore Enter and Escape during an IME composition: they belong to the input method.
    if (isOfInputMethod(event.nativeEvent)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      rename();
    }
    if (event.key === 'Escape') onCancel();
  };
  return (
    <div className={rowClasses.rename} role="group" aria-label={`「${title}」のタイトルを変更`}>
      <TextInput
        ref={focusOnMount}
        className={rowClasses.name}
        aria-label="タイトル"
        value={value}
        error={wasTried && fault}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <Button loading={isBusy} onClick={rename}>
        変更
      </Button>
      <Button variant="default" disabled={isBusy} onClick={onCancel}>
        キャンセル
      </Button>
    </div>
  );
}

interface QuestionSetRowProps {
  set: { id: string; title: string; questionCount?: number };
  hasDraft: boolean;
  isBusy: boolean;
  onOpen: () => void;
  /** Renames the set; resolves to true if it succeeded. */
  onRename: (title: string) => Promise<boolean>;
  onDuplicate: () => void;
  /** Deletes the set; resolves to true if it succeeded. */
  onRemove: () => Promise<boolean>;
}

function RowMenu({ title, isBusy, buttonRef, onDuplicate, onChoose }: RowMenuProps) {
  return (
    <Menu position="bottom-end" shadow="md" width={180} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon ref={buttonRef} aria-label={`「${title}」のその他の操作`} disabled={isBusy}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => onChoose('rename')}>
          タイトルを変更
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={onDuplicate}>
          コピーを作成
        </Menu.Item>
        <Menu.Item
          className={rowClasses.danger}
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => onChoose('remove')}
        >
          削除
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface RowMenuProps {
  title: string;
  isBusy: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  onDuplicate: () => void;
  onChoose: (chosen: 'rename' | 'remove') => void;
}

/** One question set in the lesson's list: its title opens it, the menu ⋯ renames, duplicates and deletes it. */
function QuestionSetRow({ set, hasDraft, isBusy, onOpen, onRename, onDuplicate, onRemove }: QuestionSetRowProps) {
  /** The panel chosen in the menu; null after it was closed, undefined before one was chosen. */
  const [chosen, setChosen] = useState<'rename' | 'remove' | null>();
  const { title, questionCount } = set;
  const deletion = useDeletion({ kind: 'question-set', id: set.id }, onRemove);
  const { run: remove } = useDelete({ title, deletion, describeError: describeActionError });
  if (chosen === 'rename') {
    return (
      <RenameForm
        title={title}
        isBusy={isBusy}
        onRename={async (next) => {
          if (await onRename(next)) setChosen(null);
        }}
        onCancel={() => setChosen(null)}
      />
    );
  }
  return (
    <div className={rowClasses.row}>
      <div className={rowClasses.words}>
        <Text fw={700}>{title}</Text>
        <Text size="sm" c="dimmed">
          {questionCount !== undefined && `${questionCount}問`}
          {hasDraft && <span className={`${rowClasses.draft} pill tone-wait`}>書きかけあり</span>}
        </Text>
      </div>
      {deletion.takeBack ? (
        <WaitingDeletion title={title} onTakeBack={deletion.takeBack} />
      ) : chosen === 'remove' ? (
        <ConfirmQuestion
          label={`「${title}」を削除`}
          question={`${questionCount === undefined ? '問題' : `${questionCount}問`}がすべて削除されます。受講者の解答の記録は残ります。`}
          isLoss={!deletion.undo}
          onConfirm={() => {
            setChosen(null);
            void remove();
          }}
          onCancel={() => setChosen(null)}
        />
      ) : (
        <div className="flex flex-none gap-4">
          <LinkButton
            to="/question-stats/$questionSetId"
            params={{ questionSetId: set.id }}
            variant="subtle"
            aria-label={`「${title}」の分析`}
          >
            分析
          </LinkButton>
          <Button variant="light" aria-label={`「${title}」を編集`} onClick={onOpen}>
            編集
          </Button>
          <RowMenu
            title={title}
            isBusy={isBusy}
            buttonRef={chosen === null ? takeFocusOfForm : undefined}
            onDuplicate={onDuplicate}
            onChoose={setChosen}
          />
        </div>
      )}
    </div>
  );
}

function SetList({ lessonId, onOpen }: { lessonId: string; onOpen: (opened: Opened) => void }) {
  const { data: lesson } = useSuspenseQuery(lessonQueries.detail(lessonId));
  const drafts = useQuestionSetDrafts();
  const list = useQuestionSetList(lessonId);
  const { questionSets: sets = [] } = lesson;
  return (
    <>
      {list.problem && (
        <Alert color="red" role="alert">
          {list.problem}
        </Alert>
      )}
      {lesson.questionSets?.length === 0 && (
        <EmptyState title="問題集はまだありません">
          <Text>レッスンの内容を確かめる問題を追加できます。</Text>
        </EmptyState>
      )}
      <DragList
        label="問題集の並び"
        items={sets}
        getId={({ id }) => id}
        getName={({ title }) => title}
        isDisabled={list.isBusy}
        renderItem={(set, index) => (
          <QuestionSetRow
            set={set}
            hasDraft={drafts.ids.includes(set.id)}
            isBusy={list.isBusy}
            onOpen={() => onOpen({ id: set.id })}
            onRename={(title) => list.rename(set.id, title)}
            onDuplicate={() => void list.duplicate(set.id, index + 1)}
            onRemove={() => list.remove(set.id)}
          />
        )}
        onMove={async (from, to) => {
          const set = sets[from];
          if (set) await list.move(set.id, to);
        }}
      />
      <Button
        variant="light"
        className="justify-self-start"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => onOpen({})}
      >
        {drafts.ids.includes(newSetDraftId(lessonId)) ? '書きかけの問題集を続ける' : '問題集を追加'}
      </Button>
    </>
  );
}

/**
 * Hides the lesson's form while an open question set replaces it; afterwards restores the scroll position and the focus
 * on the pressed button.
 */
function useCover({ isCovered, isBesideOutline, onCover }: QuestionSetsEditorProps) {
  const before = useRef<{ opener: Element | null; top: number }>(undefined);
  useLayoutEffect(() => {
    if (isCovered) {
      window.scrollTo(0, 0);
    } else if (before.current) {
      const { opener, top } = before.current;
      before.current = undefined;
      window.scrollTo(0, top);
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    }
  }, [isCovered]);
  return {
    begin: () => {
      before.current = isBesideOutline ? { opener: document.activeElement, top: window.scrollY } : undefined;
      onCover(isBesideOutline);
    },
    end: () => onCover(false),
  };
}

export function QuestionSetsEditor(props: QuestionSetsEditorProps) {
  const { isCovered, onCover: _onCover, ...rest } = props;
  const { lessonId } = rest;
  const canEdit = useCan('course.edit');
  const { lookAgain } = useQuestionSetDrafts();
  const [opened, setOpened] = useState<Opened>();
  const cover = useCover(props);
  useReturnFocus(opened !== undefined);
  if (!canEdit) return null;
  const open = (set: Opened) =>
    startTransition(() => {
      cover.begin();
      setOpened(set);
    });
  const close = () => {
    cover.end();
    setOpened(undefined);
  };
  return (
    <>
      <section
        className={`${classes.section} grid min-w-0 gap-12`}
        aria-labelledby="question-sets-editor"
        hidden={isCovered}
      >
        <h2 id="question-sets-editor" className="m-0 text-xl">
          問題集
        </h2>
        <SetList lessonId={lessonId} onOpen={open} />
      </section>
      <Suspense>
        {opened && (
          <QuestionSetDialog
            {...rest}
            questionSetId={opened.id}
            onMissing={close}
            onClose={() => {
              close();
              // Read the drafts in a later task, because the editor writes its last edit to the draft when it unmounts.
              setTimeout(() => void lookAgain(), 0);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
