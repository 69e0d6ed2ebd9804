/** Limits the memory of concurrent uploads with a FIFO queue: a queued upload's body is not read yet. */
import { Problem } from '@server/api/shared/problem';

import { SECOND_MS } from '@/lib/constants';

/**
 * Maximum total size of the uploads in progress: six uploads of the largest size. Each needs about three times its size
 * in memory.
 */
const MAX_BYTES_IN_PROGRESS = 64 * 1024 * 1024;
/** Maximum time in the upload queue. Clients give up after 30 s without progress. */
const MAX_WAIT_MS = 20 * SECOND_MS;

interface QueuedUpload {
  bytes: number;
  start: () => void;
}

/** Creates a FIFO limit on upload memory. */
export function createUploadMemoryLimit(maxBytes = MAX_BYTES_IN_PROGRESS, maxWaitMs = MAX_WAIT_MS) {
  let bytesInProgress = 0;
  const queue: QueuedUpload[] = [];
  // A single upload may always run, whatever its size.
  const fits = (bytes: number) => bytesInProgress === 0 || bytesInProgress + bytes <= maxBytes;

  function startNext(): void {
    for (let next = queue[0]; next && fits(next.bytes); next = queue[0]) {
      queue.shift();
      bytesInProgress += next.bytes;
      next.start();
    }
  }

  function waitForMemory(bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const upload = { bytes, start: () => (clearTimeout(timer), resolve()) };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(upload), 1);
        reject(new Problem(503, 'アップロードが混み合っています。もう一度お試しください。', { retryAfterSeconds: 5 }));
        startNext();
      }, maxWaitMs);
      queue.push(upload);
      startNext();
    });
  }

  /**
   * Runs `work` once its bytes fit into the upload memory limit.
   *
   * @throws {Problem} 503 after `maxWaitMs` in the queue.
   */
  return async function withMemory<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await waitForMemory(bytes);
    try {
      return await work();
    } finally {
      bytesInProgress -= bytes;
      startNext();
    }
  };
}
