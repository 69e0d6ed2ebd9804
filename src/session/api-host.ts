/** Where the API is. */

/** The API host's origin: where the app was built for, else where it was served from. */
export function apiHost(): string {
  return __API_HOST__ || globalThis.location.origin;
}
