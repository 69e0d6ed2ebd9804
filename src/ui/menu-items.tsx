/** Menu items that several ⋯ menus share. */
import { Menu } from '@mantine/core';
import IconCopy from '~icons/copy';
import IconTrash from '~icons/trash';

import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

interface ItemProps {
  onClick: () => void;
}

export function DuplicateItem({ onClick }: ItemProps) {
  return (
    <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={onClick}>
      コピーを作成
    </Menu.Item>
  );
}

/** The item is not red, because the deletion asks first and can be undone. */
export function DeleteItem({ onClick }: ItemProps) {
  return (
    <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={onClick}>
      削除
    </Menu.Item>
  );
}
