/** Pictures of a text that learners do not get to see, for whoever writes it. */
import { isAppFile, pictureUrl } from '@/offline/copies/study-cache';
import { findImages } from '@/offline/packs/course-pack-images';

/** The hosts of a text's pictures that are not shown, each once. */
export function foreignPictureHosts(markdown: string): string[] {
  const hosts = findImages(markdown)
    .filter((source) => !pictureUrl(source) && URL.canParse(source, globalThis.location.origin))
    .map((source) => new URL(source, globalThis.location.origin))
    .filter(({ protocol }) => /^https?:$/.test(protocol))
    .map(({ host }) => host);
  return [...new Set(hosts)];
}

/** The pictures that a text looks for among the app's own files, as it names them: nobody has uploaded them. */
export function unsentPictures(markdown: string): string[] {
  return findImages(markdown).filter((source) => {
    const url = pictureUrl(source);
    return url && isAppFile(url) && /^https?:$/.test(url.protocol) && !url.pathname.startsWith('/icons/');
  });
}
