/** The mark of a course on this device: 保存済み, or that there is something newer. */
import classes from './DeviceMark.module.css';

/** `outdated`: it is whole, but of an older version. */
export type DeviceMarkKind = 'saved' | 'outdated';

export function DeviceMark({ kind }: { kind: DeviceMarkKind | undefined }) {
  if (!kind) return null;
  return <span className={classes[kind]}>{kind === 'saved' ? '保存済み' : '更新あり'}</span>;
}
