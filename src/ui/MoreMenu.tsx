/** The menu ⋯ with the less frequent actions on one item. */
import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import IconDotsVertical from '~icons/dots-vertical';

import { useFocusOfForm } from './keys/form-focus';

import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

export interface MoreMenuProps {
  /** The item that the actions apply to, e.g. 「「安全の基本」」 or 「佐藤 美咲さん」. */
  name: string;
  /**
   * True while a part that an action opened, such as a form, is shown; when the part closes, the menu's button gets the
   * focus back.
   */
  isPartOpen: boolean;
  className?: string;
  /** The items: `Menu.Item`. */
  children: ReactNode;
}

export function MoreMenu({ name, isPartOpen, className, children }: MoreMenuProps) {
  const button = useFocusOfForm(isPartOpen);
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      width={220}
      withInitialFocusPlaceholder={false}
      // `returnFocus` is false, because the part that an action opens takes the focus. Escape still returns the focus
      // to the menu's button.
      returnFocus={false}
    >
      <Menu.Target>
        <ActionIcon ref={button} className={className} aria-label={`${name}のその他の操作`}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
