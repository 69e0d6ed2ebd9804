/** The audit log, paged: who created, changed or deleted which person, company or course. */
import { Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import type { AuditEntry } from '@/api/audit';
import { auditQueries } from '@/queries/audit';
import { screens } from '@/session/screens';
import { EmptyState } from '@/ui/EmptyState';
import { formatDateTime } from '@/ui/formats';
import { PageTitle } from '@/ui/PageTitle';
import type { DataColumn } from '@/ui/tables/data-table-types';
import { DataTableRows } from '@/ui/tables/DataTableRows';
import { TablePages } from '@/ui/tables/TablePages';

const actions = { create: '追加', change: '変更', delete: '削除' } satisfies Record<AuditEntry['action'], string>;
const kinds = { user: '利用者', company: '企業', course: 'コース' } satisfies Record<AuditEntry['kind'], string>;

const columns: readonly DataColumn<AuditEntry>[] = [
  { id: 'at', header: '日時', cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time> },
  {
    id: 'actor',
    header: '操作した人',
    cell: ({ actorName }) => (actorName ? <span translate="no">{actorName}</span> : 'サーバーの起動'),
  },
  { id: 'action', header: '操作', cell: ({ kind, action }) => `${kinds[kind]}の${actions[action]}` },
  { id: 'subject', header: '対象', cell: ({ subjectName }) => <span translate="no">{subjectName}</span> },
];
const NAME = screens['/_app/_staff/audit'].title;

export interface AuditScreenProps {
  /** The page's number, from 1. */
  page: number;
  onPage: (page: number) => void;
}

export function AuditScreen({ page, onPage }: AuditScreenProps) {
  const { data } = useSuspenseQuery(auditQueries.page(page));
  return (
    <Stack gap="md">
      <PageTitle>{NAME}</PageTitle>
      <Text size="sm" c="dimmed">
        利用者・企業・コースの追加・変更・削除を、400日間残しています。
      </Text>
      {data.total === 0 ? (
        <EmptyState title="記録はまだありません" />
      ) : (
        <>
          <Text size="sm" c="dimmed" role="status">
            {data.total}件
          </Text>
          <DataTableRows name={NAME} columns={columns} rows={data.items} getId={({ id }) => id} />
          <TablePages name={NAME} pages={data.pages} page={page} onPage={onPage} />
        </>
      )}
    </Stack>
  );
}
