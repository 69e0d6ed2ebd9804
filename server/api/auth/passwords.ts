/** Hashes passwords with scrypt. Each hash stores its cost, so that the cost can be raised later. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

interface Cost {
  N: number;
  r: number;
  p: number;
}
/** The default cost, N = 2^15, is one of OWASP's recommended settings: 32 MB and about 0.2 s. */
let cost: Cost = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;

/** Sets the cost of later hashes. @param log2N see `Config.passwordCost`. */
export function setPasswordCost(log2N: number): void {
  cost = { ...cost, N: 2 ** log2N };
}

function deriveKey(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    // Passwords are Unicode-normalised, because keyboards compose the same letters differently.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function formatHash(salt: Buffer, key: Buffer): string {
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Formats a password hash as `scrypt$N$r$p$salt$key`, with salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return formatHash(salt, await deriveKey(password, salt, cost));
}

/**
 * Returns a hash that no password matches. The check of an unknown user name uses it, so that it takes as long as a
 * wrong password.
 */
function dummyHash(): string {
  return formatHash(Buffer.alloc(16), Buffer.alloc(KEY_BYTES));
}

/** Returns true if the password matches the hash. Without a hash the check takes as long, and returns false. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, N, r, p, salt, key] = (hash ?? dummyHash()).split('$');
  const expected = Buffer.from(key ?? '', 'base64url');
  const derived = await deriveKey(password, Buffer.from(salt ?? '', 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  const isEqual = expected.length === derived.length && timingSafeEqual(expected, derived);
  return isEqual && hash !== undefined;
}
