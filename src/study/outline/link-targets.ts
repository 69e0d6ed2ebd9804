/** Determines what a link of a text points to within the app, so that an author can be warned of dead links. */

/**
 * The targets of a link. `heading`: a heading of the same page, with a flag if it exists. `document`: a relative
 * address, which may name a lesson of the same course.
 */
export type LinkTarget =
  | { kind: 'lesson' | 'section' | 'course'; id: string }
  | { kind: 'document' }
  | { kind: 'heading'; exists: boolean };

const screenPath = /^\/(lesson|section|course)s\/([\w-]+)\/?(?:[?#]|$)/;
const relative = /^(?!$)(?![a-z][\w+.-]*:|[/?#])/i;

/**
 * Returns a link's target; undefined for other sites and for other screens of the app.
 *
 * @param address as the renderer reports it: known headings as `#h-…`.
 * @param origin the app's own.
 */
export function readLinkTarget(address: string, origin: string): LinkTarget | undefined {
  if (address.startsWith('#')) return { kind: 'heading', exists: address.startsWith('#h-') };
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  const [, kind, id] = screenPath.exec(path) ?? [];
  if (kind && id && id !== 'new') return { kind: kind as 'lesson' | 'section' | 'course', id };
  return relative.test(path) ? { kind: 'document' } : undefined;
}
