/** The messages for a question set that could not be opened, and for a list that could not be changed. */
import { ApiError, isMissing, NetworkError } from '@/api/network/errors';
import { NewerVersionError } from '@/queries/newer-version';
import { describeSaveError } from '@/queries/save-errors';

const GONE = '問題集が見つかりません。ほかの人が削除した可能性があります。';

/** Returns the message if a set could not be loaded for editing. */
export function describeOpenError(error: unknown): string {
  if (error instanceof NetworkError) return '接続できませんでした。つながると編集できます。';
  if (isMissing(error)) return GONE;
  if (error instanceof ApiError && error.status === 403) return 'アクセスが拒否されました。編集する権限がありません。';
  return describeSaveError(error).message;
}

/** Returns the message if renaming, moving, copying or deleting a set failed; nothing was changed then. */
export function describeListError(error: unknown): string {
  if (error instanceof NetworkError) return '接続できませんでした。何も変わっていません。';
  if (isMissing(error)) return GONE;
  if (error instanceof NewerVersionError || (error instanceof ApiError && error.status === 409)) {
    return 'ほかの人が先に変更しました。最新の内容を確かめて、もう一度お試しください。';
  }
  return describeSaveError(error).message;
}
