/** The area below a lesson's text in the editor: warnings (source that is not rendered, dead links) and the text's length. */
import { useDeferredValue, useMemo } from 'react';

import { formatBytes } from '@/lib/format-bytes';
import { foreignPictureHosts, unsentPictures } from '@/study/foreign-pictures';
import { ForeignPictures } from '@/ui/ForeignPictures';
import type { PlacedWords } from '@/ui/markdown-tools/raw-syntax';
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

/** Lists words of a text with their lines: the first three, and if there are more, also their total number. */
function listWords(found: readonly PlacedWords[], particle: string): string {
  const named = found.slice(0, 3).map(({ line, words }) => `${line}行目${particle}「${words}」`);
  return `${named.join('、')}${found.length > 3 ? `など${found.length}か所` : ''}`;
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
        {undrawn.raw.length > 0 && (
          <span data-over>{listWords(undrawn.raw, 'の')}は、受講者には書いたままの文字で表示されます。</span>
        )}
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
