/** Redraws large and turned pictures, upright and with at most 2,000 px a side; loaded with the first upload. */
import { type PictureFormat, pictureFormat } from '@/api/files/picture-rules';
import type { PictureForm } from '@/api/picture-metadata/picture-form';

/** Maximum side of a picture, px: enough for a column of text and for the full view. */
const MAX_SIDE = 2000;
/** Maximum number of pixels to decode: more would fill the memory of a small device. */
const MAX_DECODED_PIXELS = 120_000_000;
const QUALITY = 0.86;

/** Returns the size to which a picture is reduced, px; the sides are those of the picture as it is shown. */
export function keptSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns true if a picture must be redrawn. Animated ones are not: redrawing stops the animation. */
export function isRedrawn({ width, height, isAnimated, isTurned }: PictureForm): boolean {
  const isLarge = Math.max(width, height) > MAX_SIDE;
  return !isAnimated && (isLarge || isTurned) && width * height <= MAX_DECODED_PIXELS;
}

function createContext(width: number, height: number): CanvasRenderingContext2D | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d') ?? undefined;
}

/**
 * Compare a drawn test picture with what the browser returns: browsers that prevent fingerprinting return altered
 * pixels.
 */
function isCanvasTrue(): boolean {
  const context = createContext(1, 1);
  if (!context) return false;
  context.fillStyle = 'rgb(18, 52, 86)';
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return red === 18 && green === 52 && blue === 86;
}

function isOpaque(context: CanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}

/**
 * Encodes a picture in its own format. Where the browser cannot do that, the result is a JPEG, or a PNG if the picture
 * is transparent.
 */
async function encodeAs(context: CanvasRenderingContext2D, format: PictureFormat): Promise<Blob | null> {
  const wanted = format === 'png' ? 'image/png' : format === 'jpg' ? 'image/jpeg' : 'image/webp';
  const blob = await encode(context.canvas, wanted);
  if (blob?.type === wanted) return blob;
  return encode(context.canvas, isOpaque(context) ? 'image/jpeg' : 'image/png');
}

async function decode(bytes: Uint8Array<ArrayBuffer>): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([bytes]));
  try {
    // Use an image element, because every browser rotates it by the orientation in its metadata.
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Returns a redrawn picture, with a sentence about it.
 *
 * @param bytes without metadata
 * @returns undefined if the picture need not be redrawn, or if this browser cannot draw it
 */
export async function shrinkPicture(bytes: Uint8Array<ArrayBuffer>, format: PictureFormat, form: PictureForm) {
  if (!isRedrawn(form)) return undefined;
  try {
    if (!isCanvasTrue()) return undefined;
    const image = await decode(bytes);
    const { naturalWidth, naturalHeight } = image;
    const { width, height } = keptSize(naturalWidth, naturalHeight);
    const context = createContext(width, height);
    if (!context) return undefined;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    const blob = await encodeAs(context, format);
    const drawn = blob && new Uint8Array(await blob.arrayBuffer());
    const drawnFormat = drawn && pictureFormat(drawn);
    const isSmaller = width < naturalWidth || height < naturalHeight;
    if (!drawn || !drawnFormat || (!form.isTurned && drawn.length >= bytes.length)) return undefined;
    const change = isSmaller ? `大きい画像なので、${width}×${height}に縮小しました。` : '画像の向きを直しました。';
    return { bytes: drawn, format: drawnFormat, change };
  } catch {
    return undefined;
  }
}
