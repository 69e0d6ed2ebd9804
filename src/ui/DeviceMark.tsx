/** The mark of a saved course: 保存済み, or 更新あり. */
import classes from './DeviceMark.module.css';

/** `outdated`: completely saved, in an older version. */
export type DeviceMarkKind = 'saved' | 'outdated';

export function DeviceMark({ kind }: { kind: DeviceMarkKind | undefined }) {
  if (!kind) return null;
  return <span className={classes[kind]}>{kind === 'saved' ? '保存済み' : '更新あり'}</span>;
}
