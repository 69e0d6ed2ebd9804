/** A markdown field that grows with its text, accepts pictures, and shows warnings and a preview below. */
import { Textarea, type TextareaProps } from '@mantine/core';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';

import { useImageUrl } from '@/queries/files/contents';
import { foreignPictureHosts } from '@/study/outline/foreign-pictures';
import { ForeignPictures } from '@/ui/ForeignPictures';
import { editTextarea, runKeyInTextarea, textareaAsText } from '@/ui/markdown-tools/edit-textarea';
import { EditorToolbar, type ToolName } from '@/ui/markdown-tools/EditorToolbar';
import { type CommandName, markdownCommands } from '@/ui/markdown-tools/markdown-commands';
import { pasteIntoTextarea } from '@/ui/markdown-tools/paste/paste-into-textarea';
import { UndrawnParts } from '@/ui/markdown-tools/UndrawnParts';
import { useFuriganaPrompt } from '@/ui/markdown-tools/use-furigana-prompt';
import { useUndrawn } from '@/ui/markdown-tools/use-undrawn';
import { Markdown, type MarkdownImageProps } from '@/ui/markdown/Markdown';
import { Picture } from '@/ui/Picture';

import classes from './MarkdownField.module.css';

/** Renders the panel that uploads or picks a picture; `onInsert` is called with the picture's markdown. */
export type RenderPictures = (insertion: PictureInsertion) => ReactNode;

export interface PictureInsertion {
  /** The text of all fields, from which the panel sees which pictures are used. */
  text: string;
  onInsert: (markdown: string) => void;
  onClose: () => void;
}

/** The actions of a markdown field besides typing. */
export interface FieldTools {
  /** Opens the picture picker; undefined where texts cannot contain pictures. */
  addPicture?: () => void;
  addFurigana: () => void;
}

export interface MarkdownFieldProps {
  label: string;
  /** The field's path in the form, for its error and for the error summary's link. */
  path: string;
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
  onLeave: () => void;
  isPreviewed: boolean;
  renderPictures?: RenderPictures;
  isRequired?: boolean;
  /**
   * Renders the menu ⋯ with the tools of a choice. The field then starts with one line, and only screen readers get its
   * label.
   */
  renderMenu?: (tools: FieldTools) => ReactNode;
  placeholder?: string;
  /** Handlers of keys and pastes that do more than insert text. */
  keys?: Pick<TextareaProps, 'enterKeyHint' | 'onKeyDown' | 'onPaste'>;
}

function PreviewImage({ source, ...picture }: MarkdownImageProps) {
  return <Picture {...picture} {...useImageUrl(source)} />;
}

/** Inserts a text at the cursor; a picture is placed on a separate line. */
function insertAt(value: string, position: number, markdown: string): string {
  const before = value.slice(0, position);
  const gap = before === '' || before.endsWith('\n') ? '' : '\n\n';
  return `${before}${gap}${markdown}${value.slice(position)}`;
}

interface PicturesProps extends PictureInsertion {
  render: RenderPictures;
}

/** The picture panel below the field, rendered by another feature; inserting a picture closes it. */
function Pictures({ render, text, onInsert, onClose }: PicturesProps) {
  const insert = (markdown: string) => {
    onInsert(markdown);
    onClose();
  };
  return render({ text, onInsert: insert, onClose });
}

/** The toolbar's commands that a short text does not need; undo and redo are left to the browser. */
const left: readonly ToolName[] = ['undo', 'redo', 'find', 'heading', 'footnote', 'library'];

/** Runs the toolbar's commands in the field; ふりがな (furigana) opens a dialog if no kanji are selected. */
function useTools(area: RefObject<HTMLTextAreaElement | null>) {
  const furigana = useFuriganaPrompt(() => area.current && textareaAsText(area.current));
  const run = (command: CommandName) => {
    if (!area.current || (command === 'furigana' && furigana.ask())) return;
    const { text, selection } = textareaAsText(area.current).read();
    editTextarea(area.current, markdownCommands[command](text, selection));
  };
  return { run, dialog: furigana.dialog };
}

export function MarkdownField(props: MarkdownFieldProps) {
  const { label, path, value, error, onChange, onLeave, isPreviewed, renderPictures, isRequired, renderMenu } = props;
  const isCompact = renderMenu !== undefined;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPicking, setPicking] = useState(false);
  const tools = useTools(area);
  const undrawn = useUndrawn(value);
  const handleTool = (tool: ToolName) => {
    if (tool === 'picture') setPicking(true);
    else if (tool in markdownCommands) tools.run(tool as CommandName);
  };
  return (
    <div className={`${classes.field} grid min-w-0 gap-6`} data-compact={isCompact || undefined}>
      {!isCompact && (
        <div className={classes.head}>
          <label htmlFor={id} className="flex-none bold">
            {label}
            {isRequired && (
              <span className="c-bad" aria-hidden>
                {' *'}
              </span>
            )}
          </label>
          <EditorToolbar
            label={`${label}の書式`}
            names={{ picture: `${label}に画像を挿入` }}
            without={renderPictures ? left : [...left, 'picture']}
            onTool={handleTool}
          />
        </div>
      )}
      <div className="flex items-start min-w-0">
        <Textarea
          className="flex-1 min-w-0"
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
          onPaste={(event) => void pasteIntoTextarea(event)}
          {...props.keys}
          onKeyDown={(event) => runKeyInTextarea(event) || props.keys?.onKeyDown?.(event)}
        />
        {renderMenu?.({
          addPicture: renderPictures && (() => setPicking(true)),
          addFurigana: () => tools.run('furigana'),
        })}
      </div>
      <div role="status" className={`${classes.warnings} hide-if-empty`}>
        <ForeignPictures hosts={foreignPictureHosts(value)} />
        <UndrawnParts undrawn={undrawn} />
      </div>
      {isPreviewed && value.trim() !== '' && (
        <div
          className="min-w-0 p-8-16 border-dashed rounded-md bg-page"
          role="group"
          aria-label={`${label}のプレビュー`}
        >
          <Markdown text={value} Image={PreviewImage} variant="inline" />
        </div>
      )}
      {tools.dialog}
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
