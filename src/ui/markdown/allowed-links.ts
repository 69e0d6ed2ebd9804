/** Allow-list of URLs for links and images; any other URL is shown as text. */
import { parseUrl } from '@/lib/parse-url';

export interface LinkTarget {
  href: string;
  /** 'page' is a hash on this page, 'app' another page of ours. */
  kind: 'page' | 'app' | 'external' | 'mail';
}

export interface ImageAddress {
  /** "content:ID" or a URL, without the size. */
  source: string;
  width?: number;
  height?: number;
}

/** Characters that browsers drop or convert in URLs, so that the visible URL would differ from the target. */
const deceptive = /[\s\p{Cc}\\]|^\/(?:\/|%5c|%2f)/iu;

const resolve = (url: string) => parseUrl(url, window.location.href);

/** Returns a URL on our own origin whose path cannot be parsed as a host. */
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

function readSize(url: string): { bare: string; width?: number; height?: number } {
  const match = /^(.*)#(\d{1,6})x(\d{1,6})$/.exec(url);
  if (!match) return { bare: url };
  const [width, height] = [Number(match[2]), Number(match[3])];
  const isPossible = [width, height].every((side) => side >= 1 && side <= 10_000);
  return isPossible ? { bare: match[1] ?? '', width, height } : { bare: match[1] ?? '' };
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
