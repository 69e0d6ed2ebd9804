/** Zooms the content of a scrolling area: by two fingers, by the wheel with Ctrl (a trackpad's pinch), and by calls. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

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

export interface Zoom {
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
