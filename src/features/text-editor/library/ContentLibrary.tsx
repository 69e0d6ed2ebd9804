/**
 * The library of uploaded files: pictures to insert into the text, and markdown files; files are searched by name and
 * deleted here.
 */
import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Modal,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import IconChevronLeft from '~icons/chevron-left';
import IconChevronRight from '~icons/chevron-right';
import IconFileText from '~icons/file-text';
import IconSearch from '~icons/search';

import type { Content, FileType } from '@/api/files/contents';
import { lessonOfVersion } from '@/api/files/version-names';
import { formatBytes } from '@/lib/format-bytes';
import { createTextFilter } from '@/lib/search-text';
import { olderVersions } from '@/queries/curriculum/text-versions';
import { useDeleteContent } from '@/queries/files/content-writes';
import { contentQueries, useImageUrl } from '@/queries/files/contents';
import { describeUploadError } from '@/queries/files/uploads';
import { atEdge } from '@/ui/display/at-edge';
import { bottomBar } from '@/ui/display/bar-room';
import { EmptyState } from '@/ui/EmptyState';
import { describeUse, FileUses } from '@/ui/FileUses';
import { formatDateTime, formatDay } from '@/ui/formats';
import { isOfInputMethod } from '@/ui/keys/input-method';
import { pictureMarkdown } from '@/ui/markdown-tools/pictures';
import { showToast } from '@/ui/notices/toast';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Alert.layer.css';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';

import { LibraryFailure } from './LibraryFailure';

import classes from './ContentLibrary.module.css';

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
 * Returns the words to search a file by: its name and the titles of its lessons, because the file name of a text's
 * version contains no title.
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

