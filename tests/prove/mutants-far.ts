/** Mistakes that do not come to mind first: they show in one order of events, on one kind of device, or days later. One was replaced after it was run. */
import type { Mutant } from './mutants';

export const far: readonly Mutant[] = [
  {
    name: 'compare and move in two transactions',
    breaks: 'What one tab throws away while another presses 再送 waits again.',
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
    name: 'a receipt of somebody who is leaving',
    breaks: 'What a learner was studying stays readable after the sign-out.',
    file: 'src/offline/queue/entry-transitions.ts',
    edits: [['if (!receipt || isOwnerLeaving) {', 'if (!receipt) {']],
  },
  {
    name: 'a full device gives up the removal',
    breaks: 'On a full device what was received is sent again and again.',
    file: 'src/offline/queue/entry-transitions.ts',
    edits: [
      ["error.reason === 'full') return writeReceipt(entry, undefined);", "error.reason === 'full') return false;"],
    ],
  },
  {
    name: 'refused after it was thrown away',
    breaks: 'What a learner threw away while it was on its way comes back under 要確認.',
    file: 'src/offline/queue/entry-transitions.ts',
    edits: [
      [
        "if (!current) return;\n    await moveEntry(store, current, { ...withoutDelay(current), state: 'refused', refusal });",
        "await moveEntry(store, current ?? entry, { ...withoutDelay(current ?? entry), state: 'refused', refusal });",
      ],
    ],
  },
  {
    name: 'put off after it was thrown away',
    breaks: 'What a learner threw away while it was on its way waits again.',
    file: 'src/offline/queue/entry-transitions.ts',
    edits: [
      [
        'if (current) putEntry(store, { ...current, attempts: current.attempts + 1, notBefore });',
        'putEntry(store, { ...(current ?? entry), attempts: entry.attempts + 1, notBefore });',
      ],
    ],
  },
  {
    name: 'receipts are old by the server’s clock alone',
    breaks: 'A server whose clock runs away for a minute takes the receipts of a month.',
    file: 'src/offline/queue/receipts.ts',
    edits: [[' && now() - receivedAt > RECEIPT_TTL_MS;', ';']],
  },
  {
    name: 'receipts are old by the device’s clock alone',
    breaks: 'A device set 40 days ahead throws away the receipts of today.',
    file: 'src/offline/queue/receipts.ts',
    edits: [[' && newestAt - receivedAt > RECEIPT_TTL_MS && now()', ' && now()']],
  },
  {
    name: 'the next call is read too early',
    breaks: 'What a learner threw away while the one before it was on its way is sent.',
    file: 'src/offline/queue/replay-walk.ts',
    edits: [
      [
        'this.context.reporter.started();\n      const verdict = await sendEntry(entry, session, this.context);\n      // The next entry is read after',
        'this.context.reporter.started();\n      const early = handled(this.findDue(entry.seq));\n      const verdict = await sendEntry(entry, session, this.context);\n      // The next entry is read after',
      ],
      ['? handled(this.findDue(entry.seq)) : undefined;', '? early : undefined;'],
    ],
  },
  {
    name: 'sent after the refresh although thrown away',
    breaks: 'What a learner threw away while a new token was asked for is sent.',
    file: 'src/offline/queue/send-entry.ts',
    edits: [
      [
        'return (await isStillQueued(entry)) ? sendOnce(entry, renewed, signal) : undefined;',
        'return sendOnce(entry, renewed, signal);',
      ],
    ],
  },
  {
    // In the place of "the run ends before its last receipt is written", which changes nothing: IndexedDB keeps the order.
    name: 'what could not be written is not written first',
    breaks: 'After a device has failed, what was received is sent again before its receipt is written.',
    file: 'src/offline/queue/replay-walk.ts',
    edits: [['    for (const entry of unwritten.of(this.owner)) await this.writeReceipt(entry);\n', '']],
  },
  {
    name: 'forget what was received when it cannot be written',
    breaks: 'On a device that fails what was received is sent again.',
    file: 'src/offline/queue/unwritten-receipts.ts',
    edits: [
      [
        'await keepReceipt(received.entry, received.receipt);\n    this.received.delete(id);',
        'this.received.delete(id);\n    await keepReceipt(received.entry, received.receipt);',
      ],
    ],
  },
  {
    name: 'urgency beats Retry-After',
    breaks: 'A server that asks for time is asked again by every press and every sign of a network.',
    file: 'src/offline/queue/replay.ts',
    edits: [['if (pause && (pause.isAsked || !context.isUrgent))', 'if (pause && !context.isUrgent)']],
  },
  {
    name: 'a clock that was turned back holds up for years',
    breaks: 'What was put off before the clock was turned back waits for years.',
    file: 'src/offline/queue/classify.ts',
    edits: [[' || until <= now || until > now + RETRY_AFTER_MAX_MS;', ' || until <= now;']],
  },
  {
    name: 'one call holds up all',
    breaks: 'A call that something on the way stops every time keeps all others from being sent.',
    file: 'src/offline/queue/probing.ts',
    edits: [['this.left = Math.min(Math.max(this.runs - HEAD_ONLY_RUNS, 0), MAX_PROBES);', 'this.left = 0;']],
  },
  {
    name: 'a refreshed token in another’s session',
    breaks: 'A late answer to one learner’s refresh makes another learner’s session theirs.',
    file: 'src/session/session.ts',
    edits: [['if (!isSameOwner(stored?.owner, renewed.owner)) return false;', '']],
  },
  {
    name: 'a wipe ends whoever’s session',
    breaks: 'The sweep after one learner’s sign-out signs the next one out.',
    file: 'src/session/session.ts',
    edits: [['if (stored && ownerKey(stored.owner) === owner) await', 'if (stored) await']],
  },
  {
    name: 'a wipe is called done before it is',
    breaks: 'Who signed out, and whose tab died in it, is signed in at the next start.',
    file: 'src/offline/wipe.ts',
    edits: [
      [
        'await deleteOwned(owner, !options.dropsEntries);\n    await markDone(owner, !options.dropsEntries);',
        'await markDone(owner, !options.dropsEntries);\n    await deleteOwned(owner, !options.dropsEntries);',
      ],
    ],
  },
  {
    name: 'broken records are thrown away',
    breaks: 'A bug in a schema costs a learner’s work.',
    file: 'src/offline/queue/queue-pages.ts',
    edits: [["store.put(raw, ['unreadable', owner, seq]);", '']],
  },
  {
    name: '破棄 leaves the record that leads to the call',
    breaks: 'A lesson whose reading was thrown away is shown as waiting.',
    file: 'src/offline/queue/enqueue.ts',
    edits: [
      [
        "['queued', 'queued-call', 'refused', 'refused-call', 'unreadable', 'pause']",
        "['queued', 'refused', 'unreadable', 'pause']",
      ],
    ],
  },
  {
    name: 'a lost connection counts as saved',
    breaks: 'After Safari has dropped the connection 保存済み stands for what was never written.',
    file: 'src/storage/device-store.ts',
    edits: [
      [
        'if (!isLostConnection(error)) throw error;\n      return run(mode, callback, isInterruptible);',
        'if (!isLostConnection(error)) throw error;\n      return undefined as never;',
      ],
    ],
  },
  {
    name: 'the page does not hear its own news',
    breaks: 'The number of what waits stays as it was.',
    file: 'src/storage/broadcast.ts',
    edits: [['      own.publish(message);\n', '']],
  },
  {
    name: 'a look that is overtaken is believed',
    breaks: 'What changes while the queue is counted is not shown.',
    file: 'src/offline/queue/sync-state.ts',
    edits: [['while (isStale) {', 'for (let once = 0; once < 1; once += 1) {']],
  },
  {
    name: 'an unreadable queue shows the old number',
    breaks: '同期済み stands on while the device cannot tell.',
    file: 'src/offline/queue/sync-state.ts',
    edits: [
      [
        'facts.counts = await countQueue(owner).catch(() => undefined);',
        'facts.counts = await countQueue(owner).catch(() => facts.counts);',
      ],
    ],
  },
  {
    name: 'recorded calls known by their call alone',
    breaks: 'A lesson read anew is shown with its earlier reading.',
    file: 'src/offline/queue/recorded-calls.ts',
    edits: [["cacheKey: `${(key as StoreKey).join('|')}|${seq}`", "cacheKey: (key as StoreKey).join('|')"]],
  },
  {
    name: 'a healed reading is of today',
    breaks: 'What a restored server had forgotten counts for the day of the healing.',
    file: 'src/offline/reconciliation/notes.ts',
    edits: [
      [
        "{ ...entry, state: 'queued', attempts: 0, healed: 'sent' }",
        "{ ...entry, state: 'queued', attempts: 0, healed: 'sent', queuedAt: new Date().toISOString() }",
      ],
    ],
  },
  {
    name: 'no progress counts as an empty one',
    breaks: 'A server that does not show this person’s progress is sent all of it again.',
    file: 'src/offline/reconciliation/ask-server.ts',
    edits: [
      [
        'return detail?.userId === userId ? toServerView(detail) : undefined;',
        'return toServerView(detail?.userId === userId ? detail : { userId, courses: [] });',
      ],
    ],
  },
  {
    name: 'a deleted lesson counts as forgotten',
    breaks: 'Readings of a lesson that staff deleted are sent again and end under 要確認.',
    file: 'src/offline/reconciliation/find-lost.ts',
    edits: [["return finding === 'missing' && existing.has(call.lessonId);", "return finding === 'missing';"]],
  },
  {
    name: 'healing does not wait for what is shown late',
    breaks: 'Where several servers share the work, what was received a moment ago is sent again.',
    file: 'src/offline/reconciliation/reconcile.ts',
    edits: [['(ages[index] ?? 0) >= MIN_AGE_MS', '(ages[index] ?? 0) >= -MIN_AGE_MS']],
  },
];
