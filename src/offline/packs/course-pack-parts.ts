/** Defines the parts of a course pack, one copy each, and the items of the course that consist of them. */
import { apiUrl } from '@/api/network/transport';
import { parseUrl } from '@/lib/browser-gaps';
import { isAppFile, pictureUrl, studyCacheKey, type StudyRead, withTimeBucket } from '@/offline/copies/study-cache';

/**
 * An item of a course that a learner opens, such as a lesson; it opens without a network if all its parts are stored.
 */
export interface PackItem {
  id: string;
  kind: 'outline' | 'lesson' | 'question-set' | 'explanation' | 'image';
  /** The item's title; for an image, that of the lesson or question set that shows it. */
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
  /** The absolute URL of the part; requested with the bearer header if `type` is 'api'. */
  url: string;
  /** The cache key of the part's copy, the same as the worker's. */
  key: string;
  item: PackItem;
  /**
   * The version that the copy of an API answer must have; a copy of another version is fetched again. A file's version
   * is in its URL.
   */
  version?: string;
  /** For a lesson or section: the course that its screen will ask for. */
  courseId?: string;
  /** For a file: the API part that names the file's URL, which may be signed and expire. */
  named?: PackPart;
}

/** Creates a part that the API answers. @param path below /api/v1. */
export function apiPart(step: PackStep, path: string, item: PackItem, version?: string): PackPart {
  const url = apiUrl(path);
  return { step, type: 'api', url, key: studyCacheKey(url, 'api'), item, version };
}

/** Creates a part that is a file. An image is requested with this hour's time bucket, as the page does. */
export function filePart(step: 'text' | 'image', url: string, item: PackItem, named?: PackPart): PackPart {
  const type = step === 'text' ? 'markdown' : 'image';
  const asked = step === 'image' ? withTimeBucket(url) : url;
  return { step, type, url: asked, key: studyCacheKey(url, type), item, version: named?.version, named };
}

/** Creates the part from which the walk through a course starts: the course's outline. */
export function firstPart(courseId: string): PackPart {
  return apiPart('course', `/courses/${courseId}`, { id: 'outline', kind: 'outline', title: '' });
}

/**
 * Creates the first part of an image. 'foreign': the image is on another host, and the page shows a link instead.
 * 'app': it is a file of the app, which may not exist. Undefined: not an http URL.
 *
 * @param source as written in the text: `content:ID` or a URL.
 * @param shownBy the title of the lesson or question set that shows the image.
 */
export function imagePart(source: string, shownBy: string, version?: string): PackPart | 'foreign' | 'app' | undefined {
  const item: PackItem = { id: `image:${source}`, kind: 'image', title: shownBy };
  const contentId = /^content:([A-Za-z0-9_-]{1,64})$/.exec(source)?.[1];
  if (contentId) return apiPart('image-url', `/content/${contentId}`, item, version);
  const url = pictureUrl(source);
  if (url) return isAppFile(url) ? 'app' : filePart('image', url.href, item);
  const { protocol } = parseUrl(source) ?? globalThis.location;
  return protocol.startsWith('http') ? 'foreign' : undefined;
}
