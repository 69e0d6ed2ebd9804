/** Determines the address of the API. */

/** Returns the API host's origin: the one given at the build (API_HOST), else the origin that serves the app. */
export function apiHost(): string {
  return __API_HOST__ || globalThis.location.origin;
}
