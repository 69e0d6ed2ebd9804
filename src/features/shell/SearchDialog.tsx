/** The search itself: courses and lessons by title. */
import { CloseButton } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { useOpenableLessons } from '@/device/openable-lessons';
import { courseQueries } from '@/queries/courses';
import { lessonQueries } from '@/queries/lessons';
import { createTextFilter } from '@/search-text';
import { IconBook, IconSearch } from '@/ui/icons';
import { IconLesson } from '@/ui/menu-icons';

import classes from './SearchDialog.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/spotlight/styles.layer.css';

/** More than this nobody reads; a longer word narrows it down. */
const MOST_RESULTS = 30;

interface Found {
  id: string;
  title: string;
  /** The course a lesson belongs to; undefined for a course. */
  courseTitle: string | undefined;
}

function useFound(query: string): { found: Found[]; isLoading: boolean; isError: boolean } {
  const courses = useQuery(courseQueries.list());
  const lessons = useQuery(lessonQueries.list());
  const matches = createTextFilter(query);
  const courseTitles = new Map(courses.data?.map(({ id, title }) => [id, title]));
  const all: Found[] = [
    ...(courses.data ?? []).map(({ id, title }) => ({ id, title, courseTitle: undefined })),
    ...(lessons.data ?? []).map(({ id, title, courseId }) => ({
      id,
      title,
      courseTitle: courseTitles.get(courseId) ?? '',
    })),
  ];
  return {
    found: all.filter(({ title }) => matches(title)).slice(0, MOST_RESULTS),
    isLoading: courses.isPending || lessons.isPending,
    isError: courses.isError || lessons.isError,
  };
}

/** Enter that confirms kanji opens nothing; Safari ends the composition before that key and marks it with 229. */
function leaveToInputMethod(event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing || event.keyCode === 229) event.stopPropagation();
}

/** What stands below a title: the course, and whether the lesson opens, where not all do. */
function describe({ id, courseTitle }: Found, openable: ReadonlySet<string> | undefined): string {
  if (courseTitle === undefined) return 'コース';
  if (!openable) return courseTitle;
  return `${courseTitle} ・ ${openable.has(id) ? '端末にあります' : '端末にありません'}`;
}

export interface SearchDialogProps {
  /** Grows with each request to open. */
  openCount: number;
}

export function SearchDialog({ openCount }: SearchDialogProps) {
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const { found, isLoading, isError } = useFound(query);
  const openable = useOpenableLessons();
  const listRef = useRef<HTMLDivElement>(null);
  useEffect(() => spotlight.open(), [openCount]);
  // Spotlight chooses the first result before the results of a word that came at once, as from an input method, stand.
  useEffect(() => {
    if (query === '' || listRef.current?.querySelector('[data-selected]')) return;
    listRef.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  });

  const open = ({ id, courseTitle }: Found) =>
    courseTitle === undefined
      ? void navigate({ to: '/courses/$courseId', params: { courseId: id } })
      : void navigate({ to: '/lessons/$lessonId', params: { lessonId: id } });
  const emptyWords = isLoading
    ? '読み込んでいます'
    : isError
      ? '通信できないため、さがせません'
      : '見つかりませんでした';

  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight="70vh"
      clearQueryOnClose
      classNames={{ action: classes.result, search: classes.search }}
      attributes={{ content: { 'aria-label': 'コースとレッスンをさがす' } }}
    >
      <Spotlight.Search
        onKeyDownCapture={leaveToInputMethod}
        placeholder="コースとレッスンをさがす"
        aria-label="コースとレッスンをさがす"
        leftSection={<IconSearch size={20} aria-hidden />}
        rightSection={<CloseButton size={44} iconSize={20} aria-label="閉じる" onClick={() => spotlight.close()} />}
        rightSectionWidth={52}
        rightSectionPointerEvents="all"
      />
      <Spotlight.ActionsList ref={listRef}>
        {found.map((entry) => (
          <Spotlight.Action
            key={`${entry.courseTitle === undefined ? 'course' : 'lesson'}-${entry.id}`}
            label={entry.title}
            description={describe(entry, openable)}
            leftSection={
              entry.courseTitle === undefined ? (
                <IconBook size={20} aria-hidden />
              ) : (
                <IconLesson size={20} aria-hidden />
              )
            }
            onClick={() => open(entry)}
          />
        ))}
        {found.length === 0 && <Spotlight.Empty>{emptyWords}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
