/** The menu ⋯ with the rarely used actions of a choice. */
import { ActionIcon, Menu } from '@mantine/core';
import IconArrowDown from '~icons/arrow-down';
import IconArrowUp from '~icons/arrow-up';
import IconCopy from '~icons/copy';
import IconDotsVertical from '~icons/dots-vertical';
import IconLanguageHiragana from '~icons/language-hiragana';
import IconPhoto from '~icons/photo';
import IconTrash from '~icons/trash';

import type { FieldTools } from './MarkdownField';

import classes from './QuestionSetRow.module.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

export interface ChoiceMenuProps extends FieldTools {
  /** The choice's name, such as 選択肢1. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  /** Duplicates the choice; undefined if the question has the maximum number of choices. */
  onDuplicate: (() => void) | undefined;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

export function ChoiceMenu({ name, isFirst, isLast, onDuplicate, onMove, onRemove, ...tools }: ChoiceMenuProps) {
  return (
    <Menu position="bottom-end" shadow="md" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={`${name}のその他の操作`}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {tools.addPicture && (
          <Menu.Item leftSection={<IconPhoto size={18} aria-hidden />} onClick={tools.addPicture}>
            画像を挿入
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLanguageHiragana size={18} aria-hidden />} onClick={tools.addFurigana}>
          ふりがな
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp size={18} aria-hidden />} disabled={isFirst} onClick={() => onMove(-1)}>
          上へ
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={18} aria-hidden />} disabled={isLast} onClick={() => onMove(1)}>
          下へ
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} disabled={!onDuplicate} onClick={onDuplicate}>
          複製
        </Menu.Item>
        <Menu.Item className={classes.danger} leftSection={<IconTrash size={18} aria-hidden />} onClick={onRemove}>
          削除
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
