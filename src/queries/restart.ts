/** Every tab restarts when the session changes, so no tab works on for somebody who has left (decisions §3). */
import { isSameOwner, readSession, type Session } from '@/session/session';
import { hearNews } from '@/storage/news';

/** Reloads this tab once the device's session belongs to somebody else than `started`; returns how to stop. */
export function restartOnSessionChange(started: Session | undefined): () => void {
  return hearNews((news) => {
    if (news.type !== 'session-changed') return;
    void readSession().then((session) => {
      if (started === session || isSameOwner(session?.owner, started?.owner)) return;
      markLeaving();
      globalThis.location.reload();
    });
  });
}

/** From here on the page only waits for the next document: unsaved forms do not hold it up. */
export function markLeaving(): void {
  document.documentElement.dataset.app = 'leaving';
}
