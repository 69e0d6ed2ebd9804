/** ごみ箱 (trash): lists items deleted in the last 30 days, and restores them. */
import { Stack, Text, Button, Group } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { CourseStatus } from '@/api/courses';
import type { TrashItem } from '@/api/trash';
import { TRASH_DAYS } from '@/lib/constants';
import { describeActionError } from '@/queries/save-errors';
import { trashQueries, useTrash } from '@/queries/trash';
import { screens } from '@/session/screens';
import { now } from '@/storage/now';
import { ActionError } from '@/ui/ActionError';
import { EmptyState } from '@/ui/EmptyState';
import { focusOnMount, takeFocusOfForm } from '@/ui/form-focus';
import { formatRelative } from '@/ui/formats';
import { IconCheck } from '@/ui/icons';
import { PageTitle } from '@/ui/PageTitle';
import { TablePages } from '@/ui/tables/TablePages';
import { useAction } from '@/ui/use-action';

import { pathOfRestored, contentWords, daysLeft, kindNames } from './trash-words';

import classes from './TrashScreen.module.css';

const NAME = screens['/_app/_staff/trash'].title;

/** Says which item was restored, with a link to it. */
function Restored({ item }: { item: TrashItem }) {
  return (
    <div role="status" className={classes.restored}>
      <IconCheck size={18} aria-hidden className={classes.check} />
      <span>
        <span translate="no">「{item.title}」</span>
        <span>を元に戻しました。</span>
      </span>
      <Link to={pathOfRestored(item)} ref={focusOnMount} className={classes.open}>
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
          <ul className={classes.list} aria-label={NAME}>
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

/** One deleted item in the trash: where it was, who deleted it, how long it is kept, and the button that restores it. */
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
    <div role="group" aria-label={question} className={classes.question}>
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
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={700}>
          <span className={classes.kind}>{kindNames[item.kind]}</span>
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
