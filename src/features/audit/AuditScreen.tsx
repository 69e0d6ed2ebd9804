/** 操作の記録: who created, changed or deleted what; with details, filters and a CSV file if the server supports them. */
import { Button, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { AuditEntry } from '@/api/audit';
import { useCsvExport } from '@/device/csv-export';
import { useNow } from '@/device/use-now';
import { SERVER_SEARCH_DEBOUNCE_MS } from '@/lib/wait';
import { auditQueries, readAudit } from '@/queries/audit';
import { useCan } from '@/queries/me';
import { screens } from '@/session/screens';
import { EmptyState } from '@/ui/EmptyState';
import { PageTitle } from '@/ui/PageTitle';
import type { DataColumn } from '@/ui/tables/data-table-types';
import { DataPage } from '@/ui/tables/DataTable';
import { DataTableRows } from '@/ui/tables/DataTableRows';
import { ExportButton } from '@/ui/tables/ExportButton';
import { TablePages } from '@/ui/tables/TablePages';

import { type AuditLogProps, type AuditSearch, queryOf } from './audit-search';
import { actorWords, csvHead, operationWords, toCsvRow } from './audit-words';
import { LogTime } from './LogTime';

import classes from './Audit.module.css';
import '@mantine/core/styles/Skeleton.layer.css';

const columnsOf = (nowMs: number): readonly DataColumn<AuditEntry>[] => [
  { id: 'at', header: '日時', cell: ({ at }) => <LogTime {...{ at, nowMs }} /> },
  { id: 'actor', header: '操作した人', cell: (entry) => <span translate="no">{actorWords(entry)}</span> },
  { id: 'action', header: '操作', cell: operationWords },
  { id: 'subject', header: '対象', cell: ({ subjectName }) => <span translate="no">{subjectName}</span> },
];
const NAME = screens['/_app/_staff/audit'].title;

interface LogUnloadedProps {
  isPending: boolean;
  onRetry: () => void;
}

/** A notice shown in place of the audit log while it loads, and when it cannot be loaded. */
function LogUnloaded({ isPending, onRetry }: LogUnloadedProps) {
  if (isPending) return <Skeleton height={420} radius="lg" aria-hidden />;
  return (
    <EmptyState title="記録を読み込めませんでした">
      <Button variant="default" onClick={onRetry}>
        もう一度
      </Button>
    </EmptyState>
  );
}

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

/** The entries of the audit log are always listed newest first. */
const unsorted = { columnId: '', isDown: false };

function detailedColumnsOf(nowMs: number, onPerson: (person: string) => void): readonly DataColumn<AuditEntry>[] {
  const actorOf = (entry: AuditEntry) => {
    const { actorId } = entry;
    const words = actorWords(entry);
    if (actorId === null) return words;
    return (
      <UnstyledButton
        className={`${classes.actor} touch break-anywhere text-start`}
        title="この人の記録だけを表示"
        onClick={() => onPerson(actorId)}
      >
        <span translate="no">{words}</span>
      </UnstyledButton>
    );
  };
  return [
    {
      id: 'at',
      header: '日時',
      cell: ({ at }) => <LogTime {...{ at, nowMs }} />,
    },
    { id: 'actor', header: '操作した人', cell: actorOf },
    { id: 'action', header: '操作', cell: operationWords },
    { id: 'subject', header: '対象と内容', cell: (entry) => <Subject entry={entry} /> },
  ];
}

/** Returns a person's name, taken from the entries on the screen. */
function nameOf(person: string, entries: readonly AuditEntry[]): string {
  const acted = entries.find(({ actorId }) => actorId === person);
  const changed = entries.find(({ subjectId }) => subjectId === person);
  return acted?.actorName ?? changed?.subjectName ?? 'この人';
}

interface DayInputProps {
  label: string;
  /** A day of the filter, YYYY-MM-DD; '' if the filter has no such day. */
  value: string;
  min?: string;
  max?: string;
  onDay: (day: string | undefined) => void;
}

function DayInput({ label, value, min = '', max = '', onDay }: DayInputProps) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={value}
      min={min || undefined}
      max={max || undefined}
      onChange={(event) => onDay(event.currentTarget.value || undefined)}
    />
  );
}

type FiltersProps = AuditLogProps & { entries: readonly AuditEntry[] };

