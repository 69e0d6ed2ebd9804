/** Warns an author which pictures learners will see only as links. */

/** @param props.hosts the hosts of the pictures shown as links; renders nothing when empty. */
export function ForeignPictures({ hosts }: { hosts: readonly string[] }) {
  if (hosts.length === 0) return null;
  return `${hosts.join('、')} の画像は表示できず、受講者にはリンクになります。画像をアップロードしてください。`;
}
