/** A banner above an editor's preview of the learner's view. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import IconEye from '~icons/eye';

import { topExtra } from '@/ui/display/bar-room';

import classes from './PreviewBanner.module.css';

/** @param props.children the link back to editing. */
export function PreviewBanner({ children }: { children: ReactNode }) {
  return (
    <div ref={topExtra} className={`${classes.banner} row wrap bg-tint c-text`} data-top-bar role="note">
      <IconEye size={20} aria-hidden />
      <Text fw={700} className={classes.words}>
        受講者の見え方（読了・解答はできません）
      </Text>
      {children}
    </div>
  );
}
