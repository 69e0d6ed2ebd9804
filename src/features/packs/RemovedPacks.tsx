/** Lists courses that were deleted from the device to free space, so that the user learns of every deletion. */
import { Text } from '@mantine/core';

import classes from './PackCard.module.css';

export function RemovedPacks({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null;
  return (
    <Text size="sm" className={classes.warning} role="status">
      空きを作るため、古い保存を消しました：{titles.map((title) => `「${title}」`).join('')}
    </Text>
  );
}
