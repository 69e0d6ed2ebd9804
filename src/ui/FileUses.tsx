/** Lists where an uploaded file is used, with links to the lessons and courses. */
import { Link } from '@tanstack/react-router';

import classes from './FileUses.module.css';

/** A use of a file as the API names it; see `ContentUse`. */
export interface FileUse {
  kind: string;
  title: string;
  lessonId?: string;
  courseId?: string;
}

const phrases: Readonly<Record<string, (title: string) => string>> = {
  text: (title) => `レッスン「${title}」の本文`,
  cover: (title) => `コース「${title}」の画像`,
  picture: (title) => `レッスン「${title}」`,
  'question-set': (title) => `問題「${title}」`,
  notice: () => 'お知らせ',
  'version-picture': (title) => `レッスン「${title}」の以前の版`,
  trash: (title) => `ごみ箱の「${title}」`,
  version: (title) => `レッスン「${title}」の以前の版`,
};

/** Returns a use as a Japanese noun phrase. */
export function describeUse({ kind, title }: FileUse): string {
  return phrases[kind]?.(title) ?? `「${title}」`;
}

export interface FileUsesProps {
  uses: readonly FileUse[];
  /** True to open links in a new tab, because the current tab may have unsaved changes. */
  opensTab?: boolean;
}

function UsePlace({ use, opensTab }: { use: FileUse; opensTab: boolean }) {
  const words = describeUse(use);
  const tab = opensTab ? { target: '_blank', 'aria-label': `${words}（新しいタブで開く）` } : {};
  if (use.lessonId)
    return (
      <Link
        to="/lessons/$lessonId"
        params={{ lessonId: use.lessonId }}
        className={`${classes.use} row touch break-anywhere`}
        {...tab}
      >
        {words}
      </Link>
    );
  if (use.courseId)
    return (
      <Link
        to="/courses/$courseId"
        params={{ courseId: use.courseId }}
        className={`${classes.use} row touch break-anywhere`}
        {...tab}
      >
        {words}
      </Link>
    );
  return <span className={`${classes.use} row touch break-anywhere`}>{words}</span>;
}

export function FileUses({ uses, opensTab = false }: FileUsesProps) {
  return (
    <ul className="plain-list" aria-label="使っているところ">
      {uses.map((use) => (
        <li key={`${use.kind} ${use.lessonId ?? use.courseId} ${use.title}`}>
          <UsePlace use={use} opensTab={opensTab} />
        </li>
      ))}
    </ul>
  );
}
