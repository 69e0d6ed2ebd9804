/** The sticky bar below a form: state, draft offer, cancel, save, and the step after it. */
import { Button, Text } from '@mantine/core';

import { bottomBar } from '@/ui/display/bar-room';
import { formatDateTime } from '@/ui/formats';
import { ariaCommand } from '@/ui/keys/command-key';

import type { FormDraft, NextStep } from './form-frame-types';
import { goesOn } from './use-next-step';

import classes from './SaveBar.module.css';

export interface SaveBarProps {
  isDirty: boolean;
  isSaving: boolean;
  /** True if the server is not reachable. */
  isOffline: boolean;
  saveLabel: string;
  isInline: boolean;
  draft?: FormDraft;
  onCancel?: () => void;
  cancelLabel?: string;
  next?: NextStep;
}

function describeState({ isDirty, isSaving, isOffline, draft, next }: SaveBarProps): string {
  if (isSaving) return '保存中…';
  if (draft?.hasFailed) return 'この端末に書きかけを残せません。空き容量を確かめてください。';
  if (isOffline) return 'オフラインです。つながると保存できます。';
  if (!isDirty) return next?.note ?? '';
  return draft?.isKept ? '未保存の変更があります（書きかけは端末に保存済み）' : '未保存の変更があります';
}

/** Offers an earlier draft; shows nothing if there is none. */
export function DraftOffer({ draft }: { draft: Pick<FormDraft, 'offeredAt' | 'restore' | 'discard'> }) {
  if (!draft.offeredAt) return null;
  return (
    <div className={classes.offer} role="group" aria-label="前回の書きかけ">
      <Text size="sm" className={classes.words}>
        前回の書きかけがあります（{formatDateTime(draft.offeredAt)}）
      </Text>
      <Button size="sm" variant="light" onClick={draft.restore}>
        復元
      </Button>
      <Button size="sm" variant="subtle" color="red" onClick={draft.discard}>
        破棄
      </Button>
    </div>
  );
}

export function SaveBar(props: SaveBarProps) {
  const { isDirty, isSaving, saveLabel, isInline, draft, onCancel, next } = props;
  return (
    <div
      ref={isInline ? undefined : bottomBar}
      className={isInline ? 'grid gap-8' : `${classes.bar} no-print grid gap-8 border-top bg-surface shadow`}
      data-bottom-bar={isInline ? undefined : true}
    >
      {draft && <DraftOffer draft={draft} />}
      <div className={classes.row}>
        <Text size="sm" role="status" className={classes.words}>
          {describeState(props)}
        </Text>
        {onCancel && (
          <Button variant="default" onClick={onCancel} disabled={isSaving}>
            {props.cancelLabel ?? 'キャンセル'}
          </Button>
        )}
        <Button type="submit" loading={isSaving}>
          {saveLabel}
        </Button>
        {next && (
          <Button type="submit" variant="light" loading={isSaving} aria-keyshortcuts={ariaCommand('Enter')} {...goesOn}>
            {isDirty ? next.saveLabel : next.label}
          </Button>
        )}
      </div>
    </div>
  );
}
