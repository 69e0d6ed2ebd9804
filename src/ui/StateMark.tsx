/** The mark of a learner's state, e.g. 順調. */
const tones = {
  behind: 'tone-bad',
  unstarted: 'tone-wait',
  steady: 'tone-ok',
  finished: 'bg-tint c-primary',
  suspended: 'bg-track c-muted',
};

export function StateMark({ state, children }: { state: keyof typeof tones; children: string }) {
  return <span className={`pill ${tones[state]}`}>{children}</span>;
}
