/** The mark of a course saved on the device: 保存済み (saved) or 更新あり (an update exists). */
import classes from './DeviceMark.module.css';

/** `outdated`: the course is saved completely, but in an older version. */
export type DeviceMarkKind = 'saved' | 'outdated';

export function DeviceMark({ kind }: { kind: DeviceMarkKind | undefined }) {
  if (!kind) return null;
  return <span className={classes[kind]}>{kind === 'saved' ? '保存済み' : '更新あり'}</span>;
}
