/** The menu ⋯ of a row in the outline. */
import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import IconArrowsSort from '~icons/arrows-sort';
import IconDotsVertical from '~icons/dots-vertical';
import IconEye from '~icons/eye';
import IconFileText from '~icons/file-text';
import IconPencil from '~icons/pencil';
import IconPlus from '~icons/plus';

import { useFocusOfForm } from '@/ui/keys/form-focus';
import { DuplicateItem, DeleteItem } from '@/ui/menu-items';

import { kindNames, type OutlineRow, rowKinds } from './outline-tree';

import classes from './OutlineRow.module.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

/** A part that a row's menu opens: the title field in place of the title, or a panel below the row. */
export type RowPart = 'title' | 'move' | 'duplicate' | 'remove';

export interface RowMenuProps {
  row: OutlineRow;
  /** The open part; the menu's button gets the focus back when it closes. */
  part: RowPart | undefined;
  onPart: (part: RowPart) => void;
  /** Opens an empty row of this kind below the menu's row. */
  onAdd: (kind: OutlineRow['kind']) => void;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** The menu item that links to the learner's view of the row; a chapter is shown on its section's screen. */
function PreviewItem({ row: { kind, id, sectionId } }: { row: OutlineRow }) {
  const link =
    kind === 'lesson'
      ? ({ to: '/lessons/$lessonId', params: { lessonId: id } } as const)
      : ({ to: '/sections/$sectionId', params: { sectionId } } as const);
  return (
    <Menu.Item
      leftSection={<IconEye {...icon} />}
      renderRoot={(props) => <Link {...props} {...link} search={{ preview: true }} />}
    >
      プレビュー
    </Menu.Item>
  );
}

export function RowMenu({ row, part, onPart, onAdd }: RowMenuProps) {
  const button = useFocusOfForm(part !== undefined);
  const { kind, title, sectionId } = row;
  const inner = rowKinds[rowKinds.indexOf(kind) + 1];
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      width={240}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      // The part opened by the menu takes the focus, so the menu itself does not return it; after Escape our code
      // focuses the menu's button.
      returnFocus={false}
    >
      <Menu.Target>
        <ActionIcon ref={button} className={classes.menu} aria-label={`「${title}」のその他の操作`}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onPart('title')}>
          タイトルを変更
        </Menu.Item>
        {inner && (
          <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => onAdd(inner)}>
            {kindNames[inner]}を追加
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => onAdd(kind)}>
          下に{kindNames[kind]}を追加
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowsSort {...icon} />} onClick={() => onPart('move')}>
          移動
        </Menu.Item>
        <DuplicateItem onClick={() => onPart('duplicate')} />
        {kind === 'section' && (
          <Menu.Item
            leftSection={<IconFileText {...icon} />}
            renderRoot={(props) => <Link {...props} to="/sections/$sectionId" params={{ sectionId }} />}
          >
            説明を編集
          </Menu.Item>
        )}
        <PreviewItem row={row} />
        <DeleteItem onClick={() => onPart('remove')} />
      </Menu.Dropdown>
    </Menu>
  );
}
