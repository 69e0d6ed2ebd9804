/**
 * Lists mutants of the code that keeps learners' answers: plausible programming mistakes. Each must be caught by the
 * simulation (`npm run prove -- --mutants`). The list was written before the simulation was run; it continues in
 * mutants-far.ts.
 */
/** One mutant: a file, and pairs of a text that occurs exactly once in the file and the text that replaces it. */
export interface Mutant {
  name: string;
  /** The harm to a learner, in one sentence. */
  breaks: string;
  file: string;
  edits: readonly (readonly [find: string, replace: string])[];
}

/** Mutants that fail even in simple histories. */
export const near: readonly Mutant[] = [
  {
    name: 'remove a call before its acknowledgement',
    breaks: 'A call leaves the queue when it is sent, and is lost if its answer is lost.',
    file: 'src/offline/queue/send-entry.ts',
    edits: [
      [
        'const verdict = await sendOnce(entry, session, signal);',
        "await (await import('./retry-discard')).discard(entry);\n  const verdict = await sendOnce(entry, session, signal);",
      ],
    ],
  },
  {
    name: 'send with any owner’s session',
    breaks: 'A learner who signs in during a replay sends the rest of another learner’s calls under their own name.',
    file: 'src/offline/queue/replay-walk.ts',
    edits: [['if (session && ownerKey(session.owner) === this.owner) return session;', 'if (session) return session;']],
  },
  {
    name: 'key ranges without the owner',
    breaks: 'One learner’s 破棄 deletes another learner’s calls.',
    file: 'src/offline/queue/queue-store.ts',
    edits: [['IDBKeyRange.bound(prefix, [...prefix, []])', 'IDBKeyRange.bound(prefix, [prefix[0], []])']],
  },
  {
    name: 'identify entries by seq alone',
    breaks: 'After an eviction, the receipt of one call removes another call with the same seq.',
    file: 'src/offline/queue/entry-store.ts',
    edits: [["read?.kind === 'entry' && read.entry.id === id ? read", "read?.kind === 'entry' && id ? read"]],
  },
  {
    name: 'seq from the clock',
    breaks: 'Calls saved in the same millisecond overwrite each other, and a clock set back reverses their order.',
    file: 'src/offline/queue/enqueue.ts',
    edits: [
      ["if (typeof last === 'number' && Number.isSafeInteger(last)) return last + 1;", 'if (last) return Date.now();'],
    ],
  },
  {
    name: 'resolve before the transaction completes',
    breaks: '保存済み is shown before the call is stored.',
    file: 'src/storage/device-store.ts',
    edits: [
      [
        'const ended = Promise.all([work, completed])',
        'completed.catch(() => undefined);\n    const ended = Promise.all([work])',
      ],
    ],
  },
  {
    name: 'discard on 401',
    breaks: 'An expired token loses the call.',
    file: 'src/offline/queue/replay-walk.ts',
    edits: [
      ["case 'session':\n", "case 'session':\n        await (await import('./retry-discard')).discard(entry);\n"],
    ],
  },
  {
    name: 'deduplicate in two transactions',
    breaks: 'A lesson marked as read in two tabs at the same time is queued twice.',
    file: 'src/offline/queue/enqueue.ts',
    edits: [
      [
        "const entry = await transact('readwrite', async (store) => {",
        "const before = await transact('readonly', (store) => findEntry(store, 'queued', owner, checked));\n  const entry = await transact('readwrite', async (store) => {",
      ],
      ["const queued = await findEntry(store, 'queued', owner, checked);", 'const queued = before;'],
    ],
  },
  {
    name: 'record a refused call again',
    breaks: '読了 pressed again on a refused lesson creates a second call.',
    file: 'src/offline/queue/enqueue.ts',
    edits: [['if (refused) {', 'if (refused && false) {']],
  },
  {
    name: 'move an entry without deleting the old record',
    breaks: 'A received call stays queued and is sent without end.',
    file: 'src/offline/queue/entry-store.ts',
    edits: [['  await deleteEntry(store, from);\n', '']],
  },
  {
    name: 'count a missing answer as a receipt',
    breaks: 'A call on a dead network becomes a receipt.',
    file: 'src/offline/queue/classify.ts',
    edits: [
      [
        "if (!answer) return { kind: 'stop' };",
        "if (!answer) return { kind: 'receipt', receipt: { receivedAt: new Date().toISOString(), byServer: false } };",
      ],
    ],
  },
  {
    name: 'count a portal’s page as a receipt',
    breaks: 'A captive portal’s login page counts as a receipt of a read lesson.',
    file: 'src/offline/queue/classify.ts',
    edits: [
      [
        "const isPage = gatewayOf(answer, answer.json) !== undefined || (isOk(status) && answer.body === 'other');",
        'const isPage = false;',
      ],
    ],
  },
  {
    name: 'count any 2xx as a receipt of a submit',
    breaks: 'A proxy’s bare {} counts as a receipt, and the submit is lost.',
    file: 'src/offline/queue/acknowledgement.ts',
    edits: [
      [
        'if (clientSubmitId == null) return id !== undefined && score !== undefined;',
        'if (clientSubmitId == null) return true;',
      ],
    ],
  },
  {
    name: 'accept the receipt of another submit',
    breaks: 'A proxy that repeats an earlier answer counts as a receipt, and the submit is lost.',
    file: 'src/offline/queue/acknowledgement.ts',
    edits: [
      [
        'return clientSubmitId.toLowerCase() === call.submit.clientSubmitId.toLowerCase();',
        'return clientSubmitId.length > 0;',
      ],
    ],
  },
  {
    name: 'replay without a lock',
    breaks: 'Two tabs send the same call at the same time.',
    file: 'src/storage/locks.ts',
    edits: [
      [
        'return browser.navigator?.locks ? browser.navigator.locks.request(name, { signal }, work) : runInTurn(name, work);',
        'return work();',
      ],
    ],
  },
  {
    name: 'sign-out always discards',
    breaks: 'A learner who keeps unsent calls on the device at a sign-out loses them.',
    file: 'src/offline/wipe.ts',
    edits: [['if (dropsEntries) await deleteEntries(store, owner);', 'await deleteEntries(store, owner);']],
  },
  {
    name: 'take back a call that was sent',
    breaks: 'A reading that is in flight, or whose answer was lost, is shown as taken back, and the server has it.',
    file: 'src/offline/queue/undo.ts',
    edits: [["=== ref.id ? 'untried' : 'queued'", "=== '' ? 'queued' : 'untried'"]],
  },
  {
    name: 'synced despite refused calls',
    breaks: '同期済み is shown while a call is listed under 要確認.',
    file: 'src/offline/queue/sync-state.ts',
    edits: [["kind: refused > 0 ? 'refused' : elsewhere", 'kind: elsewhere']],
  },
  {
    name: 'resend submits that the server may count twice',
    breaks: 'A server without deduplication counts a submit twice after a restore.',
    file: 'src/offline/reconciliation/find-lost.ts',
    edits: [
      [
        "return call.kind === 'lesson-read' || receipt.isEchoed === true || isEchoOf(call, receipt.answer);",
        'return true;',
      ],
    ],
  },
  {
    name: 'resend forgotten calls without limit',
    breaks: 'Progress that a server resets on purpose is sent again each time.',
    file: 'src/offline/reconciliation/notes.ts',
    edits: [["attempts: 0, healed: 'sent' }", 'attempts: 0 }']],
  },
];
