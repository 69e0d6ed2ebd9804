/** The panel that moves a row of the course outline: chooses the place, and for a lesson also the chapter. */
import { Button } from '@mantine/core';
import { useState } from 'react';

import { chaptersOf } from '@/api/outline';
import { moveTargets } from '@/study/outline/move-targets';
import { WholeSelect } from '@/ui/forms/WholeSelect';
import { focusFirstField } from '@/ui/keys/form-focus';

import type { OutlineRow, Place, Sections } from './outline-tree';
import { RowPanel } from './RowPanel';

import classes from './OutlineRow.module.css';

export interface MovePanelProps {
  row: OutlineRow;
  sections: Sections;
  onMove: (place: Place) => void;
  onClose: () => void;
}

interface Sibling {
  id: string;
  title: string;
}

function siblingsIn(sections: Sections, { kind, sectionId }: OutlineRow, parentId: string | undefined) {
  if (kind === 'section') return sections;
  const siblings: readonly Sibling[] | undefined =
    kind === 'chapter'
      ? sections.find(({ id }) => id === sectionId)?.chapters
      : chaptersOf(sections).find(({ id }) => id === parentId)?.lessons;
  return siblings ?? [];
}

export function MovePanel({ row, sections, onMove, onClose }: MovePanelProps) {
  const own = row.kind === 'lesson' ? row.chapterId : row.kind === 'chapter' ? row.sectionId : undefined;
  const [parentId, setParentId] = useState(own);
  const others = siblingsIn(sections, row, parentId).filter(({ id }) => id !== row.id);
  const [index, setIndex] = useState(row.index);
  const isSame = parentId === own && index === row.index;
  const places = [
    { value: '0', label: '先頭' },
    ...others.map(({ title }, place) => ({ value: String(place + 1), label: `「${title}」の下` })),
  ];
  return (
    <RowPanel>
      <div ref={focusFirstField} className="flex wrap items-end gap-8 regular">
        {row.kind === 'lesson' && (
          <WholeSelect
            size="md"
            label="チャプター"
            className={classes.target}
            data={moveTargets(sections).map(({ id, label }) => ({ value: id, label }))}
            value={parentId}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              setParentId(chosen);
              // In another chapter, a moved lesson is placed after the last lesson by default.
              setIndex(chosen === own ? row.index : siblingsIn(sections, row, chosen).length);
            }}
          />
        )}
        <WholeSelect
          size="md"
          label="位置"
          className={classes.target}
          data={places}
          value={String(index)}
          onChange={(event) => setIndex(Number(event.currentTarget.value))}
        />
        <Button disabled={isSame} onClick={() => onMove({ parentId, index })}>
          移動
        </Button>
        <Button variant="default" onClick={onClose}>
          キャンセル
        </Button>
      </div>
    </RowPanel>
  );
}
