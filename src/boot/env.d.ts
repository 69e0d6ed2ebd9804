/** Constants that the build defines. */

/** The API host's origin, e.g. "https://api.example.com"; '' for the origin that serves the app. */
declare const __API_HOST__: string;
/**
 * The zone of the API's times that name none: 'Z' or an offset such as '+09:00'. Undefined in the server, whose times
 * all name one.
 */
declare const __API_TIME_OFFSET__: string | undefined;
/** The origins whose pictures are shown by URL, beside the app's and the API's: CONTENT_HOST and IMAGE_HOSTS. */
declare const __IMAGE_HOSTS__: readonly string[];
/** The app's version, shown on the profile screen (マイページ). */
declare const __APP_VERSION__: string;
/** Fields sent at login beside user name and password (specification §7); empty unless the build sets them. */
declare const __LOGIN_FIELDS__: Readonly<
  Partial<Record<'grant_type' | 'scope' | 'client_id' | 'client_secret', string>>
>;
