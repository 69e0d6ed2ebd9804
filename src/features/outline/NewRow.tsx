/** The empty row of the outline for typing a new title: Enter adds it, Tab changes its level, Escape closes it. */
import { Button, Group } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';

import { isOfInputMethod } from '@/ui/keys/input-method';

import { kindNames } from './outline-tree';
import type { NewRow as NewRowModel } from './use-new-row';

import fields from './OutlineFields.module.css';
import classes from './OutlineRow.module.css';

function LevelButtons({ row }: { row: NewRowModel }) {
  return (
    <span className={`${fields.levels} flex flex-none gap-2`} role="group" aria-label="追加するもの">
      {row.kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className={`${fields.level} touch p-0-8 c-muted font-inherit text-sm regular pointer`}
          aria-pressed={row.at?.kind === kind}
          tabIndex={-1}
          // While the user changes the level, the title field keeps the focus, so that a tablet keeps its keyboard
          // open.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => row.setKind(kind)}
        >
          {kindNames[kind]}
        </button>
      ))}
    </span>
  );
}

/**
 * Keeps the focus in the new row's field: moving the row in the DOM blurs the field, so the field is focused again and
 * that blur is ignored.
 */
function useHeldFocus(row: NewRowModel, place: number) {
  const field = useRef<HTMLInputElement>(null);
  const isHeld = useRef(true);
  useLayoutEffect(() => {
    if (isHeld.current) field.current?.focus();
  }, [place]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    field,
    onFocus: () => {
      isHeld.current = true;
    },
    onBlur: ({ currentTarget }: FocusEvent) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        if (currentTarget.contains(document.activeElement) || !document.hasFocus()) return;
        isHeld.current = false;
        row.leave();
      }, 0);
    },
  };
}

/** Shows what pasted lines will become, and asks before the rows are created. */
function PastedRows({ row }: { row: NewRowModel }) {
  if (row.pasted.length === 0) return null;
  return (
    <section className={`${fields.help} m-0 c-muted regular`} aria-label="貼り付けた行">
      <p>貼り付けた{row.pasted.length}行を、次のように追加します。</p>
      <ul>
        {row.pasted.map(({ kind, title }, index) => (
          <li
            key={`${index}-${title}`}
            style={{ marginInlineStart: `${row.levelOf(kind)}em`, overflowWrap: 'anywhere' }}
          >
            {kindNames[kind]}：{title}
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button size="sm" disabled={row.pending?.problem !== undefined} onClick={row.confirmPasted}>
          {row.pasted.length}行を追加
        </Button>
        <Button size="sm" variant="subtle" onClick={row.discardPasted}>
          追加しない
        </Button>
      </Group>
    </section>
  );
}

/** Renders the new row of the outline. @param props.place the number of rows above it */
export function NewRow({ row, place }: { row: NewRowModel; place: number }) {
  const { field, ...focus } = useHeldFocus(row, place);
  if (!row.at) return null;
  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, repeat, nativeEvent } = event;
    if (ctrlKey || metaKey || altKey || isOfInputMethod(nativeEvent)) return;
    if (key === 'Enter' && !repeat) {
      event.preventDefault();
      row.add();
    } else if (key === 'Escape') {
      event.preventDefault();
      row.close();
    } else if (key === 'Tab' && row.title !== '') {
      // Tab adds the title here, not only in the blur handler: from the page's last field, Tab moves to the browser's
      // own buttons, which looks like switching windows.
      row.leave();
    } else if (key === 'Tab') {
      const kind = row.kindBeside(shiftKey ? -1 : 1);
      if (!kind) return;
      event.preventDefault();
      row.setKind(kind);
    }
  };
  return (
    <li className={classes.item} data-level={row.levelOf(row.at.kind)} data-new {...focus}>
      <div className={classes.row}>
        <input
          ref={field}
          data-autofocus
          className={`${fields.input} flex-1 w-full min-w-0 bg-surface c-inherit font-inherit`}
          aria-label={`新しい${kindNames[row.at.kind]}のタイトル`}
          aria-describedby="outline-new-row-help"
          placeholder={kindNames[row.at.kind]}
          maxLength={200}
          enterKeyHint="enter"
          autoComplete="off"
          value={row.title}
          onChange={(event) => row.setTitle(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
          onPaste={(event) => {
            if (row.paste(event.clipboardData.getData('text/plain'))) event.preventDefault();
          }}
        />
        <LevelButtons row={row} />
      </div>
      <PastedRows row={row} />
      <p id="outline-new-row-help" className={`${fields.help} m-0 c-muted regular`}>
        Enterで追加して次へ進みます。空の行では、TabとShift+Tabで階層を選びます。Escで終わります。何行かを貼り付けると、1行ずつになります。
      </p>
    </li>
  );
}
