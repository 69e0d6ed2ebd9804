/** Pictures of a text that learners get as links, for whoever writes it. */
import { pictureUrl } from '@/offline/copies/study-cache';
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
