/** Detects the browser family, because each family installs apps in its own way. */

/** Browser families by how they install apps; Firefox on a desktop cannot install apps on most systems. */
export type InstallPlatform = 'ios' | 'mac-safari' | 'android' | 'desktop' | 'firefox-android' | 'firefox';

/**
 * The values from which the browser family is detected; an iPad's user agent says Mac, but an iPad has a touch screen.
 */
export interface BrowserTraits {
  userAgent: string;
  maxTouchPoints: number;
}

/** Returns the browser family; an unknown browser counts as Chrome or Edge on a desktop. */
export function readInstallPlatform({ userAgent, maxTouchPoints }: BrowserTraits): InstallPlatform {
  const isMac = /Macintosh/.test(userAgent);
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)) return 'ios';
  const isFirefox = /Firefox\//.test(userAgent);
  if (/Android/.test(userAgent)) return isFirefox ? 'firefox-android' : 'android';
  if (isFirefox) return 'firefox';
  const isSafari = /Safari\//.test(userAgent) && !/Chrom(?:e|ium)\/|Edg\//.test(userAgent);
  return isMac && isSafari ? 'mac-safari' : 'desktop';
}
