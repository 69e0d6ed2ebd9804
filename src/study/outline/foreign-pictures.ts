/** Finds pictures of a text that learners will not see, to warn the text's author. */
import { parseUrl } from '@/lib/browser-gaps';
import { isAppFile, pictureUrl } from '@/offline/copies/study-cache';
import { findImages } from '@/offline/packs/course-pack-images';

/** Returns the distinct hosts of pictures that are not shown. */
export function foreignPictureHosts(markdown: string): string[] {
  const hosts = findImages(markdown)
    .filter((source) => !pictureUrl(source))
    .flatMap((source) => parseUrl(source, globalThis.location.origin) ?? [])
    .filter(({ protocol }) => /^https?:$/.test(protocol))
    .map(({ host }) => host);
  return [...new Set(hosts)];
}

/** Returns pictures with an address on the app's own origin, which were never uploaded. */
export function unsentPictures(markdown: string): string[] {
  return findImages(markdown).filter((source) => {
    const url = pictureUrl(source);
    return url && isAppFile(url) && /^https?:$/.test(url.protocol) && !url.pathname.startsWith('/icons/');
  });
}
