/**
 * Shows a picture, table, code block or formula in the whole window: scrollable, and zoomed by pinching, keys and
 * buttons.
 */
import { ActionIcon, CloseButton } from '@mantine/core';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

import { useDisplaySettings } from '@/ui/display/display-settings';
import { useBackCloses } from '@/ui/keys/use-back-closes';

import { useZoom } from './use-zoom';

import classes from './FullView.module.css';

const ZOOM_STEP = 1.25;

export interface FullViewProps {
  /** The name of what is shown, e.g. 「表1（年、人数）」. */
  label: string;
  /** A picture's width divided by its height: at 100 % it fits the window. */
  ratio?: number;
  children: ReactNode;
  /** Called once the view is closed, by its button, Escape or Back. */
  onClose: () => void;
}

export function FullView({ label, ratio = 1, children, onClose }: FullViewProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const { areaRef, zoom, zoomBy, resetZoom, fitWidth } = useZoom();
  const { singleKeys } = useDisplaySettings();
  const close = () => dialogRef.current?.close();
  useBackCloses(close);
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    dialog?.showModal();
    areaRef.current?.focus();
    fitWidth();
    // The dialog is closed before it is removed, so that the browser returns the focus.
    return () => dialog?.close();
  }, [areaRef, fitWidth]);

  function handleKey(event: KeyboardEvent) {
    if (!singleKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoomBy(ZOOM_STEP);
    else if (event.key === '-') zoomBy(1 / ZOOM_STEP);
    else if (event.key === '0') resetZoom();
  }

  // Focusable, so that it can be scrolled with the keyboard.
  const scroll = { role: 'group', tabIndex: 0, 'aria-label': label };
  return (
    <dialog ref={dialogRef} className={classes.dialog} aria-label={label} onClose={onClose} onKeyDown={handleKey}>
      <div className={classes.head}>
        <span className={classes.title}>{label}</span>
        <ActionIcon aria-label="縮小" onClick={() => zoomBy(1 / ZOOM_STEP)}>
          <span aria-hidden className={classes.sign}>
            −
          </span>
        </ActionIcon>
        <span role="status" className={classes.zoom}>
          {`${Math.round(zoom * 100)}%`}
        </span>
        <ActionIcon aria-label="拡大" onClick={() => zoomBy(ZOOM_STEP)}>
          <span aria-hidden className={classes.sign}>
            ＋
          </span>
        </ActionIcon>
        <CloseButton size={44} iconSize={20} aria-label="拡大を閉じる" onClick={close} />
      </div>
      <div
        ref={areaRef}
        className={classes.area}
        {...scroll}
        style={{ '--view-zoom': zoom, '--view-ratio': ratio } as CSSProperties}
      >
        {children}
      </div>
    </dialog>
  );
}
