/** Whether a course is a draft or published: a word on its colour. */
import classes from './StatusMark.module.css';

export function StatusMark({ status }: { status: 'draft' | 'published' }) {
  return (
    <span className={classes.mark} data-status={status}>
      {status === 'draft' ? '下書き' : '公開中'}
    </span>
  );
}
