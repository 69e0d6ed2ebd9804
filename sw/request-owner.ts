/** Finds the owner of a request: of an API call by its token, of an image by the page that shows it. */
import { bearerHeader, ownerKey, readSession, type OwnerKey } from '@/session/session';

/** Known bearer headers, each with its owner. A token that was replaced by a refresh still identifies its owner. */
const ownersByBearer = new Map<string, OwnerKey>();
/** The owners of pages, by client id, known from their API calls. */
const ownersByClient = new Map<string, OwnerKey>();

async function ownerOfBearer(bearer: string): Promise<OwnerKey | undefined> {
  const known = ownersByBearer.get(bearer);
  if (known) return known;
  const session = await readSession();
  if (!session || bearerHeader(session) !== bearer) return undefined;
  const owner = ownerKey(session.owner);
  ownersByBearer.set(bearer, owner);
  return owner;
}

/**
 * Returns the owner whose cache serves the request; undefined if unknown.
 *
 * A page belongs to one person for its whole life, because sign-in and sign-out restart it (docs/offline.md, law 8).
 */
export async function ownerOf({ request, clientId }: FetchEvent): Promise<OwnerKey | undefined> {
  const bearer = request.headers.get('Authorization');
  if (bearer) {
    const owner = await ownerOfBearer(bearer);
    if (owner) ownersByClient.set(clientId, owner);
    return owner;
  }
  const known = ownersByClient.get(clientId);
  if (known) return known;
  // Uses the stored session's owner, because the browser stopped the service worker meanwhile, and its map of pages is empty.
  const session = await readSession();
  return session && ownerKey(session.owner);
}
