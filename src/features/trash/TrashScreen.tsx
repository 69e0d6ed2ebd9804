/** ごみ箱 (trash): lists items deleted in the last 30 days, and restores them. */
import { Stack, Text, Button, Group } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import IconCheck from '~icons/check';

import type { CourseStatus } from '@/api/courses';
import type { TrashItem, TrashKind } from '@/api/trash';
import { DAY_MS, TRASH_DAYS } from '@/lib/constants';
import { trashQueries, useTrash } from '@/queries/curriculum/trash';
import { describeActionError } from '@/queries/save-errors';
import { screens } from '@/session/screens';
import { now } from '@/storage/now';
import { EmptyState } from '@/ui/EmptyState';
import { formatRelative } from '@/ui/formats';
import { focusOnMount, takeFocusOfForm } from '@/ui/keys/form-focus';
import { ActionError } from '@/ui/notices/ActionError';
import { PageTitle } from '@/ui/PageTitle';
import { useAction } from '@/ui/questions/use-action';
import { TablePages } from '@/ui/tables/TablePages';

import classes from './TrashScreen.module.css';

/** Words and screen paths of deleted items in the trash. */
const kindNames: Readonly<Record<TrashKind, string>> = {
  course: 'コース',
  section: 'セクション',
  chapter: 'チャプター',
  lesson: 'レッスン',
  'question-set': '問題集',
};

/** Returns the contents of a deleted item, such as 「レッスン2件、問題集1件」 (2 lessons, 1 question set); '' if it is empty. */
function contentWords({ kind, lessonCount, questionSetCount }: TrashItem): string {
  return [
    kind !== 'lesson' && lessonCount > 0 && `レッスン${lessonCount}件`,
    kind !== 'question-set' && questionSetCount > 0 && `問題集${questionSetCount}件`,
  ]
    .filter(Boolean)
    .join('、');
}

/** Returns the number of days until a deleted item expires, rounded up. @param nowMs milliseconds since 1970. */
function daysLeft({ expiresAt }: Pick<TrashItem, 'expiresAt'>, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - nowMs) / DAY_MS));
}

/** Returns the path of the screen that shows a restored item. */
function pathOfRestored({ kind, subjectId, parents }: Pick<TrashItem, 'kind' | 'subjectId' | 'parents'>): string {
  const parentId = parents.at(-1)?.id ?? '';
  switch (kind) {
    case 'course':
      return `/courses/${subjectId}`;
    case 'section':
      return `/sections/${subjectId}`;
    case 'chapter':
      return `/sections/${parentId}`;
    case 'lesson':
      return `/lessons/${subjectId}`;
    case 'question-set':
      return `/lessons/edit/${parentId}`;
  }
}

const NAME = screens['/_app/_staff/trash'].title;

/** Says which item was restored, with a link to it. */
function Restored({ item }: { item: TrashItem }) {
  return (
    <div role="status" className={`${classes.restored} row wrap border rounded-md bg-surface break-anywhere`}>
      <IconCheck size={18} aria-hidden className="c-ok" />
      <span>
        <span translate="no">「{item.title}」</span>
        <span>を元に戻しました。</span>
      </span>
      <Link
        to={pathOfRestored(item)}
        ref={focusOnMount}
        className={`${classes.open} inline-flex items-center touch c-primary bold`}
      >
        開く
      </Link>
    </div>
  );
}

export interface TrashScreenProps {
  /** The number of the page, from 1. */
  page: number;
  onPage: (page: number) => void;
}

export function TrashScreen({ page, onPage }: TrashScreenProps) {
  const { data } = useSuspenseQuery(trashQueries.page(page));
  const [restored, setRestored] = useState<TrashItem>();
  return (
    <Stack gap="md">
      <PageTitle>{NAME}</PageTitle>
      <Text size="sm" c="dimmed">
        削除したコース・セクション・チャプター・レッスン・問題集を、{TRASH_DAYS}
        日間残しています。元に戻すと、受講者の学習記録も元どおりにつながります。
      </Text>
      {restored && <Restored key={restored.id} item={restored} />}
      {data.items.length === 0 ? (
        <EmptyState title="ごみ箱は空です" />
      ) : (
        <>
          <ul className="plain-list divided border rounded-md bg-surface" aria-label={NAME}>
            {data.items.map((item) => (
              <TrashRow key={`${item.kind}-${item.id}`} item={item} onRestored={setRestored} />
            ))}
          </ul>
          <TablePages name={NAME} pages={data.pages} page={page} onPage={onPage} />
        </>
      )}
    </Stack>
  );
}

