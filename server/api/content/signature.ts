/** Signed URLs of files that not everybody may have: `expires` and `signature`, good for half an hour to an hour. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** URLs stay the same for so long, so that caches are of use; they run out at the end of the next such time. */
const BUCKET_SECONDS = 1800;

interface SignedFile {
  /** See `filePath`. */
  path: string;
  /** The parameter `v`: the version that the URL was made for. */
  version: string;
}

/** The parameters of a URL that open a file, where they stand. */
export interface GivenSignature {
  expires?: string;
  signature?: string;
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** The parameter `t`, the hour in which a client asks, is the client's own and not signed. */
function sign({ path, version }: SignedFile, expires: string, key: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([path, version, expires]))
    .digest();
}

/** The parameters that open a file for a while. */
export function signatureOf(file: SignedFile, key: string): { expires: string; signature: string } {
  const expires = String((Math.floor(nowInSeconds() / BUCKET_SECONDS) + 2) * BUCKET_SECONDS);
  return { expires, signature: sign(file, expires, key).toString('base64url') };
}

/** For how many more seconds a signature opens a file; 0 when it does not. */
export function secondsLeft(file: SignedFile, { expires = '', signature = '' }: GivenSignature, key: string): number {
  const wanted = sign(file, expires, key);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 0;
  return Math.max(0, Number(expires) - nowInSeconds());
}
