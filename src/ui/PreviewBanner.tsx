/** Says that an editor sees what a learner sees, and leads back. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { IconEye } from './edit-icons';

import classes from './PreviewBanner.module.css';

/** @param props.children the way back to editing. */
export function PreviewBanner({ children }: { children: ReactNode }) {
  return (
    <div className={classes.banner} role="note">
      <IconEye size={20} aria-hidden />
      <Text fw={700} className={classes.words}>
        受講者の見え方（読了・解答はできません）
      </Text>
      {children}
    </div>
  );
}
