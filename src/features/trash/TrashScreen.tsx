/** ごみ箱 (trash): lists items deleted in the last 30 days, and restores them. */
import { Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { TrashItem } from '@/api/trash';
import { TRASH_DAYS } from '@/lib/constants';
import { trashQueries } from '@/queries/trash';
import { screens } from '@/session/screens';
import { EmptyState } from '@/ui/EmptyState';
import { focusOnMount } from '@/ui/form-focus';
import { IconCheck } from '@/ui/icons';
import { PageTitle } from '@/ui/PageTitle';
import { TablePages } from '@/ui/tables/TablePages';

import { pathOfRestored } from './trash-words';
import { TrashRow } from './TrashRow';

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
              <TrashRow key={item.id} item={item} onRestored={setRestored} />
            ))}
          </ul>
          <TablePages name={NAME} pages={data.pages} page={page} onPage={onPage} />
        </>
      )}
    </Stack>
  );
}
