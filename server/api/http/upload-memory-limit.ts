/** Bounds what uploads take of memory: so many bytes are read at once, everybody else's stay with their sender until it is their turn. */
import { Problem } from '@server/api/shared/problem';

import { SECOND_MS } from '@/lib/constants';

/** Six of the largest at once; each takes some three times its size until it is stored. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Senders give up after 30 s without progress. */
const LONGEST_WAIT_MS = 20 * SECOND_MS;

interface Waiting {
  bytes: number;
  enter: () => void;
}

/** Makes the one who says whose turn it is, in the order they came. */
export function createUploadMemoryLimit(mostBytes = MOST_BYTES, longestWaitMs = LONGEST_WAIT_MS) {
  let taken = 0;
  const waiting: Waiting[] = [];
  // Alone, anybody may.
  const fits = (bytes: number) => taken === 0 || taken + bytes <= mostBytes;

  function letIn(): void {
    for (let next = waiting[0]; next && fits(next.bytes); next = waiting[0]) {
      waiting.shift();
      taken += next.bytes;
      next.enter();
    }
  }

  function waitForMemory(bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const one = { bytes, enter: () => (clearTimeout(timer), resolve()) };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(new Problem(503, 'アップロードが混み合っています。もう一度お試しください。', { retryAfterSeconds: 5 }));
        letIn();
      }, longestWaitMs);
      waiting.push(one);
      letIn();
    });
  }

  /** Works once there is room for so many bytes. @throws {Problem} 503 when there was none for long. */
  return async function withMemory<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await waitForMemory(bytes);
    try {
      return await work();
    } finally {
      taken -= bytes;
      letIn();
    }
  };
}