interface ContentPagerProps {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** The buttons to the previous and next page of a list; hidden if there is only one page. */
function ContentPager({ page, pages, onPage }: ContentPagerProps) {
  if (pages <= 1) return null;
  return (
    <Group component="nav" justify="center" gap="sm" aria-label="ページ">
      <ActionIcon
        aria-label="前のページ"
        variant="default"
        {...atEdge(page <= 1)}
        onClick={() => page > 1 && onPage(page - 1)}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <Text size="sm">
        {page} / {pages}
      </Text>
      <ActionIcon
        aria-label="次のページ"
        variant="default"
        {...atEdge(page >= pages)}
        onClick={() => page < pages && onPage(page + 1)}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </Group>
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
        <div className="flex wrap gap-12" role="search">
          <NameFilter value={filter} onChange={(value) => showFrom(() => setFilter(value))} />
          <SegmentedControl
            aria-label="ファイルの種類"
            data={fileTypes}
            value={fileType}
            onChange={(value) => showFrom(() => setFileType(value))}
            classNames={{ label: 'center touch' }}
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
        <ul
          className={fileType === 'img' ? `${classes.grid} plain-list grid gap-12` : 'plain-list grid gap-6'}
          aria-label="ファイル"
        >
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

/** Actions for the chosen file: insert it with alternative text, or delete it for all users. */
interface PictureInsertProps {
  content: Content;
  onInsert: (markdown: string) => void;
}

/**
 * Inserts a picture with its alternative text. Its size, known once it has loaded, is inserted, too, so that the lesson
 * reserves its space.
 */
function PictureInsert({ content, onInsert }: PictureInsertProps) {
  const { url } = useImageUrl(`content:${content.id}`);
  const [alt, setAlt] = useState('');
  const [size, setSize] = useState<{ width: number; height: number }>();
  const insert = () => onInsert(pictureMarkdown(content.id, alt, size));
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!isOfInputMethod(event.nativeEvent)) insert();
  };
  return (
    <div className={`${classes.insert} flex wrap gap-12`}>
      {url && (
        <img
          src={url}
          alt=""
          crossOrigin="anonymous"
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
        />
      )}
      <TextInput
        label="代替テキスト"
        description="何の画像かを書きます。飾りの画像は空のままにします。"
        maxLength={200}
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
        className={classes.search}
      />
      <Button onClick={insert}>本文に入れる</Button>
    </div>
  );
}

function consequenceOf({ fileName, fileType }: Content, isUsedHere: boolean): string {
  if (lessonOfVersion(fileName)) return 'この版には戻せなくなります。元に戻せません。';
  if (fileType === 'md') return '元に戻せません。';
  const here = isUsedHere ? 'いま編集している本文でも使われています。' : '';
  return `${here}この画像を使っているレッスンや問題では、画像が表示されなくなります。元に戻せません。`;
}

/** Lists the lessons and courses that use the file. */
function UsedIn({ uses }: Pick<Content, 'uses'>) {
  if (!uses) return <Text size="sm">使われているところは、このサーバーではわかりません。</Text>;
  if (uses.length === 0) return <Text size="sm">使われていません。</Text>;
  return (
    <div className={classes.uses}>
      <FileUses uses={uses} opensTab />
    </div>
  );
}

/**
 * Returns a file's name for sentences; an earlier version of a text is named by its time, because its file name is
 * technical.
 */
function nameOf({ fileName, updatedAt }: Content): string {
  return lessonOfVersion(fileName) ? `${updatedAt ? formatDateTime(updatedAt) : '前'}の版` : `「${fileName}」`;
}

interface ContentActionsProps extends PictureInsertProps {
  isUsedHere: boolean;
  onDeleted: () => void;
}

function ContentActions({ content, isUsedHere, onInsert, onDeleted }: ContentActionsProps) {
  const remove = useDeleteContent();
  const isKept = content.uses?.some(({ kind }) => kind !== 'version') ?? false;
  const handleDelete = () =>
    remove.mutate(content.id, {
      onSuccess: () => {
        void showToast('success', 'ファイルを削除しました');
        onDeleted();
      },
    });
  return (
    <Stack
      ref={bottomBar}
      gap="sm"
      className={classes.actions}
      data-bottom-bar
      role="group"
      aria-label={content.fileName}
    >
      <Text fw={700} className="break-anywhere">
        <span translate="no">{content.fileName}</span>
      </Text>
      <UsedIn uses={content.uses} />
      {content.fileType === 'img' && <PictureInsert content={content} onInsert={onInsert} />}
      {remove.isError && (
        <Alert color="red" role="alert">
          {describeUploadError(remove.error)}
        </Alert>
      )}
      {isKept ? (
        <Text size="sm" c="dimmed">
          使われているあいだは、削除できません。
        </Text>
      ) : (
        <Group>
          <ConfirmButton
            label={`${nameOf(content)}を削除`}
            question={consequenceOf(content, isUsedHere)}
            onConfirm={handleDelete}
          />
        </Group>
      )}
    </Stack>
  );
}

/** One uploaded file in the list: a small picture, or the name of a text. */
function Thumbnail({ contentId }: { contentId: string }) {
  const { url, isFailed, onMissing } = useImageUrl(`content:${contentId}`);
  return (
    <span className={`${classes.thumb} cover center overflow-hidden bg-track`}>
      {url && <img src={url} alt="" loading="lazy" decoding="async" crossOrigin="anonymous" onError={onMissing} />}
      {isFailed && <span className="c-muted text-xs">表示できません</span>}
    </span>
  );
}

/** Returns where a file is used, in a few words; '' if the server does not say. */
function summarise({ uses }: Content): string {
  const [first, ...others] = uses ?? [];
  if (!first) return uses ? '使われていません' : '';
  return others.length > 0 ? `${describeUse(first)}など${others.length + 1}か所` : describeUse(first);
}

interface ContentTileProps {
  content: Content;
  /** True for an earlier version of a lesson's text. */
  isOlder: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function ContentTile({ content, isOlder, isChosen, onChoose }: ContentTileProps) {
  const { id, fileName, fileType, byteLength, updatedAt } = content;
  const use = summarise(content);
  // An earlier version of a text is named by its lesson, because its file name contains no title.
  const name = lessonOfVersion(fileName) && content.uses?.length ? use : fileName;
  return (
    <li>
      <UnstyledButton
        className={`${classes.tile} hover-tint flex flex-column w-full overflow-hidden border rounded-md bg-surface`}
        data-type={fileType}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        {fileType === 'img' ? <Thumbnail contentId={id} /> : <IconFileText size={22} aria-hidden />}
        <span className={`${classes.words} grid min-w-0 leading-150`}>
          <span className={classes.name} title={fileName} translate={name === fileName ? 'no' : undefined}>
            {name}
          </span>
          <Text span size="xs" c="dimmed">
            {[updatedAt && formatDay(updatedAt), byteLength !== undefined && formatBytes(byteLength)]
              .filter(Boolean)
              .join(' ・ ')}
          </Text>
          {use && use !== name && (
            <span className={classes.use} title={use}>
              {use}
            </span>
          )}
        </span>
        {isOlder && (
          <span className={`${classes.older} flex-none ms-auto border round bg-page c-muted text-xs`}>以前の版</span>
        )}
      </UnstyledButton>
    </li>
  );
}
