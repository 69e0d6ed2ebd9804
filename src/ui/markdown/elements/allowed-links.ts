/** Allow-list of URLs for links and images; any other URL is shown as text. */
import { parseUrl } from '@/lib/browser-gaps';

export interface LinkTarget {
  href: string;
  /** 'page' is a hash on the current page, 'app' another page of this app. */
  kind: 'page' | 'app' | 'external' | 'mail';
}

export interface ImageAddress {
  /** "content:ID" or a URL, without the size. */
  source: string;
  width?: number;
  height?: number;
  /** The width at which the text shows the picture, in px or percent of the column; the column may be narrower. */
  shownWidth?: number | string;
}

/** Characters in URLs that browsers drop or convert, so that the visible URL would differ from the real target. */
const deceptive = /[\s\p{Cc}\\]|^\/(?:\/|%5c|%2f)/iu;

const resolve = (url: string) => parseUrl(url, window.location.href);

/** Returns whether a URL is on the app's own origin, with a path that cannot be parsed as a host. */
function isOwn(url: URL): boolean {
  return url.origin === window.location.origin && !url.pathname.startsWith('//');
}

function readScheme(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
}

function isWeb(url: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(url) && resolve(url) !== undefined;
}

/** Returns the target of a link; undefined when it is not allowed. */
export function readLink(url: string): LinkTarget | undefined {
  if (url === '' || deceptive.test(url)) return undefined;
  if (url.startsWith('#')) return { href: url, kind: 'page' };
  const scheme = readScheme(url);
  const target = resolve(url);
  if (!target) return undefined;
  if (scheme === 'mailto') return { href: url, kind: 'mail' };
  if (scheme !== undefined && !isWeb(url)) return undefined;
  if (isOwn(target)) return { href: url, kind: 'app' };
  return scheme === undefined || target.origin === window.location.origin ? undefined : { href: url, kind: 'external' };
}

function readSide(side: string | undefined): number | undefined {
  const length = Number(side);
  return length >= 1 && length <= 10_000 ? length : undefined;
}

/** Reads the picture's own size, `#1200x675`, and the size at which the text shows it, `#=300x`, `#=50pcx`. */
function readSize(url: string): { bare: string; width?: number; height?: number; shownWidth?: number | string } {
  const [, rest = url, shownX, percent, shownY] = /^(.*)#=(\d{0,5})(pc)?x(\d{0,5})$/.exec(url) ?? [];
  const [, bare = rest, ...sides] = /^(.*)#(\d{1,6})x(\d{1,6})$/.exec(rest) ?? [];
  const [ownWidth, ownHeight] = sides.map(readSide);
  const own = ownWidth && ownHeight ? { width: ownWidth, height: ownHeight } : undefined;
  if (percent) return { bare, ...own, shownWidth: `${shownX}%` };
  const [width, height] = [readSide(shownX), readSide(shownY)];
  if (!width && !height) return { bare, ...own };
  // A missing size is always computed, so that the space is reserved before the picture has loaded.
  const ratio = own ? own.width / own.height : 16 / 9;
  const shownWidth = width ?? Math.round((height ?? 1) * ratio);
  return { bare, width: shownWidth, height: height ?? Math.round(shownWidth / ratio), shownWidth };
}

/** Parses an image's URL with its size from a fragment like `#1200x675`; undefined when it is not allowed. */
export function readImage(url: string): ImageAddress | undefined {
  const { bare, ...size } = readSize(url);
  if (/^content:[A-Za-z0-9_-]{1,64}$/.test(bare)) return { source: bare, ...size };
  if (bare === '' || bare.startsWith('#') || deceptive.test(bare)) return undefined;
  const target = resolve(bare);
  const isAllowed = target && (readScheme(bare) === undefined ? isOwn(target) : isWeb(bare));
  return isAllowed ? { source: bare, ...size } : undefined;
}
