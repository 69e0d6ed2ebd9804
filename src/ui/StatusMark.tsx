/** The status of a course: draft or published. */
export function StatusMark({ status }: { status: 'draft' | 'published' }) {
  return (
    <span className={`pill ${status === 'draft' ? 'tone-wait' : 'tone-ok'}`}>
      {status === 'draft' ? '下書き' : '公開中'}
    </span>
  );
}
