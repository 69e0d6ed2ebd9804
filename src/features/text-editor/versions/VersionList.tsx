/** A list of file versions with time and size, and a mark at the version in use. */
import { Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import type { Content } from '@/api/contents';
import { useNow } from '@/device/use-now';
import { formatBytes } from '@/lib/format-bytes';

import { formatMoment } from './format-moment';

import classes from './Versions.module.css';

export interface VersionListProps {
  /** The heading of the list. */
  name: string;
  /** Content below the heading. */
  children?: ReactNode;
  files: readonly Content[];
  /** The id of the file version that is in use. */
  currentId?: string;
  chosenId?: string;
  /** Called when a version's button is pressed. @param row the pressed button */
  onChoose: (file: Content, row: HTMLButtonElement) => void;
}

export function VersionList({ name, children, files, currentId, chosenId, onChoose }: VersionListProps) {
  const nowMs = useNow();
  const id = useId();
  return (
    <section className={classes.section}>
      <h3 id={id} className={classes.name}>
        {name}
      </h3>
      {children && (
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      )}
      <ul className={classes.list} aria-labelledby={id}>
        {files.map((file) => (
          <li key={file.id}>
            <UnstyledButton
              className={classes.version}
              aria-pressed={file.id === chosenId}
              onClick={({ currentTarget }) => onChoose(file, currentTarget)}
            >
              <time dateTime={file.updatedAt}>{file.updatedAt ? formatMoment(file.updatedAt, nowMs) : '–'}</time>
              <span className={classes.facts}>
                {file.id === currentId && <span className={classes.current}>現在</span>}
                {file.byteLength !== undefined && <span>{formatBytes(file.byteLength)}</span>}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
