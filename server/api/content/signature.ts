/** Signed URLs of protected files: the parameters `expires` and `signature`, valid for 30 to 60 minutes. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The signed URL of a file does not change within this interval, so that caches can use it; it expires at the end of
 * the next interval.
 */
const BUCKET_SECONDS = 1800;

interface SignedFile {
  /** The path of the signed file, see `filePath`. */
  path: string;
  /** The URL parameter `v`: the file's version for which the URL was made. */
  version: string;
}

/** The URL parameters `expires` and `signature` of a request. */
export interface GivenSignature {
  expires?: string;
  signature?: string;
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Signs path, version and expiry. The parameter `t`, which clients add as a cache key, is not signed. */
function sign({ path, version }: SignedFile, expires: string, key: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([path, version, expires]))
    .digest();
}

/** Returns the URL parameters that make the URL of a protected file valid. */
export function signatureOf(file: SignedFile, key: string): { expires: string; signature: string } {
  const expires = String((Math.floor(nowInSeconds() / BUCKET_SECONDS) + 2) * BUCKET_SECONDS);
  return { expires, signature: sign(file, expires, key).toString('base64url') };
}

/** Returns the seconds until a signature expires; 0 if it is invalid or expired. */
export function secondsLeft(file: SignedFile, { expires = '', signature = '' }: GivenSignature, key: string): number {
  const wanted = sign(file, expires, key);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 0;
  return Math.max(0, Number(expires) - nowInSeconds());
}