/**
 * One deleted item in the trash: where it was, who deleted it, how long it is kept, and the button that restores it.
 */
interface AskProps {
  item: TrashItem;
  isBusy: boolean;
  onRestore: (status: CourseStatus) => void;
  onCancel: () => void;
}

/** Asks for confirmation before restoring an item that learners would see at once. */
function AskBeforeLive({ item, isBusy, onRestore, onCancel }: AskProps) {
  const isCourse = item.kind === 'course';
  const question = isCourse
    ? '公開していたコースです。公開すると、受講者にすぐ表示されます。'
    : 'コースは公開中です。元に戻すと、受講者にすぐ表示されます。';
  return (
    <div role="group" aria-label={question} className="grid gap-8">
      <Text size="sm">{question}</Text>
      <Group gap="xs">
        {isCourse && (
          <Button loading={isBusy} ref={focusOnMount} onClick={() => onRestore('draft')}>
            下書きとして戻す
          </Button>
        )}
        <Button
          variant={isCourse ? 'default' : 'filled'}
          loading={isBusy}
          ref={isCourse ? undefined : focusOnMount}
          onClick={() => onRestore('published')}
        >
          {isCourse ? '公開して戻す' : '元に戻す'}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onCancel}>
          キャンセル
        </Button>
      </Group>
    </div>
  );
}

function Facts({ item }: { item: TrashItem }) {
  const { parents, deletedAt, deletedByName } = item;
  const content = contentWords(item);
  return (
    <>
      {parents.length > 0 && (
        <Text size="sm" c="dimmed" translate="no">
          {parents.map(({ title }) => title).join(' › ')}
        </Text>
      )}
      <Text size="sm" c="dimmed" className={classes.facts}>
        {content !== '' && <span>{content}</span>}
        <span>
          <time dateTime={deletedAt}>{formatRelative(deletedAt, now())}</time>
          <span>に</span>
          {deletedByName !== undefined && (
            <>
              <span translate="no">{deletedByName ?? '退会した人'}</span>
              <span>が</span>
            </>
          )}
          <span>削除</span>
        </span>
        <span>あと{daysLeft(item, now())}日</span>
      </Text>
    </>
  );
}

interface TrashRowProps {
  item: TrashItem;
  onRestored: (item: TrashItem) => void;
}

function TrashRow({ item, onRestored }: TrashRowProps) {
  const { restore } = useTrash();
  /** True while the confirmation is shown, false after it was cancelled. */
  const [isAsking, setAsking] = useState<boolean>();
  const { run, isRunning, error } = useAction(async (status: CourseStatus) => {
    await restore(item, status);
    onRestored(item);
  });
  const { title, status, parents, isParentDeleted } = item;
  const parent = parents.at(-1);
  const handlePress = () => (status === 'published' ? setAsking(true) : void run('draft'));
  return (
    <li className={`${classes.row} row wrap justify-between p-12-16`}>
      <div className={classes.words}>
        <Text fw={700}>
          <span className={`${classes.kind} pill inline-block border c-muted`}>{kindNames[item.kind]}</span>
          <span translate="no">{title}</span>
        </Text>
        <Facts item={item} />
        <ActionError message={error ? describeActionError(error) : undefined} />
      </div>
      {isParentDeleted && parent ? (
        <Text size="sm" className={classes.blocked}>
          先に{kindNames[parent.kind]}「{parent.title}」を元に戻してください。
        </Text>
      ) : isAsking ? (
        <AskBeforeLive
          item={item}
          isBusy={isRunning}
          onRestore={(chosen) => void run(chosen)}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <Button
          variant="light"
          aria-label={`「${title}」を元に戻す`}
          ref={isAsking === false ? takeFocusOfForm : undefined}
          loading={isRunning}
          onClick={handlePress}
        >
          元に戻す
        </Button>
      )}
    </li>
  );
}
