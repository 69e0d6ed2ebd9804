/**
 * Shows a picture, table, code block or formula in the whole window: scrollable, and zoomed by pinching, keys and
 * buttons.
 */
import { ActionIcon, CloseButton } from '@mantine/core';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { useDisplaySettings } from '@/ui/display/display-settings';
import { useBackCloses } from '@/ui/keys/use-back-closes';

import classes from './FullView.module.css';

const MIN_ZOOM = 0.5;
const MAX_ZOOM = 4;
/** The smallest zoom factor at which a text is opened, so that it stays readable. */
const READABLE_ZOOM = 0.65;
/** Pixels of the wheel that change the zoom by the factor e. */
const WHEEL_PX = 200;

/** A point in the area, in px from its corner. */
interface Point {
  x: number;
  y: number;
}

/** Zooms the content of a scrolling area: by two fingers, by the wheel with Ctrl (a trackpad's pinch), and by calls. */
interface Zoom {
  areaRef: RefObject<HTMLDivElement | null>;
  /** The zoom factor; 1 is the original size. */
  zoom: number;
  zoomBy: (factor: number, at?: Point) => void;
  resetZoom: () => void;
  /** Makes the content as narrow as the area, if it stays readable. */
  fitWidth: () => void;
}

/** Calls `zoomBy` while two fingers move, and for the wheel with Ctrl. @returns a function that stops it. */
function listen(area: HTMLElement, zoomBy: Zoom['zoomBy']): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal, passive: false };
  const pointOf = (x: number, y: number): Point => {
    const { left, top } = area.getBoundingClientRect();
    return { x: x - left, y: y - top };
  };
  let distance: number | undefined;
  const forget = () => (distance = undefined);
  const handleMove = (event: TouchEvent) => {
    // The `touches` of an event are missing in desktop browsers.
    const touches: readonly Touch[] = Array.from(event.touches ?? []);
    const fingers = touches.map(({ clientX, clientY }) => pointOf(clientX ?? 0, clientY ?? 0));
    const [one, other] = fingers;
    if (!one || !other || fingers.length > 2) return;
    event.preventDefault();
    const next = Math.hypot(one.x - other.x, one.y - other.y);
    const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    if (distance !== undefined && distance > 0) zoomBy(next / distance, middle);
    distance = next;
  };
  const handleWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / WHEEL_PX), pointOf(event.clientX, event.clientY));
  };
  area.addEventListener('touchmove', handleMove, options);
  for (const type of ['touchstart', 'touchend', 'touchcancel'] as const) area.addEventListener(type, forget, options);
  area.addEventListener('wheel', handleWheel, options);
  return () => controller.abort();
}

export function useZoom(): Zoom {
  const areaRef = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const shownRef = useRef(1);
  const atRef = useRef<Point>({ x: 0, y: 0 });

  const zoomBy = useCallback((factor: number, at?: Point) => {
    const { clientWidth = 0, clientHeight = 0 } = areaRef.current ?? {};
    atRef.current = at ?? { x: clientWidth / 2, y: clientHeight / 2 };
    setZoom((before) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, before * factor)));
  }, []);
  const resetZoom = useCallback(() => setZoom(1), []);

  const fitWidth = useCallback(() => {
    const { scrollWidth = 0, clientWidth = 0 } = areaRef.current ?? {};
    if (scrollWidth > clientWidth) zoomBy(Math.max(READABLE_ZOOM, clientWidth / scrollWidth), { x: 0, y: 0 });
  }, [zoomBy]);

  useEffect(() => (areaRef.current ? listen(areaRef.current, zoomBy) : undefined), [zoomBy]);
  // Keeps the content at the zoomed point in its place.
  useLayoutEffect(() => {
    const area = areaRef.current;
    const growth = zoom / shownRef.current;
    shownRef.current = zoom;
    if (!area || growth === 1) return;
    const { x, y } = atRef.current;
    area.scrollLeft = (area.scrollLeft + x) * growth - x;
    area.scrollTop = (area.scrollTop + y) * growth - y;
  }, [zoom]);

  return { areaRef, zoom, zoomBy, resetZoom, fitWidth };
}

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
