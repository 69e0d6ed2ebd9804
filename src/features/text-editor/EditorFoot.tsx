/** The area below a lesson's text in the editor: warnings (source that is not rendered, dead links) and the text's length. */
import { useDeferredValue, useMemo } from 'react';

import { formatBytes } from '@/lib/format-bytes';
import { foreignPictureHosts, unsentPictures } from '@/study/foreign-pictures';
import { ForeignPictures } from '@/ui/ForeignPictures';
import { MAX_BYTES } from '@/ui/markdown/markdown-limits';

import { useDeadLinks } from './use-dead-links';
import { useUndrawn } from './use-undrawn';

import classes from './MarkdownEditor.module.css';

const byteLengthOf = (text: string) => new TextEncoder().encode(text).length;

/** Lists line numbers in words: the first three, and if there are more, also their total number. */
function listLines(lines: readonly number[]): string {
  const named = [...new Set(lines)].map((line) => `${line}行目`);
  return named.length > 3 ? `${named.slice(0, 3).join('、')}など${named.length}か所` : named.join('、');
}

/** Lists names in words: the first three, and if there are more, also their total number. */
function listNames(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join('、')}など${names.length}点` : names.join('、');
}

/** Shows how at most three formulas are read aloud, and how the author can write another reading. */
function SpokenFormulas({ spoken }: { spoken: readonly { line: number; words: string }[] }) {
  if (spoken.length === 0) return null;
  const named = spoken.slice(0, 3).map(({ line, words }) => `${line}行目は「${words}」`);
  const rest = spoken.length > 3 ? `など${spoken.length}か所` : '';
  return (
    <span className={classes.spoken}>
      数式の読み上げ：{`${named.join('、')}${rest}`}。読みは、数式の中に「% 読み：エックスの二乗」のように書きます。
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
    <div className={classes.foot}>
      <span role="status">
        {undrawn.formulas.length > 0 && (
          <span data-over>
            {listLines(undrawn.formulas)}の数式は複雑すぎるため、受講者には書いたままの文字で表示されます。
          </span>
        )}
        {undrawn.parts.length > 0 && (
          <span data-over>
            {listLines(undrawn.parts)}からの部分は長すぎるか複雑すぎるため、受講者には書いたままの文字で表示されます。
          </span>
        )}
        {undrawn.longRows.length > 0 && (
          <span data-over>
            {listLines(undrawn.longRows)}の表は、列が見出しより多いため、はみ出した列が受講者に表示されません。
          </span>
        )}
        {deadLinks.length > 0 && <span data-over>リンク先が見つかりません：{listNames(deadLinks)}</span>}
        {unsent.length > 0 && <span data-over>アップロードされていない画像があります：{listNames(unsent)}</span>}
        <span data-over>
          <ForeignPictures hosts={foreignHosts} />
        </span>
      </span>
      <SpokenFormulas spoken={undrawn.spoken} />
      <span data-over={bytes > MAX_BYTES * 0.9 || undefined}>
        {formatBytes(bytes)} / {formatBytes(MAX_BYTES)}
      </span>
    </div>
  );
}
