/** Sample pictures: the smallest complete file of each accepted format. */

const decode = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

/** Pictures that browsers show: 3 × 2 pixels, the AVIF 2 × 2, the GIF 1 × 1. */
export const pictures = {
  png: decode(
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAFUlEQVR4AWJiYGD4D8UMIA6QDUEAAAAA//+rWcrUAAAABklEQVQDAChAAgMIQVJHAAAAAElFTkSuQmCC',
  ),
  jpg: decode(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIgAf//Z',
  ),
  gif: decode('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  webp: decode('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoDAAIAB0CWJaQAA3AA/u+5AAA='),
  avif: decode(
    'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
  ),
};

/** Bytes of IEND, a PNG's last chunk. */
const END_BYTES = 12;

/**
 * Returns a complete PNG of a given file size: the smallest PNG with one more chunk.
 *
 * @param fill the bytes of that chunk, repeated.
 */
export function pngOf(byteLength: number, fill: Uint8Array = new Uint8Array(1)): Uint8Array<ArrayBuffer> {
  const file = Buffer.alloc(byteLength, fill);
  const start = pictures.png.length - END_BYTES;
  file.set(pictures.png.subarray(0, start));
  file.writeUInt32BE(byteLength - pictures.png.length - 12, start);
  file.write('fdAT', start + 4, 'latin1');
  file.set(pictures.png.subarray(start), byteLength - END_BYTES);
  return new Uint8Array(file);
}
