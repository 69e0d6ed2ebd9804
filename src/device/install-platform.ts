/** Which browser this is, as far as installing goes: each has its own way to the home screen. */

/** The ways to install; `firefox` has none on most systems. */
export type InstallPlatform = 'ios' | 'mac-safari' | 'android' | 'desktop' | 'firefox-android' | 'firefox';

/** What is looked at; an iPad calls itself a Mac, but has a touch screen. */
export interface BrowserTraits {
  userAgent: string;
  maxTouchPoints: number;
}

/** Reads the platform off what the browser says of itself; what nobody knows is treated as Chrome or Edge on a desktop. */
export function readInstallPlatform({ userAgent, maxTouchPoints }: BrowserTraits): InstallPlatform {
  const isMac = /Macintosh/.test(userAgent);
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)) return 'ios';
  const isFirefox = /Firefox\//.test(userAgent);
  if (/Android/.test(userAgent)) return isFirefox ? 'firefox-android' : 'android';
  if (isFirefox) return 'firefox';
  const isSafari = /Safari\//.test(userAgent) && !/Chrom(?:e|ium)\/|Edg\//.test(userAgent);
  return isMac && isSafari ? 'mac-safari' : 'desktop';
}
