/** One question set in the lesson's list: its title opens it, the menu ⋯ renames, duplicates and deletes it. */
import { ActionIcon, Button, Menu, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, type Ref, useState } from 'react';
import IconCopy from '~icons/copy';
import IconDotsVertical from '~icons/dots-vertical';
import IconPencil from '~icons/pencil';
import IconTrash from '~icons/trash';

import { newQuestionSetSchema } from '@/api/question-set-edits';
import { describeIssue } from '@/lib/field-messages';
import { useDeletion } from '@/queries/curriculum/deletions';
import { describeActionError } from '@/queries/save-errors';
import { takeFocusOfForm } from '@/ui/keys/form-focus';
import { isOfInputMethod } from '@/ui/keys/input-method';
import { LinkButton } from '@/ui/LinkButton';

import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { ConfirmQuestion } from '@/ui/questions/ConfirmQuestion';
import { useDelete, WaitingDeletion } from '@/ui/questions/DeleteQuestion';

import classes from './QuestionSetRow.module.css';

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
    <div className={classes.rename} role="group" aria-label={`「${title}」のタイトルを変更`}>
      <TextInput
        ref={focusOnMount}
        className={classes.name}
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

export interface QuestionSetRowProps {
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
          className={classes.danger}
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

export function QuestionSetRow({
  set,
  hasDraft,
  isBusy,
  onOpen,
  onRename,
  onDuplicate,
  onRemove,
}: QuestionSetRowProps) {
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
    <div className={classes.row}>
      <div className={classes.words}>
        <Text fw={700}>{title}</Text>
        <Text size="sm" c="dimmed">
          {questionCount !== undefined && `${questionCount}問`}
          {hasDraft && <span className={`${classes.draft} pill tone-wait`}>書きかけあり</span>}
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
