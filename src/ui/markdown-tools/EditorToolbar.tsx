/** The text editor's toolbar: labels, shortcuts, and arrow keys that move from one button to the next. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { type ComponentType, type KeyboardEvent, useRef, useState } from 'react';
import IconArrowBackUp from '~icons/arrow-back-up';
import IconArrowForwardUp from '~icons/arrow-forward-up';
import IconAsterisk from '~icons/asterisk';
import IconBold from '~icons/bold';
import IconCode from '~icons/code';
import IconFolderOpen from '~icons/folder-open';
import IconHeading from '~icons/heading';
import IconItalic from '~icons/italic';
import IconLanguageHiragana from '~icons/language-hiragana';
import IconLink from '~icons/link';
import IconList from '~icons/list';
import IconListNumbers from '~icons/list-numbers';
import IconMathFunction from '~icons/math-function';
import IconPhotoPlus from '~icons/photo-plus';
import IconSearch from '~icons/search';
import IconTable from '~icons/table';

import { isApple } from '@/ui/keys/command-key';
import { isOfInputMethod } from '@/ui/keys/input-method';

import { commandKeys } from './command-keys';
import type { CommandName } from './markdown-commands';

import classes from './EditorToolbar.module.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';

export type ToolName = CommandName | 'undo' | 'redo' | 'find' | 'picture' | 'library';

interface Tool {
  name: ToolName;
  label: string;
  Icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
}

/** The buttons in groups, which are separated by a line. */
const groups: readonly (readonly Tool[])[] = [
  [
    { name: 'undo', label: '元に戻す', Icon: IconArrowBackUp },
    { name: 'redo', label: 'やり直す', Icon: IconArrowForwardUp },
    { name: 'find', label: 'さがす・置き換える', Icon: IconSearch },
  ],
  [
    { name: 'heading', label: '見出し', Icon: IconHeading },
    { name: 'bold', label: '太字', Icon: IconBold },
    { name: 'italic', label: '斜体', Icon: IconItalic },
    { name: 'bullets', label: '箇条書き', Icon: IconList },
    { name: 'numbers', label: '番号付きリスト', Icon: IconListNumbers },
  ],
  [
    { name: 'link', label: 'リンク', Icon: IconLink },
    { name: 'code', label: 'コード', Icon: IconCode },
    { name: 'table', label: '表', Icon: IconTable },
    { name: 'math', label: '数式', Icon: IconMathFunction },
    { name: 'furigana', label: 'ふりがな', Icon: IconLanguageHiragana },
    { name: 'footnote', label: '脚注', Icon: IconAsterisk },
  ],
  [
    { name: 'picture', label: '画像を追加', Icon: IconPhotoPlus },
    { name: 'library', label: 'アップロード済みのファイル', Icon: IconFolderOpen },
  ],
];

/** The shortcut's label on this platform: 「⌘B」 or 「Ctrl+B」. */
function keyWords(key: string): string {
  const parts = key.split('-').map((part) => (part.length === 1 ? part.toUpperCase() : part));
  const names: Record<string, string> = isApple()
    ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
    : { Mod: 'Ctrl', Shift: 'Shift', Alt: 'Alt' };
  return parts.map((part) => names[part] ?? part).join(isApple() ? '' : '+');
}

function ariaKeys(key: string): string {
  return key.replaceAll('-', '+').replace('Mod', isApple() ? 'Meta' : 'Control');
}

export interface EditorToolbarProps {
  onTool: (tool: ToolName) => void;
  /** The accessible name of the toolbar, which says what its buttons are for. */
  label: string;
  /** The tools that a short text does not need. */
  without?: readonly ToolName[];
  /** Other names for buttons that occur more than once on a screen. */
  names?: Partial<Record<ToolName, string>>;
}

/** Pressing a button does not move the caret or close a tablet's keyboard. */
function keepCaret(event: { preventDefault: () => void }): void {
  event.preventDefault();
}

/** The one button that Tab focuses; arrow keys move to the others. */
function useArrows(count: number) {
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const handleKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 };
    const next = steps[event.key];
    if (next === undefined || isOfInputMethod(event.nativeEvent)) return;
    event.preventDefault();
    const index = (next + count) % count;
    setCurrent(index);
    bar.current?.querySelectorAll('button')[index]?.focus();
  };
  return { bar, current, setCurrent, handleKeyDown };
}

/** The buttons are in one row, which scrolls sideways where it is too narrow. */
export function EditorToolbar({ onTool, label, without = [], names = {} }: EditorToolbarProps) {
  const shown = groups.map((group) => group.filter(({ name }) => !without.includes(name)));
  const tools = shown.flat();
  const { bar, current, setCurrent, handleKeyDown } = useArrows(tools.length);
  return (
    <div ref={bar} className={classes.bar} role="toolbar" aria-label={label} tabIndex={-1} onKeyDown={handleKeyDown}>
      {shown
        .filter((group) => group.length > 0)
        .map((group) => (
          <div key={group[0]?.name} className={classes.group}>
            {group.map((tool) => {
              const { name, label: words, Icon } = tool;
              const key = name in commandKeys ? commandKeys[name as keyof typeof commandKeys] : undefined;
              const index = tools.indexOf(tool);
              return (
                <Tooltip key={name} label={key ? `${words}（${keyWords(key)}）` : words} openDelay={400}>
                  <ActionIcon
                    aria-label={names[name] ?? words}
                    aria-keyshortcuts={key && ariaKeys(key)}
                    color="gray"
                    className={classes.button}
                    tabIndex={current === index ? 0 : -1}
                    onMouseDown={keepCaret}
                    onFocus={() => setCurrent(index)}
                    onClick={() => onTool(name)}
                  >
                    <Icon size={20} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              );
            })}
          </div>
        ))}
    </div>
  );
}
