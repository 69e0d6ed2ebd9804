/**
 * The registration of the service worker that is under way.
 *
 * WebKit 2.50: if the page is left during `register()`, the worker never receives `install` and stays `installing`
 * until the browser is closed. The sign-in, which leaves the page at once, therefore waits for the registration first.
 */

/** Maximum wait, ms: on a slow network the learner goes on without the worker. */
const MAX_WAIT_MS = 10_000;

let registering: Promise<unknown> | undefined;

/** Remembers a registration that has begun. @returns the same promise */
export function noteRegistration<T>(registration: Promise<T>): Promise<T> {
  registering = registration;
  return registration;
}

/** Resolves once a begun registration is settled, or after 10 s; at once if none has begun. Never rejects. */
export async function untilRegistered(): Promise<void> {
  if (!registering) return;
  await Promise.race([registering.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}
