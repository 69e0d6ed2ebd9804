/** 出発前チェック: opens every part of a pack from the device alone; there is no way from here to the network. */
import { studyReadAt } from '@/offline/copies/study-cache';
import type { OwnerKey } from '@/session/session';

import { isAppPrecached } from './app-precached';
import { readContent } from './course-pack-content';
import type { PackItem, PackPart } from './course-pack-parts';
import { openStudyCache } from './course-pack-records';
import { PartFault, type PackSurvey, type ReadPart, type WalkOptions, walkPack } from './course-pack-walk';

/** Reads a copy as it lies there. @throws {PartFault} when it is missing, empty or of another type. */
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

/** A content URL's copy is of use beside its file only: it has no signature, without which there may be no file to fetch. */
export async function holdsFile(cache: Cache, part: PackPart, { text }: ReadPart): Promise<boolean> {
  if (part.step !== 'text-url' && part.step !== 'image-url') return true;
  const [file] = readContent(part, text).below;
  return file !== undefined && (await cache.match(file.key, { ignoreVary: true })) !== undefined;
}

/** Text that is not UTF-8 would be shown as garbage. @throws {PartFault} */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PartFault('unreadable');
  }
}

/** Opens every part of a pack from the copies. @throws {DOMException} when the device fails; the signal's reason. */
export async function checkPack(owner: OwnerKey, courseId: string, options?: WalkOptions): Promise<PackSurvey> {
  const cache = await openStudyCache(owner);
  return walkPack(courseId, (part) => readCopy(cache, part), options);
}

/** Images that texts look for among the app's own files, where there are none: nobody has uploaded them. */
async function findUnsent(own: readonly PackItem[]): Promise<PackSurvey['faults']> {
  const looked = own.map(async ({ id, ...item }) => {
    const url = new URL(id, globalThis.location.origin).href;
    const isHeld = await caches.match(url, { ignoreSearch: true, ignoreVary: true });
    return isHeld
      ? []
      : [{ item: { ...item, id: `${item.title} ${id}`, title: `${item.title}・${id}` }, reason: 'gone', url } as const];
  });
  return (await Promise.all(looked)).flat();
}

/** How much of a pack opens without a network. */
export interface PackReadiness {
  /** Things that open, and of how many: outline, lessons, question sets, explanations, images. */
  ready: number;
  all: number;
  /** What does not open, each thing once. */
  missing: { item: PackItem; reason: PackSurvey['faults'][number]['reason'] }[];
  /** Images on other hosts, which are links in the text and open with a network only. */
  foreign: string[];
  /** The app itself opens. */
  isAppPrecached: boolean;
}

/** Checks a pack and the app itself. @throws {DOMException} when the device fails; the signal's reason. */
export async function checkReadiness(owner: OwnerKey, courseId: string, options?: WalkOptions): Promise<PackReadiness> {
  const [{ text, images, faults, foreign, own }, isHeld] = await Promise.all([
    checkPack(owner, courseId, options),
    isAppPrecached(),
  ]);
  const unsent = await findUnsent(own);
  const missing = new Map([...faults, ...unsent].map(({ item, reason }) => [item.id, { item, reason }]));
  return {
    ready: text.done + images.done,
    all: text.total + images.total + unsent.length,
    missing: [...missing.values()],
    foreign: [...new Set(foreign)],
    isAppPrecached: isHeld,
  };
}
