/** The status of a course: draft or published. */
import classes from './StatusMark.module.css';

export function StatusMark({ status }: { status: 'draft' | 'published' }) {
  return (
    <span className={`${classes.mark} edge c-ok text-xs semibold nowrap`} data-status={status}>
      {status === 'draft' ? '下書き' : '公開中'}
    </span>
  );
}
