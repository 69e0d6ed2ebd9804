/**
 * 出発前チェック (check before going offline): opens every part of a saved course from the cache alone. No code in this file
 * uses the network.
 */
import { studyReadAt } from '@/offline/copies/study-cache';
import type { OwnerKey } from '@/session/session';

import { isAppPrecached } from './app-precached';
import { readContent } from './course-pack-content';
import type { PackItem, PackPart } from './course-pack-parts';
import { openStudyCache } from './course-pack-records';
import { PartFault, type PackSurvey, type ReadPart, type WalkOptions, walkPack } from './course-pack-walk';

/** Reads the cached copy of a course's part. @throws {PartFault} when it is missing, empty or of another type. */
export async function readCopy(cache: Cache, part: PackPart): Promise<ReadPart> {
  const copy = await cache.match(part.key, { ignoreVary: true });
  if (!copy) throw new PartFault('absent');
  const { contentTypes } = studyReadAt(part.url, part.type);
  const isExpected = copy.status === 200 && contentTypes.test(copy.headers.get('Content-Type') ?? '');
  if (!isExpected) throw new PartFault('unreadable');
  if (part.type !== 'image') {
    const bytes = await copy.arrayBuffer();
    return { text: decode(bytes), bytes: bytes.byteLength };
  }
  const { size } = await copy.blob();
  if (size === 0) throw new PartFault('unreadable');
  return { text: '', bytes: size };
}

/**
 * Returns false for a cached content URL whose file is not cached: the URL is stored without its signature, so the file
 * could not be fetched by it.
 */
export async function holdsFile(cache: Cache, part: PackPart, { text }: ReadPart): Promise<boolean> {
  if (part.step !== 'text-url' && part.step !== 'image-url') return true;
  const [file] = readContent(part, text).below;
  return file !== undefined && (await cache.match(file.key, { ignoreVary: true })) !== undefined;
}

/** Decodes UTF-8 strictly, because text in another encoding would be shown as garbage. @throws {PartFault} */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PartFault('unreadable');
  }
}

/**
 * Opens every part of a saved course from the cache.
 *
 * @throws {DOMException} when the device's storage fails; the signal's abort reason.
 */
export async function checkPack(owner: OwnerKey, courseId: string, options?: WalkOptions): Promise<PackSurvey> {
  const cache = await openStudyCache(owner);
  return walkPack(courseId, (part) => readCopy(cache, part), options);
}

/**
 * Returns images whose URL points to the app's own origin, where no such file exists, because the picture was never
 * uploaded.
 */
async function findMissingAppImages(own: readonly PackItem[]): Promise<PackSurvey['faults']> {
  const checks = own.map(async ({ id, ...item }) => {
    const url = new URL(id, globalThis.location.origin).href;
    const isHeld = await caches.match(url, { ignoreSearch: true, ignoreVary: true });
    return isHeld
      ? []
      : [{ item: { ...item, id: `${item.title} ${id}`, title: `${item.title}・${id}` }, reason: 'gone', url } as const];
  });
  return (await Promise.all(checks)).flat();
}

/** The result of 出発前チェック (check before going offline): which parts of a saved course open offline. */
export interface PackReadiness {
  /** Number of items that open, and of `all` items: outline, lessons, question sets, explanations, images. */
  ready: number;
  all: number;
  /** Items that do not open offline, each listed once. */
  missing: { item: PackItem; reason: PackSurvey['faults'][number]['reason'] }[];
  /** Images on other hosts: the text shows links to them, which open only online. */
  foreign: string[];
  /** True if the app itself opens offline. */
  isAppPrecached: boolean;
}

/**
 * Checks that a saved course and the app itself open offline. @throws {DOMException} when the device's storage fails;
 * the signal's abort reason.
 */
export async function checkReadiness(owner: OwnerKey, courseId: string, options?: WalkOptions): Promise<PackReadiness> {
  const [{ text, images, faults, foreign, own }, isHeld] = await Promise.all([
    checkPack(owner, courseId, options),
    isAppPrecached(),
  ]);
  const missingImages = await findMissingAppImages(own);
  const missing = new Map([...faults, ...missingImages].map(({ item, reason }) => [item.id, { item, reason }]));
  return {
    ready: text.done + images.done,
    all: text.total + images.total + missingImages.length,
    missing: [...missing.values()],
    foreign: [...new Set(foreign)],
    isAppPrecached: isHeld,
  };
}
