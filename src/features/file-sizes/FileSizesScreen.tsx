/** The disk usage of lesson files: their number, total size, and the largest with their lessons. */
import { Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import type { FileSizes } from '@/api/files/file-sizes';
import { formatBytes } from '@/lib/format-bytes';
import { fileSizeQueries } from '@/queries/files/file-sizes';
import { screens } from '@/session/screens';
import { EmptyState } from '@/ui/EmptyState';
import { type FileUse, FileUses } from '@/ui/FileUses';
import { formatDay } from '@/ui/formats';
import { PageTitle } from '@/ui/PageTitle';
import type { DataColumn } from '@/ui/tables/data-table-types';
import { DataTableRows } from '@/ui/tables/DataTableRows';

type SizedFile = FileSizes['largest'][number];

/** Returns where a file is used; a server may name only lessons and courses. */
function usesOf({ uses, lessons, courses }: SizedFile): readonly FileUse[] {
  return (
    uses ?? [
      ...lessons.map(({ id, title }) => ({ kind: 'picture', title, lessonId: id })),
      ...courses.map(({ id, title }) => ({ kind: 'cover', title, courseId: id })),
    ]
  );
}

function UseLinks({ file }: { file: SizedFile }) {
  const uses = usesOf(file);
  if (uses.length === 0) return '未使用';
  return <FileUses uses={uses} />;
}

const columns: readonly DataColumn<SizedFile>[] = [
  { id: 'name', header: 'ファイル名', cell: ({ fileName }) => <span translate="no">{fileName}</span> },
  {
    id: 'size',
    header: 'サイズ',
    cell: ({ byteLength }) => (
      <span className="nowrap">{byteLength === undefined ? '–' : formatBytes(byteLength)}</span>
    ),
    isAtEnd: true,
  },
  {
    id: 'at',
    header: '更新',
    cell: ({ updatedAt }) => updatedAt && <time dateTime={updatedAt}>{formatDay(updatedAt)}</time>,
    isExtra: true,
  },
  { id: 'lessons', header: '使っているところ', cell: (file) => <UseLinks file={file} /> },
];

export function FileSizesScreen() {
  const { data } = useSuspenseQuery(fileSizeQueries.all());
  return (
    <Stack gap="md">
      <PageTitle>{screens['/_app/_staff/file-sizes'].title}</PageTitle>
      {data.count === 0 ? (
        <EmptyState title="ファイルはまだありません" />
      ) : (
        <>
          <Text role="status">
            レッスンの本文と画像は、{data.count}件で合わせて{formatBytes(data.byteLength)}です。
          </Text>
          <Text size="sm" c="dimmed">
            大きい順に{data.largest.length}件を表示しています。
          </Text>
          <DataTableRows name="大きいファイル" columns={columns} rows={data.largest} getId={({ id }) => id} />
        </>
      )}
    </Stack>
  );
}
