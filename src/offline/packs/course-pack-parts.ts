/** What a course pack is made of: parts, each one copy, and the things of the course that they make up. */
import { apiUrl } from '@/api/transport';
import { isAppFile, pictureUrl, studyCacheKey, type StudyRead, withTimeBucket } from '@/offline/copies/study-cache';

/** A thing of the course that a learner opens; it opens without a network when all its parts are there. */
export interface PackItem {
  id: string;
  kind: 'outline' | 'lesson' | 'question-set' | 'explanation' | 'image';
  /** Of an image: the title of what shows it. */
  title: string;
}

export type PackStep =
  | 'course'
  | 'section'
  | 'lesson'
  | 'question-set'
  | 'explanation'
  | 'text-url'
  | 'text'
  | 'image-url'
  | 'image';

export interface PackPart {
  step: PackStep;
  type: StudyRead['type'];
  /** Absolute; asked for with the bearer header when `type` is 'api'. */
  url: string;
  /** The key of its copy, the worker's own. */
  key: string;
  item: PackItem;
  /** A copy of the API's made for another version is asked for anew; of files the URL says it. */
  version?: string;
  /** Of a file: what the API is asked for its URL, which may be signed for a while only. */
  named?: PackPart;
}

/** Makes a part that the API answers. @param path below /api/v1. */
export function apiPart(step: PackStep, path: string, item: PackItem, version?: string): PackPart {
  const url = apiUrl(path);
  return { step, type: 'api', url, key: studyCacheKey(url, 'api'), item, version };
}

/** Makes a part that is a file; an image is asked for in the bucket of this hour, as the page does. */
export function filePart(step: 'text' | 'image', url: string, item: PackItem, named?: PackPart): PackPart {
  const type = step === 'text' ? 'markdown' : 'image';
  const asked = step === 'image' ? withTimeBucket(url) : url;
  return { step, type, url: asked, key: studyCacheKey(url, type), item, version: named?.version, named };
}

/** The part that a pack begins with. */
export function firstPart(courseId: string): PackPart {
  return apiPart('course', `/courses/${courseId}`, { id: 'outline', kind: 'outline', title: '' });
}

/**
 * The first part of an image; 'foreign' when it lies on another host, where the page shows a link in its place, 'app' when
 * it is one of the app's own files, if there is such a one.
 *
 * @param source as a text has it: `content:ID` or a URL.
 * @param shownBy the title of what shows it.
 */
export function imagePart(source: string, shownBy: string, version?: string): PackPart | 'foreign' | 'app' | undefined {
  const item: PackItem = { id: `image:${source}`, kind: 'image', title: shownBy };
  const contentId = /^content:([A-Za-z0-9_-]{1,64})$/.exec(source)?.[1];
  if (contentId) return apiPart('image-url', `/content/${contentId}`, item, version);
  const url = pictureUrl(source);
  if (url) return isAppFile(url) ? 'app' : filePart('image', url.href, item);
  const { protocol } = URL.canParse(source) ? new URL(source) : globalThis.location;
  return protocol.startsWith('http') ? 'foreign' : undefined;
}
