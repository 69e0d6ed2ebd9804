/** The library of uploaded files: pictures to insert into the text, and markdown files; files are searched by name and deleted here. */
import { Modal, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';

import type { Content, FileType } from '@/api/contents';
import { createTextFilter } from '@/lib/search-text';
import { contentQueries } from '@/queries/contents';
import { olderVersions } from '@/queries/text-versions';
import { EmptyState } from '@/ui/EmptyState';
import { IconSearch } from '@/ui/icons';

import { ContentActions } from './ContentActions';
import { ContentPager } from './ContentPager';
import { ContentTile } from './ContentTile';
import { LibraryFailure } from './LibraryFailure';

import classes from './ContentLibrary.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';

/** Number of tiles per page; small, because each tile requests its picture's URL. */
const TILES_PER_PAGE = 24;

const fileTypes = [
  { value: 'img', label: '画像' },
  { value: 'md', label: 'Markdown' },
] satisfies { value: FileType; label: string }[];

export interface ContentLibraryProps {
  /** The text in the editor, from which the library sees which pictures are used. */
  text: string;
  onInsert: (markdown: string) => void;
  onClose: () => void;
}

interface Shown {
  fileType: FileType;
  filter: string;
  page: number;
  /** True to show earlier versions of texts as well. */
  hasOlder: boolean;
}

/**
 * Returns the words to search a file by: its name and the titles of its lessons, because the file name of a text's version contains no
 * title.
 */
const wordsOf = ({ fileName, uses = [] }: Content) => [fileName, ...uses.map(({ title }) => title)].join(' ');

function useShownContents({ fileType, filter, page, hasOlder }: Shown) {
  const list = useQuery(contentQueries.list());
  const older = useMemo(() => olderVersions(list.data ?? []), [list.data]);
  const matches = createTextFilter(useDeferredValue(filter));
  const found = (list.data ?? []).filter(
    (one) => one.fileType === fileType && (hasOlder || !older.has(one.id)) && matches(wordsOf(one)),
  );
  const pages = Math.max(1, Math.ceil(found.length / TILES_PER_PAGE));
  const current = Math.min(page, pages);
  const shown = found.slice((current - 1) * TILES_PER_PAGE, current * TILES_PER_PAGE);
  return { list, older, found, shown, pages, current };
}

function NameFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      type="search"
      aria-label="ファイル名でさがす"
      placeholder="ファイル名でさがす"
      leftSection={<IconSearch size={18} aria-hidden />}
      className={classes.search}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function ContentLibrary({ text, onInsert, onClose }: ContentLibraryProps) {
  const [fileType, setFileType] = useState<FileType>('img');
  const [filter, setFilter] = useState('');
  const [page, setPage] = useState(1);
  const [chosenId, setChosenId] = useState<string>();
  const [hasOlder, setOlder] = useState(false);
  const { list, older, found, shown, pages, current } = useShownContents({ fileType, filter, page, hasOlder });
  const chosen: Content | undefined = shown.find(({ id }) => id === chosenId);
  const showFrom = (changes: () => void) => {
    changes();
    setPage(1);
    setChosenId(undefined);
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title="アップロード済みのファイル"
      size="xl"
      closeButtonProps={{ 'aria-label': '閉じる', size: 44 }}
    >
      <Stack gap="md">
        <div className={classes.filters} role="search">
          <NameFilter value={filter} onChange={(value) => showFrom(() => setFilter(value))} />
          <SegmentedControl
            aria-label="ファイルの種類"
            data={fileTypes}
            value={fileType}
            onChange={(value) => showFrom(() => setFileType(value))}
            classNames={{ label: classes.type }}
          />
        </div>
        {fileType === 'md' && older.size > 0 && (
          <Switch
            label={`以前の版も表示（${older.size}件）`}
            checked={hasOlder}
            onChange={({ currentTarget: { checked } }) => showFrom(() => setOlder(checked))}
          />
        )}
        <Text size="sm" c="dimmed" role="status">
          {list.isPending ? '読み込んでいます' : `${found.length}件`}
        </Text>
        {list.isError && <LibraryFailure error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && found.length === 0 && (
          <EmptyState title={filter ? '名前の合うファイルはありません' : 'ファイルはまだありません'}>
            {filter ? '言葉を変えて、もう一度さがしてください。' : '本文に画像を追加すると、ここに並びます。'}
          </EmptyState>
        )}
        <ul className={fileType === 'img' ? classes.grid : classes.rows} aria-label="ファイル">
          {shown.map((content) => (
            <ContentTile
              key={content.id}
              content={content}
              isOlder={older.has(content.id)}
              isChosen={content.id === chosenId}
              onChoose={() => setChosenId(content.id === chosenId ? undefined : content.id)}
            />
          ))}
        </ul>
        <ContentPager page={current} pages={pages} onPage={setPage} />
        {chosen && (
          <ContentActions
            key={chosen.id}
            content={chosen}
            isUsedHere={text.includes(`content:${chosen.id}`)}
            onInsert={(markdown) => {
              onInsert(markdown);
              onClose();
            }}
            onDeleted={() => setChosenId(undefined)}
          />
        )}
      </Stack>
    </Modal>
  );
}
