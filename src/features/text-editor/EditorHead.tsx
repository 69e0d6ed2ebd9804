/** The area above a lesson's text in the editor: its label, the setting of line breaks, and the switch between text and preview. */
import { SegmentedControl, Switch } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './MarkdownEditor.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';

export type View = 'text' | 'preview';
const views = [
  { value: 'text', label: '書く' },
  { value: 'preview', label: 'プレビュー' },
] satisfies { value: View; label: string }[];

export interface EditorHeadProps {
  label: ReactNode;
  /** The pane that is shown, text or preview; undefined if both are side by side, without a switch. */
  view: View | undefined;
  onView: (view: View) => void;
  children: ReactNode;
}

/** The setting of line breaks, with a sentence that says how learners see the author's line breaks. */
export function LineBreaks({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const words = isOn
    ? '改行したところで、受講者の画面でも行が変わります。'
    : '1回だけの改行は、続けて表示されます。段落を分けるには、空の行を入れます。';
  return (
    <Switch
      className={classes.breaks}
      label="改行をそのまま表示"
      description={words}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

export function EditorHead({ label, view, onView, children }: EditorHeadProps) {
  return (
    <div className={classes.head}>
      {label}
      {view && (
        <SegmentedControl
          aria-label="表示"
          data={views}
          value={view}
          onChange={onView}
          classNames={{ label: classes.viewLabel }}
        />
      )}
      {children}
    </div>
  );
}
