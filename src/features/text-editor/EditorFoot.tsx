/**
 * The area below a lesson's text in the editor: warnings (source that is not rendered, dead links) and the text's
 * length.
 */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';

import type { Lesson } from '@/api/lessons';
import { formatBytes } from '@/lib/format-bytes';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { foreignPictureHosts, unsentPictures } from '@/study/outline/foreign-pictures';
import { readLinkTarget } from '@/study/outline/link-targets';
import { ForeignPictures } from '@/ui/ForeignPictures';
import type { TextLink } from '@/ui/markdown-tools/find-undrawn';
import type { PlacedWords } from '@/ui/markdown-tools/raw-syntax';
import { listWords, UndrawnParts } from '@/ui/markdown-tools/UndrawnParts';
import { useUndrawn } from '@/ui/markdown-tools/use-undrawn';
import { findLinkedLesson } from '@/ui/markdown/cut/documents';
import { decodeName } from '@/ui/markdown/cut/outline';
import { MAX_BYTES } from '@/ui/markdown/markdown-limits';

import classes from './MarkdownEditor.module.css';

/** The existing lessons; undefined until loaded. */
interface Lessons {
  linked: readonly Lesson[] | undefined;
  inCourse: readonly Lesson[] | undefined;
}

const targetOf = ([address]: TextLink) => readLinkTarget(address, globalThis.location.origin);

function lessonIdOf(link: TextLink): string[] {
  const target = targetOf(link);
  return target?.kind === 'lesson' ? [target.id] : [];
}

function isDead(link: TextLink, { linked, inCourse }: Lessons): boolean {
  const target = targetOf(link);
  switch (target?.kind) {
    case 'heading':
      return !target.exists;
    case 'lesson':
      return linked?.every(({ id }) => id !== target.id) ?? false;
    case 'document':
      return inCourse !== undefined && findLinkedLesson(inCourse, ...link) === undefined;
    default:
      return false;
  }
}

/**
 * Returns the dead addresses of a text, each once; links to lessons are checked once the existing lessons are loaded.
 */
function useDeadLinks(links: readonly TextLink[], courseId: string): string[] {
  const ids = [...new Set(links.flatMap(lessonIdOf))].sort();
  const { data: linked } = useQuery({ ...lessonQueries.some(ids), enabled: ids.length > 0 });
  const hasDocuments = links.some((link) => targetOf(link)?.kind === 'document');
  const { data: found } = useQuery({ ...lessonQueries.ofCourse(courseId), enabled: hasDocuments });
  const inCourse = found?.filter((lesson) => lesson.courseId === courseId);
  const dead = links.filter((link) => isDead(link, { linked, inCourse }));
  return [...new Set(dead.map(([address]) => decodeName(address)))];
}

const byteLengthOf = (text: string) => new TextEncoder().encode(text).length;

/** Lists names in words: the first three, and if there are more, also their total number. */
function listNames(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join('、')}など${names.length}点` : names.join('、');
}

/** Shows how far the addresses of the text are links. */
function BareAddresses({ addresses }: { addresses: readonly PlacedWords[] }) {
  if (addresses.length === 0) return null;
  return (
    <span className={classes.spoken}>
      リンクになるアドレス：{listWords(addresses, 'の')}。範囲が違うときは、アドレスの後ろに空白を入れます。
    </span>
  );
}

/** Shows how at most three formulas are read aloud, and how the author can write another reading. */
function SpokenFormulas({ spoken }: { spoken: readonly PlacedWords[] }) {
  if (spoken.length === 0) return null;
  return (
    <span className={classes.spoken}>
      数式の読み上げ：{listWords(spoken, 'は')}。読みは、数式の中に「% 読み：エックスの二乗」のように書きます。
    </span>
  );
}

/** @param props.courseId the course that relative links to lessons refer to */
export function EditorFoot({ text, courseId }: { text: string; courseId: string }) {
  const measured = useDeferredValue(text);
  const bytes = useMemo(() => byteLengthOf(measured), [measured]);
  const undrawn = useUndrawn(text);
  const deadLinks = useDeadLinks(undrawn.links, courseId);
  const unsent = useMemo(() => unsentPictures(measured), [measured]);
  const foreignHosts = useMemo(() => foreignPictureHosts(measured), [measured]);
  return (
    <div className={`${classes.foot} flex wrap justify-between border-top c-muted text-xs`}>
      <span role="status">
        <UndrawnParts undrawn={undrawn} />
        {deadLinks.length > 0 && <span data-over>リンク先が見つかりません：{listNames(deadLinks)}</span>}
        {unsent.length > 0 && <span data-over>アップロードされていない画像があります：{listNames(unsent)}</span>}
        <span data-over>
          <ForeignPictures hosts={foreignHosts} />
        </span>
      </span>
      <BareAddresses addresses={undrawn.addresses} />
      <SpokenFormulas spoken={undrawn.spoken} />
      <span data-over={bytes > MAX_BYTES * 0.9 || undefined}>
        {formatBytes(bytes)} / {formatBytes(MAX_BYTES)}
      </span>
    </div>
  );
}
