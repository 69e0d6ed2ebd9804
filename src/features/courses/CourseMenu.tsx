/** The menu ⋯ of a course in the table of courses. */
import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { Course } from '@/api/courses';
import { IconCopy, IconDots, IconEye, IconFileText, IconTrash } from '@/ui/edit-icons';
import { useFocusOfForm } from '@/ui/form-focus';

import classes from './CourseTable.module.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

const icon = { size: 18, 'aria-hidden': true } as const;

/** The panel that a row shows below itself. */
export type CoursePart = 'copy' | 'remove';

export interface CourseMenuProps {
  course: Course;
  /** The panel that is open; the menu's button gets the focus back when it closes. */
  part: CoursePart | undefined;
  onPart: (part: CoursePart) => void;
  onDraft: () => void;
}

export function CourseMenu({ course, part, onPart, onDraft }: CourseMenuProps) {
  const button = useFocusOfForm(part !== undefined);
  return (
    <Menu position="bottom-end" shadow="md" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon ref={button} className={classes.menu} aria-label={`「${course.title}」のその他の操作`}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconEye {...icon} />}
          renderRoot={(props) => (
            <Link {...props} to="/courses/$courseId" params={{ courseId: course.id }} search={{ preview: true }} />
          )}
        >
          プレビュー
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => onPart('copy')}>
          コピーを作成
        </Menu.Item>
        {course.status === 'published' && (
          <Menu.Item leftSection={<IconFileText {...icon} />} onClick={onDraft}>
            下書きに戻す
          </Menu.Item>
        )}
        <Menu.Item className={classes.danger} leftSection={<IconTrash {...icon} />} onClick={() => onPart('remove')}>
          削除
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
