/** Tells whoever writes a text which of its pictures learners get as links. */

/** @param props.hosts of those pictures; nothing is shown without any. */
export function ForeignPictures({ hosts }: { hosts: readonly string[] }) {
  if (hosts.length === 0) return null;
  return `${hosts.join('、')} の画像は表示できず、受講者にはリンクになります。画像をアップロードしてください。`;
}
