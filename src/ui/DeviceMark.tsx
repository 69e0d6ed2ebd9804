/** The mark of a course saved on the device: 保存済み (saved) or 更新あり (an update exists). */
/** `outdated`: the course is saved completely, but in an older version. */
export type DeviceMarkKind = 'saved' | 'outdated';

export function DeviceMark({ kind }: { kind: DeviceMarkKind | undefined }) {
  if (!kind) return null;
  const isSaved = kind === 'saved';
  return <span className={`pill ${isSaved ? 'tone-ok' : 'tone-wait'}`}>{isSaved ? '保存済み' : '更新あり'}</span>;
}
