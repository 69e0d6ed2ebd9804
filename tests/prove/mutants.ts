/**
 * The proof is proved: mistakes that somebody could make in the code that keeps the promise. Each must be caught by the
 * simulation (`npm run prove -- --mutants`). The list was written before any of them was run; it goes on in
 * mutants-far.ts.
 */
/** One mistake: texts that stand in a file exactly once, and what stands there instead. */
export interface Mutant {
  name: string;
  /** What it would do to a learner, in one sentence. */
  breaks: string;
  file: string;
  edits: readonly (readonly [find: string, replace: string])[];
}

/** Those that come to mind first. */
export const near: readonly Mutant[] = [
  {
    name: 'remove before the ack',
    breaks: 'A call leaves the queue when it is sent, and is lost with its answer.',
    file: 'src/offline/queue/send-entry.ts',
    edits: [
      [
        'const verdict = await sendOnce(entry, session, signal);',
        "await (await import('./retry-discard')).discard(entry);\n  const verdict = await sendOnce(entry, session, signal);",
      ],
    ],
  },
  {
    name: 'forget the owner before sending',
    breaks: 'Who signs in while calls are being sent sends the rest in their own name.',
    file: 'src/offline/queue/replay-walk.ts',
    edits: [['if (session && ownerKey(session.owner) === this.owner) return session;', 'if (session) return session;']],
  },
  {
    name: 'forget the owner in ranges of keys',
    breaks: 'One learner’s 破棄 throws away another’s calls.',
    file: 'src/offline/queue/queue-store.ts',
    edits: [['IDBKeyRange.bound(prefix, [...prefix, []])', 'IDBKeyRange.bound(prefix, [prefix[0], []])']],
  },
  {
    name: 'entries told apart by seq',
    breaks: 'After the browser has deleted storage, one call’s receipt swallows another call.',
    file: 'src/offline/queue/entry-store.ts',
    edits: [["read?.kind === 'entry' && read.entry.id === id ? read", "read?.kind === 'entry' && id ? read"]],
  },
  {
    name: 'seq by the clock',
    breaks:
      'What is saved in one instant overwrites each other, and a clock that is turned back turns the order round.',
    file: 'src/offline/queue/enqueue.ts',
    edits: [
      ["if (typeof last === 'number' && Number.isSafeInteger(last)) return last + 1;", 'if (last) return Date.now();'],
    ],
  },
  {
    name: 'resolve before complete',
    breaks: '保存済み stands before the device has it.',
    file: 'src/storage/device-store.ts',
    edits: [
      [
        'const [result] = await Promise.all([work, completed]);',
        'completed.catch(() => undefined);\n    const [result] = await Promise.all([work]);',
      ],
    ],
  },
  {
    name: 'drop on 401',
    breaks: 'A token that has run out costs the learner the call.',
    file: 'src/offline/queue/replay-walk.ts',
    edits: [
      ["case 'session':\n", "case 'session':\n        await (await import('./retry-discard')).discard(entry);\n"],
    ],
  },
  {
    name: 'coalesce in two transactions',
    breaks: 'The same lesson pressed in two tabs at once waits twice.',
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
    name: 'a refused call is recorded anew',
    breaks: '読了 pressed again on a refused lesson makes a second call of it.',
    file: 'src/offline/queue/enqueue.ts',
    edits: [['if (refused) {', 'if (refused && false) {']],
  },
  {
    name: 'move without removing',
    breaks: 'What was received still waits, and is sent for ever.',
    file: 'src/offline/queue/entry-store.ts',
    edits: [['  await deleteEntry(store, from);\n', '']],
  },
  {
    name: 'a silent server counts as one that took it',
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
    name: 'a portal counts as the server',
    breaks: 'A hotel’s login page takes a learner’s reading.',
    file: 'src/offline/queue/classify.ts',
    edits: [["const isPage = isPortal(answer) || (isOk(status) && answer.body === 'other');", 'const isPage = false;']],
  },
  {
    name: 'any 2xx takes answers',
    breaks: 'A proxy’s bare {} takes a learner’s answers.',
    file: 'src/offline/queue/acknowledgement.ts',
    edits: [
      [
        'if (clientSubmitId == null) return id !== undefined && score !== undefined;',
        'if (clientSubmitId == null) return true;',
      ],
    ],
  },
  {
    name: 'a receipt of other answers counts',
    breaks: 'A proxy that repeats an earlier answer takes a learner’s answers.',
    file: 'src/offline/queue/acknowledgement.ts',
    edits: [
      [
        'return clientSubmitId.toLowerCase() === call.submit.clientSubmitId.toLowerCase();',
        'return clientSubmitId.length > 0;',
      ],
    ],
  },
  {
    name: 'no lock',
    breaks: 'Two tabs send the same call at once.',
    file: 'src/storage/locks.ts',
    edits: [
      [
        'return browser.navigator?.locks ? browser.navigator.locks.request(name, { signal }, work) : runInTurn(name, work);',
        'return work();',
      ],
    ],
  },
  {
    name: 'sign-out always throws away',
    breaks: 'Who leaves their calls on the device loses them.',
    file: 'src/offline/wipe.ts',
    edits: [['if (dropsEntries) await deleteEntries(store, owner);', 'await deleteEntries(store, owner);']],
  },
  {
    name: 'synced with something refused',
    breaks: '同期済み stands while something is under 要確認.',
    file: 'src/offline/queue/sync-state.ts',
    edits: [["kind: refused > 0 ? 'refused' : elsewhere", 'kind: elsewhere']],
  },
  {
    name: 'heal what must not be repeated',
    breaks: 'A server that counts everything it is sent counts a restored submit twice.',
    file: 'src/offline/reconciliation/find-lost.ts',
    edits: [
      [
        "return call.kind === 'lesson-read' || receipt.isEchoed === true || isEchoOf(call, receipt.answer);",
        'return true;',
      ],
    ],
  },
  {
    name: 'heal for ever',
    breaks: 'A server that resets progress on purpose is fought.',
    file: 'src/offline/reconciliation/notes.ts',
    edits: [["attempts: 0, healed: 'sent' }", 'attempts: 0 }']],
  },
];
