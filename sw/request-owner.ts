/** Whose a request is: an API call's by the token it carries, a picture's by the page that shows it. */
import { bearerHeader, ownerKey, readSession, type OwnerKey } from '@/session/session';

/** Bearer headers seen to be somebody's; a token that was refreshed a moment ago still names its owner. */
const ownersByBearer = new Map<string, OwnerKey>();
/** Pages, by what they asked of the API. */
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
 * The owner under whom an answer may be kept and a copy may be shown; undefined when nobody can tell.
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
  // The worker was stopped meanwhile and has forgotten its pages.
  const session = await readSession();
  return session && ownerKey(session.owner);
}
