/** A field for one picture: choose or drop a file, upload with progress, preview, remove. */
import { Button, Input, Progress, Text } from '@mantine/core';
import { type DragEvent, useId, useRef, useState } from 'react';
import IconPhoto from '~icons/photo';

import classes from './ImageField.module.css';
import '@mantine/core/styles/Progress.layer.css';

export interface ImageFieldProps {
  label: string;
  description?: string;
  /** The field's path in the form's values, for links from the error summary. */
  path: string;
  /** The current picture's URL; undefined while loading. */
  url?: string;
  hasImage: boolean;
  /** The `accept` attribute of the file input. */
  accept: string;
  /** Upload progress, 0 to 1; undefined without an upload. */
  share?: number;
  error?: string;
  /** Says how the picture was changed before its upload. */
  change?: string;
  onChoose: (file: File) => void;
  onCancel: () => void;
  onRemove: () => void;
}

function UploadProgress({ label, share, onCancel }: { label: string; share: number; onCancel: () => void }) {
  const percent = Math.floor(share * 100);
  return (
    <div className={`${classes.progress} grid flex-1 gap-8`}>
      <Text size="sm" role="status">
        アップロード中… {percent}%
      </Text>
      <Progress value={percent} aria-label={`${label}のアップロード`} />
      <Button size="sm" variant="default" onClick={onCancel}>
        アップロードをキャンセル
      </Button>
    </div>
  );
}

/** Counts dragenter and dragleave events, because every child element fires its own. */
function useDrop(onChoose: (file: File) => void) {
  const [depth, setDepth] = useState(0);
  const hasFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    isOver: depth > 0,
    handlers: {
      onDragEnter: (event: DragEvent) => hasFile(event) && setDepth((count) => count + 1),
      onDragLeave: (event: DragEvent) => hasFile(event) && setDepth((count) => Math.max(0, count - 1)),
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setDepth(0);
        const [file] = event.dataTransfer.files;
        if (file) onChoose(file);
      },
    },
  };
}

export function ImageField(props: ImageFieldProps) {
  const { label, description, path, url, hasImage, accept, share, error, change, onChoose, onCancel, onRemove } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const drop = useDrop(onChoose);
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error} id={id}>
      <div
        className={`${classes.field} row wrap border-dashed rounded-lg`}
        role="group"
        aria-label={label}
        data-path={path}
        data-over={drop.isOver || undefined}
        {...drop.handlers}
      >
        <div className={`${classes.picture} cover center flex-none overflow-hidden rounded-md bg-track edge c-muted`}>
          {url ? <img src={url} alt="" crossOrigin="anonymous" /> : <IconPhoto size={32} aria-hidden />}
        </div>
        {share === undefined ? (
          <div className="flex wrap gap-8">
            <Button size="sm" variant="light" onClick={() => input.current?.click()}>
              {hasImage ? '画像を変更' : '画像を選ぶ'}
            </Button>
            {hasImage && (
              <Button size="sm" variant="subtle" onClick={onRemove}>
                画像を外す
              </Button>
            )}
          </div>
        ) : (
          <UploadProgress label={label} share={share} onCancel={onCancel} />
        )}
      </div>
      <Text size="sm" c="dimmed" role="status" className="hide-if-empty">
        {change}
      </Text>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={`${label}のファイル`}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The field is emptied, because a browser reports no change if the same file is chosen again after a failure.
          event.currentTarget.value = '';
          if (file) onChoose(file);
        }}
      />
    </Input.Wrapper>
  );
}
