/** The program of `npm run restore -- FILE DIR`; also used to test a new backup. */
import { describeError } from '@server/lib/describe-error';
import { ConfigError } from '@server/lib/environment';

import { restoreBackup } from './restore-backup';

try {
  const [file, folder] = process.argv.slice(2);
  if (!file || !folder)
    throw new ConfigError('バックアップのファイルと、新しいフォルダーを指定してください: npm run restore -- FILE DIR');
  const { createdAt, rows } = await restoreBackup(file, folder);
  console.log(
    `${createdAt} のバックアップを ${folder} に戻しました（${rows} 行）。DATA_DIR=${folder} npm start で始められます。`,
  );
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : describeError(error));
  process.exit(1);
}
