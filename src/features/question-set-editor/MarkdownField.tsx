/** A field for markdown: grows with its text, takes pictures, and shows below how it will look. */
import { ActionIcon, Button, Textarea, type TextareaProps } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';

import { useImageUrl } from '@/queries/contents';
import { foreignPictureHosts } from '@/study/foreign-pictures';
import { IconPhoto } from '@/ui/edit-icons';
import { ForeignPictures } from '@/ui/ForeignPictures';
import { Markdown, type MarkdownImageProps } from '@/ui/markdown/Markdown';
import { Picture } from '@/ui/Picture';

import classes from './MarkdownField.module.css';

/** Shows what uploads or finds a picture; `onInsert` gets its markdown. */
export type RenderPictures = (insertion: PictureInsertion) => ReactNode;

export interface PictureInsertion {
  /** What is written in the field, to tell which pictures it uses. */
  text: string;
  onInsert: (markdown: string) => void;
  onClose: () => void;
}

export interface MarkdownFieldProps {
  label: string;
  /** The field's path in the form, for its error and the summary's link. */
  path: string;
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
  onLeave: () => void;
  isPreviewed: boolean;
  renderPictures?: RenderPictures;
  isRequired?: boolean;
  /** A choice: its label is for screen readers, and it starts with one line. */
  isCompact?: boolean;
  placeholder?: string;
  /** What keys and pastes do besides writing. */
  keys?: Pick<TextareaProps, 'enterKeyHint' | 'onKeyDown' | 'onPaste'>;
}

function PreviewImage({ source, ...picture }: MarkdownImageProps) {
  return <Picture {...picture} {...useImageUrl(source)} />;
}

/** Puts a text where the cursor was, a picture on a line of its own. */
function insertAt(value: string, position: number, markdown: string): string {
  const before = value.slice(0, position);
  const gap = before === '' || before.endsWith('\n') ? '' : '\n\n';
  return `${before}${gap}${markdown}${value.slice(position)}`;
}

interface PicturesProps extends PictureInsertion {
  render: RenderPictures;
}

/** Another feature's panel below the field, such as the picture picker; inserting closes it. */
function Pictures({ render, text, onInsert, onClose }: PicturesProps) {
  const insert = (markdown: string) => {
    onInsert(markdown);
    onClose();
  };
  return render({ text, onInsert: insert, onClose });
}

/** Beside a choice there is room for the icon only. */
function PictureButton({ label, isCompact, onPress }: MarkdownFieldProps & { onPress: () => void }) {
  const icon = <IconPhoto size={20} aria-hidden />;
  const name = `${label}に画像を挿入`;
  if (isCompact) {
    return (
      <ActionIcon aria-label={name} title="画像" onClick={onPress}>
        {icon}
      </ActionIcon>
    );
  }
  return (
    <Button variant="subtle" size="sm" leftSection={icon} aria-label={name} onClick={onPress}>
      画像
    </Button>
  );
}

export function MarkdownField(props: MarkdownFieldProps) {
  const { label, path, value, error, onChange, onLeave, isPreviewed, renderPictures, isRequired, isCompact } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPicking, setPicking] = useState(false);
  const pictureButton = renderPictures && <PictureButton {...props} onPress={() => setPicking(true)} />;
  return (
    <div className={classes.field} data-compact={isCompact || undefined}>
      {!isCompact && (
        <div className={classes.head}>
          <label htmlFor={id} className={classes.label}>
            {label}
            {isRequired && (
              <span className={classes.required} aria-hidden>
                {' *'}
              </span>
            )}
          </label>
          {pictureButton}
        </div>
      )}
      <div className={classes.line}>
        <Textarea
          className={classes.area}
          ref={area}
          id={id}
          data-path={path}
          aria-label={isCompact ? label : undefined}
          required={isRequired}
          placeholder={props.placeholder}
          autosize
          minRows={isCompact ? 1 : 3}
          maxRows={16}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onLeave}
          {...props.keys}
        />
        {isCompact && pictureButton}
      </div>
      <div role="status" className={classes.foreign}>
        <ForeignPictures hosts={foreignPictureHosts(value)} />
      </div>
      {isPreviewed && value.trim() !== '' && (
        <div className={classes.preview} role="group" aria-label={`${label}のプレビュー`}>
          <Markdown text={value} Image={PreviewImage} variant="inline" />
        </div>
      )}
      {isPicking && renderPictures && (
        <Pictures
          render={renderPictures}
          text={value}
          onInsert={(markdown) => onChange(insertAt(value, area.current?.selectionStart ?? value.length, markdown))}
          onClose={() => {
            setPicking(false);
            area.current?.focus();
          }}
        />
      )}
    </div>
  );
}
