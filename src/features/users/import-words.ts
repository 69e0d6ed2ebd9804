/** The result of an import in Japanese sentences. */
import type { ImportResult } from '@/queries/people/import-users';

/**
 * Returns e.g. 「20名を追加し、3名を変更しました。2名は取り込めませんでした。あと4名あります。」 @param leftCount the number of rows not
 * imported yet.
 */
export function importWords(results: readonly ImportResult[], leftCount: number): string {
  const count = (kind: ImportResult['kind']) => results.filter((result) => result.kind === kind).length;
  const [added, changed, failed] = [count('added'), count('changed'), count('failed')];
  const sentences = [
    added > 0 && changed > 0 && `${added}名を追加し、${changed}名を変更しました。`,
    added > 0 && changed === 0 && `${added}名を追加しました。`,
    added === 0 && changed > 0 && `${changed}名を変更しました。`,
    failed > 0 && `${failed}名は取り込めませんでした。`,
    leftCount > 0 && `あと${leftCount}名あります。`,
  ];
  return sentences.filter(Boolean).join('');
}
