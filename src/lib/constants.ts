/** Shared constants, most of them from specification §9; sizes of the layout are in AppLayout.module.css. */

/** Lengths of time in milliseconds. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Timeout of every API request (specification §9). */
export const REQUEST_TIMEOUT_MS = 30 * SECOND_MS;
/** An upload or file download is aborted after this time without progress (specification §9). */
export const TRANSFER_STALL_MS = 30 * SECOND_MS;
/**
 * Retention of the in-memory query cache, ms: how long data stays after the last screen that uses it closes
 * (specification §9).
 */
export const CACHE_RETENTION_MS = 5 * MINUTE_MS;
/** Time, in ms, for which fetched data counts as fresh and is not refetched (specification §9). */
export const FRESH_MS = 30 * SECOND_MS;
/** Retries of a failed read, and the cap of their exponential backoff (specification §9). */
export const READ_RETRIES = 3;
export const READ_RETRY_CAP_MS = 30 * SECOND_MS;

/** Time after which a toast hides (specification §9). */
export const TOAST_MS = 2 * SECOND_MS;
/** A loading skeleton is shown only after this time, so that quick loads do not flicker. */
export const SKELETON_DELAY_MS = 150;
/** Screen chunk load timeout (specification §9), after which 'Loading chunk failed' is reported. */
export const SCREEN_LOAD_TIMEOUT_MS = 120 * SECOND_MS;

/** Image cache-busting: the length of one time bucket (specification §9). */
export const IMAGE_BUCKET_MS = HOUR_MS;

/** A learner with unread lessons is behind (遅れ) after this time without study. */
export const BEHIND_MS = 14 * DAY_MS;

/** Number of days for which deleted items stay in the trash (ごみ箱). */
export const TRASH_DAYS = 30;

/** Maximum page size of lists, in requests and in responses (docs/wire.md, "Building blocks"). */
export const MAX_PAGE_SIZE = 200;

/**
 * The path that 「ネットワークにログイン」 (sign in to the network) opens. The service worker does not handle requests for it, so
 * that a captive portal or sign-in proxy can respond; the server redirects it back to the app.
 */
export const NETWORK_LOGIN_PATH = '/network-login';

/** The storage container of uploaded content, as the API names it (specification §3). */
export const CONTENT_CONTAINER = 'pub-container';