function Filters({ search, onSearch, entries }: FiltersProps) {
  const { person, from = '', to = '' } = search;
  const change = (changes: AuditSearch) => onSearch({ ...search, ...changes, page: undefined });
  return (
    <>
      <div className={`${classes.days} row gap-6 min-w-0`}>
        <DayInput label="この日から" value={from} max={to} onDay={(day) => change({ from: day })} />
        <span aria-hidden>〜</span>
        <DayInput label="この日まで" value={to} min={from} onDay={(day) => change({ to: day })} />
      </div>
      {person !== undefined && (
        <Button variant="light" onClick={() => change({ person: undefined })} rightSection={<span aria-hidden>×</span>}>
          <span translate="no">{nameOf(person, entries)}</span>
          <span>の記録だけを表示中</span>
        </Button>
      )}
    </>
  );
}

function SaveLog({ search, count }: { search: AuditSearch; count: number }) {
  const { progress, failure, save, stop } = useCsvExport('操作の記録', count, async function* (options) {
    yield [csvHead];
    for await (const entries of readAudit(queryOf(search), options)) yield entries.map(toCsvRow);
  });
  return (
    <ExportButton
      label="CSVで保存"
      isDisabled={count === 0}
      progress={progress}
      progressLabel="記録の読み込み"
      failure={failure}
      onSave={() => void save()}
      onStop={stop}
    />
  );
}

/**
 * The audit log of a server with the capability `audit-details`: the changed data, filters that the server applies, and
 * a CSV file.
 */
function DetailedLog({ name, ...props }: AuditLogProps & { name: string }) {
  // The typed text is local state, so that typing stays fast; `onSearch` puts it into the URL later.
  const [search, setSearch] = useState(props.search);
  const onSearch = (changed: AuditSearch) => {
    setSearch(changed);
    props.onSearch(changed);
  };
  const nowMs = useNow();
  const [q] = useDebouncedValue(search.q, SERVER_SEARCH_DEBOUNCE_MS);
  const { page = 1, q: _, ...filters } = search;
  const isFiltered = Boolean(search.q || search.person || search.from || search.to);
  const asked = { ...queryOf({ ...filters, q }), page };
  const { data, isPending, refetch } = useQuery({ ...auditQueries.page(asked), placeholderData: keepPreviousData });
  if (!data) return <LogUnloaded isPending={isPending} onRetry={() => void refetch()} />;
  return (
    <DataPage
      name={name}
      columns={detailedColumnsOf(nowMs, (person) => onSearch({ ...search, person, page: undefined }))}
      rows={data.items}
      getId={({ id }) => id}
      state={{ words: search.q ?? '', sort: unsorted, page: Math.min(page, data.pages) }}
      onChange={({ words, page: next = 1 }) =>
        onSearch({
          ...search,
          ...(words !== undefined && { q: words || undefined }),
          page: next > 1 ? next : undefined,
        })
      }
      pages={data.pages}
      found={data.total}
      all={isFiltered ? undefined : data.total}
      filters={<Filters search={search} onSearch={onSearch} entries={data.items} />}
      actions={<SaveLog search={{ ...search, q }} count={data.total} />}
      empty="記録はまだありません。"
    />
  );
}

/** The object that an audit entry is about, with its changes; links to the object's screen where it has one. */
function Subject({ entry: { action, kind, subjectId, subjectName, details } }: { entry: AuditEntry }) {
  const words = (
    <>
      <span className={`${classes.name} semibold`}>{subjectName}</span>
      {details && (
        <Text component="span" size="sm" c="dimmed">
          {details}
        </Text>
      )}
    </>
  );
  const look = { className: classes.subject, translate: 'no', children: words } as const;
  if (action !== 'delete') {
    if (kind === 'user') return <Link to="/users/detail/$userId" params={{ userId: subjectId }} {...look} />;
    if (kind === 'company') return <Link to="/companies/$companyId" params={{ companyId: subjectId }} {...look} />;
    if (kind === 'course') return <Link to="/courses/$courseId" params={{ courseId: subjectId }} {...look} />;
    if (kind === 'lesson') return <Link to="/lessons/$lessonId" params={{ lessonId: subjectId }} {...look} />;
  }
  return <div {...look} />;
}

export function AuditScreen(props: AuditLogProps) {
  const hasDetails = useCan('audit-details.read');
  return (
    <Stack gap="md">
      <PageTitle>{NAME}</PageTitle>
      <Text size="sm" c="dimmed">
        {hasDetails
          ? '利用者・企業・必修・コースとその中身の追加・変更・削除を、400日間残しています。'
          : '利用者・企業・コースの追加・変更・削除を、400日間残しています。'}
      </Text>
      {hasDetails ? <DetailedLog name={NAME} {...props} /> : <PlainLog {...props} />}
    </Stack>
  );
}
