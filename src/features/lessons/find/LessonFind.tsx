/** The find bar of an open lesson (find in page); an installed app on a phone has no browser menu for it. */
import { ActionIcon, CloseButton, Portal, TextInput } from '@mantine/core';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import IconChevronLeft from '~icons/chevron-left';
import IconChevronRight from '~icons/chevron-right';

import { findBar } from '@/ui/display/bar-room';
import { focusOnMount } from '@/ui/keys/form-focus';
import { isOfInputMethod } from '@/ui/keys/input-method';

import { useFindInText } from './use-find-in-text';

import classes from './LessonFind.module.css';

export interface LessonFindProps {
  initial: string;
  onClose: () => void;
}

export function LessonFind({ initial, onClose }: LessonFindProps) {
  const [query, setQuery] = useState(initial);
  const { count, current, step } = useFindInText(useDeferredValue(query));
  const handleKey = ({ key, shiftKey, nativeEvent }: KeyboardEvent) => {
    // An Enter that confirms an IME composition does not move to the next match.
    if (isOfInputMethod(nativeEvent)) return;
    if (key === 'Enter') step(shiftKey ? -1 : 1);
    if (key === 'Escape') onClose();
  };
  return (
    <Portal>
      <div ref={findBar} role="search" className={classes.bar} aria-label="このレッスン内をさがす" data-lesson-find>
        <TextInput
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={handleKey}
          placeholder="このレッスン内をさがす"
          aria-label="さがす言葉"
          ref={initial === '' ? focusOnMount : undefined}
          className={classes.field}
        />
        <span role="status" className={classes.count}>
          {query.trim() !== '' && (count > 0 ? `${current + 1} / ${count}` : 'ありません')}
        </span>
        <ActionIcon aria-label="前の場所" color="gray" disabled={count === 0} onClick={() => step(-1)}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label="次の場所" color="gray" disabled={count === 0} onClick={() => step(1)}>
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
        <CloseButton size={44} iconSize={20} aria-label="閉じる" onClick={onClose} />
      </div>
    </Portal>
  );
}
