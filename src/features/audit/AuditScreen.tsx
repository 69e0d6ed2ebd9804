/** 操作の記録: who created, changed or deleted what; with details, filters and a CSV file if the server supports them. */
import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { AuditEntry } from '@/api/audit';
import { useNow } from '@/device/use-now';
import { auditQueries } from '@/queries/audit';
import { useCapabilities } from '@/queries/capabilities';
import { screens } from '@/session/screens';
import { EmptyState } from '@/ui/EmptyState';
import { PageTitle } from '@/ui/PageTitle';
import type { DataColumn } from '@/ui/tables/data-table-types';
import { DataTableRows } from '@/ui/tables/DataTableRows';
import { TablePages } from '@/ui/tables/TablePages';

import type { AuditLogProps } from './audit-search';
import { actorWords, operationWords } from './audit-words';
import { DetailedLog } from './DetailedLog';
import { LogTime } from './LogTime';
import { LogUnloaded } from './LogUnloaded';

const columnsOf = (nowMs: number): readonly DataColumn<AuditEntry>[] => [
  { id: 'at', header: '日時', cell: ({ at }) => <LogTime {...{ at, nowMs }} /> },
  { id: 'actor', header: '操作した人', cell: (entry) => <span translate="no">{actorWords(entry)}</span> },
  { id: 'action', header: '操作', cell: operationWords },
  { id: 'subject', header: '対象', cell: ({ subjectName }) => <span translate="no">{subjectName}</span> },
];
const NAME = screens['/_app/_staff/audit'].title;

/**
 * The audit log of a server without the capability `audit-details`: pages of entries, without details, filters or a CSV
 * file.
 */
function PlainLog({ search: { page = 1 }, onSearch }: AuditLogProps) {
  const nowMs = useNow();
  const { data, isPending, refetch } = useQuery({ ...auditQueries.page({ page }), placeholderData: keepPreviousData });
  if (!data) return <LogUnloaded isPending={isPending} onRetry={() => void refetch()} />;
  if (data.total === 0) return <EmptyState title="記録はまだありません" />;
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {data.total}件
      </Text>
      <DataTableRows name={NAME} columns={columnsOf(nowMs)} rows={data.items} getId={({ id }) => id} />
      <TablePages
        name={NAME}
        pages={data.pages}
        page={page}
        onPage={(next) => onSearch({ page: next > 1 ? next : undefined })}
      />
    </>
  );
}

export function AuditScreen(props: AuditLogProps) {
  const { hasAuditDetails } = useCapabilities();
  return (
    <Stack gap="md">
      <PageTitle>{NAME}</PageTitle>
      <Text size="sm" c="dimmed">
        {hasAuditDetails
          ? '利用者・企業・必修・コースとその中身の追加・変更・削除を、400日間残しています。'
          : '利用者・企業・コースの追加・変更・削除を、400日間残しています。'}
      </Text>
      {hasAuditDetails ? <DetailedLog name={NAME} {...props} /> : <PlainLog {...props} />}
    </Stack>
  );
}
