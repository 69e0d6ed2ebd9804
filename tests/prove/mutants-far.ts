/**
 * Lists mutants that fail only in a certain order of events, on a failing device, or days later. After the first run
 * one mutant of the list was replaced by another.
 */
import type { Mutant } from './mutants';

export const far: readonly Mutant[] = [
  {
    name: 'compare and move in two transactions',
    breaks: 'A call discarded in one tab while another tab presses 再送 is queued again.',
    file: 'src/offline/queue/retry-discard.ts',
    edits: [
      [
        "const moved = await transact('readwrite', async (store) => {",
        "const before = await transact('readonly', (store) => findItself(store, 'refused', ref));\n  const moved = await transact('readwrite', async (store) => {",
      ],
      ["const refused = await findItself(store, 'refused', ref);", 'const refused = before;'],
    ],
  },
  {
    name: 'keep a receipt during a sign-out',
    breaks: 'The learner’s studies stay readable after the sign-out.',
    file: 'src/offline/queue/entry-transitions.ts',
    edits: [['if (!receipt || isOwnerLeaving) {', 'if (!receipt) {']],
  },
  {
    name: 'keep received calls on a full device',
    breaks: 'On a full device a received call is sent again and again.',
    file: 'src/offline/queue/entry-transitions.ts',
    edits: [
      ["error.reason === 'full') return writeReceipt(entry, undefined);", "error.reason === 'full') return false;"],
    ],
  },
  {
    name: 'refuse a call that was discarded',
    breaks: 'A call discarded while in flight comes back under 要確認.',
    file: 'src/offline/queue/entry-transitions.ts',
    edits: [
      [
        "if (!current) return;\n    await moveEntry(store, current, { ...withoutDelay(current), state: 'refused', refusal });",
        "await moveEntry(store, current ?? entry, { ...withoutDelay(current ?? entry), state: 'refused', refusal });",
      ],
    ],
  },
  {
    name: 'delay a call that was discarded',
    breaks: 'A call discarded while in flight is queued again.',
    file: 'src/offline/queue/entry-transitions.ts',
    edits: [
      [
        'if (current) putEntry(store, { ...current, attempts: current.attempts + 1, notBefore });',
        'putEntry(store, { ...(current ?? entry), attempts: entry.attempts + 1, notBefore });',
      ],
    ],
  },
  {
    name: 'expire receipts by the server’s clock alone',
    breaks: 'A server whose clock is wrong for a minute makes a month’s receipts expire.',
    file: 'src/offline/queue/receipts.ts',
    edits: [[' && now() - receivedAt > RECEIPT_TTL_MS;', ';']],
  },
  {
    name: 'expire receipts by the device’s clock alone',
    breaks: 'A device whose clock is 40 days ahead deletes today’s receipts.',
    file: 'src/offline/queue/receipts.ts',
    edits: [[' && newestAt - receivedAt > RECEIPT_TTL_MS && now()', ' && now()']],
  },
  {
    name: 'read the next call too early',
    breaks: 'A call discarded while the one before it is in flight is sent.',
    file: 'src/offline/queue/replay-walk.ts',
    edits: [
      [
        'this.context.reporter.started();\n      const verdict',
        'this.context.reporter.started();\n      const early = handled(this.findNext(entry.seq));\n      const verdict',
      ],
      ['? handled(this.findNext(entry.seq)) : undefined;', '? early : undefined;'],
    ],
  },
  {
    name: 'send a discarded call after a token refresh',
    breaks: 'A call discarded while the token is being refreshed is sent.',
    file: 'src/offline/queue/send-entry.ts',
    edits: [
      [
        'return (await isStillQueued(entry)) ? sendChecked(entry, renewed, signal) : undefined;',
        'return sendChecked(entry, renewed, signal);',
      ],
    ],
  },
  {
    // Replaces the mutant "end the run before its last receipt is written": that change had no effect, because
    // IndexedDB keeps the order of the writes.
    name: 'send before writing pending receipts',
    breaks: 'After a device failure a received call is sent again before its receipt is written.',
    file: 'src/offline/queue/replay-walk.ts',
    edits: [['    for (const entry of unwritten.of(this.owner)) await this.writeReceipt(entry);\n', '']],
  },
  {
    name: 'drop a receipt that cannot be written',
    breaks: 'On a failing device a received call is sent again.',
    file: 'src/offline/queue/unwritten-receipts.ts',
    edits: [
      [
        'await keepReceipt(received.entry, received.receipt);\n    this.received.delete(id);',
        'this.received.delete(id);\n    await keepReceipt(received.entry, received.receipt);',
      ],
    ],
  },
  {
    name: 'ignore Retry-After for urgent runs',
    breaks: 'A server that answers Retry-After gets requests at every press and every sign of a network.',
    file: 'src/offline/queue/replay.ts',
    edits: [['if (pause && (pause.isAsked || !context.isUrgent))', 'if (pause && !context.isUrgent)']],
  },
  {
    name: 'no upper bound for delays',
    breaks: 'A call delayed before the clock was set back waits for years.',
    file: 'src/offline/queue/classify.ts',
    edits: [[' || until <= now || until > now + RETRY_AFTER_MAX_MS;', ' || until <= now;']],
  },
  {
    name: 'no probes behind a blocked head',
    breaks: 'A call that a middlebox always blocks keeps all others from being sent.',
    file: 'src/offline/queue/probing.ts',
    edits: [['this.left = Math.min(Math.max(this.runs - HEAD_ONLY_RUNS, 0), MAX_PROBES);', 'this.left = 0;']],
  },
  {
    name: 'store a refreshed token in another learner’s session',
    breaks: 'A late answer to one learner’s token refresh replaces another learner’s session.',
    file: 'src/session/session.ts',
    edits: [['if (!isSameOwner(stored?.owner, renewed.owner)) return false;', '']],
  },
  {
    name: 'a wipe ends any owner’s session',
    breaks: 'The sweep after one learner’s sign-out signs the next learner out.',
    file: 'src/session/session.ts',
    edits: [['if (stored && ownerKey(stored.owner) === owner) await', 'if (stored) await']],
  },
  {
    name: 'mark a wipe as done before it is',
    breaks: 'A learner whose tab died during the sign-out is still signed in at the next start.',
    file: 'src/offline/wipe.ts',
    edits: [
      [
        'await deleteOwned(owner, !options.dropsEntries);\n    await markDone(owner, !options.dropsEntries);',
        'await markDone(owner, !options.dropsEntries);\n    await deleteOwned(owner, !options.dropsEntries);',
      ],
    ],
  },
  {
    name: 'delete unreadable records',
    breaks: 'A bug in a schema loses a learner’s calls.',
    file: 'src/offline/queue/queue-pages.ts',
    edits: [["store.put(raw, ['unreadable', owner, seq]);", '']],
  },
  {
    name: '破棄 leaves the index record of the call',
    breaks: 'A lesson whose read was discarded is shown as queued.',
    file: 'src/offline/queue/enqueue.ts',
    edits: [
      [
        "['queued', 'queued-call', 'untried', 'refused', 'refused-call', 'unreadable', 'pause']",
        "['queued', 'refused', 'unreadable', 'pause']",
      ],
    ],
  },
  {
    name: 'count a lost database connection as saved',
    breaks: 'After Safari has dropped the connection 保存済み is shown for a call that was never written.',
    file: 'src/storage/device-store.ts',
    edits: [
      [
        'if (!isLostConnection(error)) throw error;\n      return run(mode, callback, isInterruptible);',
        'if (!isLostConnection(error)) throw error;\n      return undefined as never;',
      ],
    ],
  },
  {
    name: 'do not deliver a page’s own broadcasts to itself',
    breaks: 'The page that records a call shows an outdated count.',
    file: 'src/storage/broadcast.ts',
    edits: [['      own.publish(message);\n', '']],
  },
  {
    name: 'accept a count that was overtaken',
    breaks: 'A change during the count of the queue is not shown.',
    file: 'src/offline/queue/sync-state.ts',
    edits: [['while (isStale) {', 'for (let once = 0; once < 1; once += 1) {']],
  },
  {
    name: 'keep the old count of an unreadable queue',
    breaks: '同期済み stays while the queue cannot be read.',
    file: 'src/offline/queue/sync-state.ts',
    edits: [
      [
        'facts.counts = await countQueue(owner).catch(() => undefined);',
        'facts.counts = await countQueue(owner).catch(() => facts.counts);',
      ],
    ],
  },
  {
    name: 'identify recorded calls without their seq',
    breaks: 'A lesson read again is shown with its earlier record.',
    file: 'src/offline/queue/recorded-calls.ts',
    edits: [["cacheKey: `${(key as StoreKey).join('|')}|${seq}`", "cacheKey: (key as StoreKey).join('|')"]],
  },
  {
    name: 'resend a read lesson with today’s date',
    breaks: 'A read lesson that a restored server had forgotten counts for the day on which it was sent again.',
    file: 'src/offline/reconciliation/notes.ts',
    edits: [
      [
        "{ ...entry, state: 'queued', attempts: 0, healed: 'sent' }",
        "{ ...entry, state: 'queued', attempts: 0, healed: 'sent', queuedAt: new Date().toISOString() }",
      ],
    ],
  },
  {
    name: 'count missing progress as empty',
    breaks: 'A server that does not show this learner’s progress gets all calls again.',
    file: 'src/offline/reconciliation/reconcile.ts',
    edits: [['if (!detail) return undefined;', 'if (!detail) return toServerView({ courses: [] });']],
  },
  {
    name: 'count a deleted lesson as forgotten',
    breaks: 'Reads of a deleted lesson are sent again and end under 要確認.',
    file: 'src/offline/reconciliation/find-lost.ts',
    edits: [["return finding === 'missing' && existing.has(call.lessonId);", "return finding === 'missing';"]],
  },
  {
    name: 'reconcile calls that progress may show late',
    breaks: 'Where several servers share the work, a recently received call is sent again.',
    file: 'src/offline/reconciliation/reconcile.ts',
    edits: [['(ages[index] ?? 0) >= MIN_AGE_MS', '(ages[index] ?? 0) >= -MIN_AGE_MS']],
  },
];
