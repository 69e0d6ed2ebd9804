/** The menu ⋯ of a course in the table of courses. */
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import IconEye from '~icons/eye';
import IconFileText from '~icons/file-text';

import type { Course } from '@/api/courses';
import { DuplicateItem, DeleteItem } from '@/ui/menu-items';
import { MoreMenu } from '@/ui/MoreMenu';

import classes from './CourseTable.module.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

const icon = { size: 18, 'aria-hidden': true } as const;

/** The panel that a row of the course table shows below itself. */
export type CoursePart = 'duplicate' | 'remove';

export interface CourseMenuProps {
  course: Course;
  /** The open panel; the menu's button gets the focus back when the panel closes. */
  part: CoursePart | undefined;
  onPart: (part: CoursePart) => void;
  onDraft: () => void;
}

export function CourseMenu({ course, part, onPart, onDraft }: CourseMenuProps) {
  return (
    <MoreMenu className={classes.menu} name={`「${course.title}」`} isPartOpen={part !== undefined}>
      <Menu.Item
        leftSection={<IconEye {...icon} />}
        renderRoot={(props) => (
          <Link {...props} to="/courses/$courseId" params={{ courseId: course.id }} search={{ preview: true }} />
        )}
      >
        プレビュー
      </Menu.Item>
      <DuplicateItem onClick={() => onPart('duplicate')} />
      {course.status === 'published' && (
        <Menu.Item leftSection={<IconFileText {...icon} />} onClick={onDraft}>
          下書きに戻す
        </Menu.Item>
      )}
      <DeleteItem onClick={() => onPart('remove')} />
    </MoreMenu>
  );
}
