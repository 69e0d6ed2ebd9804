/** The actions on selected people: a row of buttons, and the panel of the pressed button. */
import { Button, CloseButton, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState } from 'react';

import { MAX_ASSIGNED_USERS } from '@/api/assignments';
import { nameOf, type User } from '@/api/users';
import { saveFile } from '@/device/download';
import { noteNewPasswords } from '@/device/new-passwords';
import { AssignmentForm } from '@/features/companies/AssignmentForm';
import { refreshPeople } from '@/queries/after-edit';
import { courseQueries } from '@/queries/curriculum/courses';
import { useCan, useMe } from '@/queries/me';
import { changePeople, type ChangeResult, type PersonChange } from '@/queries/people/bulk-edits';
import { companyQueries } from '@/queries/people/companies';
import { toCsv } from '@/study/csv';
import { makePassword } from '@/study/people/make-password';
import { type AddressSeparator, isMailAddress } from '@/study/people/reminder-mail';
import { Meter } from '@/ui/charts/Meter';
import { copyText } from '@/ui/copy-text';
import { bottomBar } from '@/ui/display/bar-room';
import { LeaveGuard } from '@/ui/forms/LeaveGuard';
import { focusOnMount } from '@/ui/keys/form-focus';
import { showToast } from '@/ui/notices/toast';
import { PasswordSlips, type Slip } from '@/ui/PasswordSlips';

import type { PanelProps } from './bulk-panels';

import '@mantine/core/styles/Combobox.layer.css';
import { MailPanel } from './MailPanel';
import { useAddressSeparator } from './use-address-separator';

import classes from './Bulk.module.css';

const panels = {
  mail: { title: 'お知らせメールを書く', Panel: MailPanel },
  assign: { title: '必修にする', Panel: AssignPanel },
  move: { title: '企業を移す', Panel: MovePanel },
  active: { title: '利用停止・再開', Panel: ActivePanel },
  password: { title: '新しいパスワード', Panel: PasswordPanel },
} satisfies Record<string, { title: string; Panel: ComponentType<PanelProps> }>;

type PanelName = keyof typeof panels;

function copyAddresses(people: readonly User[], separator: AddressSeparator): void {
  const addresses = [...new Set(people.flatMap(({ email }) => (isMailAddress(email) ? [email] : [])))];
  const without = people.length - people.filter(({ email }) => isMailAddress(email)).length;
  if (addresses.length === 0) return void showToast('error', '選んだ人にメールアドレスがありません');
  const rest = without > 0 ? `（アドレスのない人 ${without}名）` : '';
  void copyText(addresses.join(`${separator} `), { done: `${addresses.length}件のアドレスをコピーしました${rest}` });
}

function usePanelNames(): PanelName[] {
  const canEdit = useCan('user.edit');
  const canAssign = useCan('assignment.edit');
  const names: PanelName[] = ['mail'];
  if (canAssign) names.push('assign');
  if (canEdit) names.push('move', 'active', 'password');
  return names;
}

export interface BulkActionsProps {
  people: readonly User[];
  onClear: () => void;
  /** Called when an action's panel has been closed. */
  onPanelClosed: () => void;
}

export function BulkActions({ people, onClear, onPanelClosed }: BulkActionsProps) {
  const names = usePanelNames();
  const [separator] = useAddressSeparator();
  const [opened, setOpened] = useState<{ name: PanelName; people: readonly User[] }>();
  const close = () => {
    setOpened(undefined);
    onPanelClosed();
  };
  if (opened) {
    const { title, Panel } = panels[opened.name];
    return (
      <section ref={bottomBar} data-bottom-bar className={classes.bar} aria-labelledby="bulk-panel">
        <Group justify="space-between" wrap="nowrap">
          <h2 id="bulk-panel" className="m-0 text-xl" ref={focusOnMount} tabIndex={-1}>
            {title}（{opened.people.length}名）
          </h2>
          <CloseButton aria-label="閉じる" onClick={close} />
        </Group>
        <Panel people={opened.people} onClose={close} />
      </section>
    );
  }
  if (people.length === 0) return null;
  return (
    <section ref={bottomBar} data-bottom-bar className={classes.bar} aria-label="選んだ人への操作">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={700} role="status">
          {people.length}名を選択中
        </Text>
        <Button size="sm" variant="subtle" onClick={onClear}>
          選択を解除
        </Button>
      </Group>
      <div className={classes.actions}>
        {names.map((name) => (
          <Button key={name} size="sm" variant="default" onClick={() => setOpened({ name, people })}>
            {panels[name].title}
          </Button>
        ))}
        <Button size="sm" variant="default" onClick={() => copyAddresses(people, separator)}>
          アドレスをコピー
        </Button>
      </div>
    </section>
  );
}

interface BulkRunOptions {
  /** Called with the ids of all people who have been changed, or may have been because the server did not respond. */
  onReached?: (ids: readonly string[]) => void;
}

/** Collects the ids of people who have been changed, or may have been because the server did not respond. */
function useReached({ onReached }: BulkRunOptions) {
  const reached = useRef(new Set<string>());
  return (id: string, isReached: boolean) => {
    if (isReached) reached.current.add(id);
    else reached.current.delete(id);
    onReached?.([...reached.current]);
  };
}

/** Splits results into changed and refused people. */
function splitResults(results: ReadonlyMap<string, ChangeResult>) {
  const answered = [...results.values()];
  const isDone = ({ reason }: ChangeResult) => reason === undefined;
  return { done: answered.filter(isDone), failed: answered.filter((result) => !isDone(result)) };
}

const notRun = { isNetworkGone: false, isSessionOver: false };

/** Only one run is active at a time; leaving the screen stops it. */
function useStopper() {
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);
  return {
    /** Returns the abort signal of a new run; undefined while another run is active. */
    begin: () => (stopper.current ? undefined : (stopper.current = new AbortController()).signal),
    end: () => (stopper.current = undefined),
    stop: () => stopper.current?.abort(),
  };
}

function useBulkRun(options: BulkRunOptions = {}) {
  const queryClient = useQueryClient();
  const [end, setEnd] = useState({ ...notRun, left: [] as PersonChange[] });
  const [results, setResults] = useState<ReadonlyMap<string, ChangeResult>>(new Map());
  const [all, setAll] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const stopper = useStopper();
  const reach = useReached(options);

  async function start(rows: readonly PersonChange[]): Promise<void> {
    const signal = stopper.begin();
    if (!signal) return;
    setAll((before) => before || rows.length);
    // Delete the old results of the rows that are sent again: such a row has no result until the server responds again.
    const repeated = new Set(rows.map(({ person }) => person.id));
    setResults((before) => new Map([...before].filter(([id]) => !repeated.has(id))));
    setRunning(true);
    const onSend = ({ person }: PersonChange) => reach(person.id, true);
    const onResult = (result: ChangeResult) => {
      const { id } = result.row.person;
      if (result.reason !== undefined) reach(id, false);
      setResults((before) => new Map(before).set(id, result));
    };
    try {
      setEnd(await changePeople(rows, { signal, onWait: setWaiting, onSend, onResult }));
    } finally {
      stopper.end();
      setRunning(false);
      refreshPeople(queryClient);
    }
  }
  const { done, failed } = splitResults(results);
  const again = () => start([...failed.map(({ row }) => row), ...end.left]);
  return { ...end, all, done, failed, isRunning, isWaiting, isStarted: all > 0, start, again, stop: stopper.stop };
}

/** Runs a change for many people: keeps the results so far, retries failed rows, and can be stopped. */
type BulkRun = ReturnType<typeof useBulkRun>;

interface BulkResultsProps {
  run: BulkRun;
  /** The text after the number of people in the result, e.g. 「名を利用停止にしました。」 ("… people were suspended"). */
  doneWords: string;
}

function Running({ done, failed, all, isWaiting, stop }: BulkRun) {
  return (
    <>
      <Group wrap="nowrap">
        <div className={classes.meter}>
          <Meter label="変更の進捗" done={done.length + failed.length} all={all} />
        </div>
        <Text size="sm">
          {done.length + failed.length} / {all}名
        </Text>
        <Button variant="default" onClick={stop}>
          止める
        </Button>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {isWaiting ? 'サーバーが混み合っています。少し待ってから続けます。' : ''}
      </Text>
    </>
  );
}

function interruptionWords({ isNetworkGone, isSessionOver, left }: BulkRun): string {
  if (left.length === 0) return '';
  if (isNetworkGone) return `接続が切れたため、${left.length}名が残っています。`;
  if (isSessionOver) return `ログインの期限が切れたため、${left.length}名が残っています。`;
  return `途中で止めたため、${left.length}名が残っています。`;
}

function summaryWords(run: BulkRun, doneWords: string): string {
  const { done, failed } = run;
  const changed = done.length > 0 ? `${done.length}${doneWords}` : '';
  return `${changed}${failed.length > 0 ? `${failed.length}名は変更できませんでした。` : ''}${interruptionWords(run)}`;
}

/**
 * The progress and results of a change of many people: who was changed, who was not and why, and a retry for the
 * latter.
 */
function BulkResults({ run, doneWords }: BulkResultsProps) {
  const { done, failed, left, isRunning } = run;
  const againCount = failed.length + left.length;
  return (
    <Stack gap="xs">
      <LeaveGuard isDirty={() => isRunning} coversSearch consequence="変更は途中で止まります。" isLoss={false} />
      {isRunning && <Running {...run} />}
      {!isRunning && (
        <Text fw={700} role="status">
          {summaryWords(run, doneWords)}
        </Text>
      )}
      <ul className={`${classes.results} hide-if-empty plain-list grid gap-4`} aria-label="できなかった人">
        {failed.map(({ row: { person }, reason }) => (
          <li key={person.id}>
            <span className="bold" translate="no">
              {nameOf(person)}
            </span>
            <span className="c-bad">{reason}</span>
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <details>
          <summary className={classes.summary}>変更した人（{done.length}名）</summary>
          <ul className={`${classes.results} hide-if-empty plain-list grid gap-4`} aria-label="変更した人">
            {done.map(({ row: { person } }) => (
              <li key={person.id} translate="no">
                {nameOf(person)}（{person.username ?? '–'}）
              </li>
            ))}
          </ul>
        </details>
      )}
      {!isRunning && againCount > 0 && (
        <Group>
          <Button onClick={() => void run.again()}>残りの{againCount}名をもう一度</Button>
        </Group>
      )}
    </Stack>
  );
}

/** Suspends the selected people's accounts, or reactivates them. */
function ActivePanel({ people }: PanelProps) {
  const [active, setActive] = useState(false);
  const run = useBulkRun();
  if (run.isStarted) {
    return <BulkResults run={run} doneWords={active ? '名の利用を再開しました。' : '名を利用停止にしました。'} />;
  }
  const start = (next: boolean) => {
    setActive(next);
    void run.start(people.map((person) => ({ person, changes: { active: next } })));
  };
  return (
    <Stack gap="xs">
      <Text size="sm">利用停止にした人は、ログインできなくなります。学習の記録は残り、再開すると続けられます。</Text>
      <Group gap="xs">
        <Button onClick={() => start(false)}>{people.length}名を利用停止にする</Button>
        <Button variant="default" onClick={() => start(true)}>
          {people.length}名の利用を再開する
        </Button>
      </Group>
    </Stack>
  );
}

/** Makes a course required of the selected learners by a date. */
function AssignPanel({ people, onClose }: PanelProps) {
  const { data: courses = [] } = useQuery(courseQueries.list());
  const userIds = people.filter(({ role }) => role === 'STUDENT').map(({ id }) => id);
  if (userIds.length === 0) return <Text size="sm">選んだ中に受講者がいません。</Text>;
  if (userIds.length > MAX_ASSIGNED_USERS) {
    return (
      <Text size="sm">
        人を選んで必修にできるのは{MAX_ASSIGNED_USERS}名までです。企業の全員なら、企業の画面で必修を追加してください。
      </Text>
    );
  }
  return (
    <>
      <Text size="sm">受講者{userIds.length}名の必修にします。</Text>
      <AssignmentForm
        courses={courses.filter(({ status }) => status === 'published')}
        target={{ userIds }}
        assignment={undefined}
        addedWords={`${userIds.length}名の必修にしました`}
        onSaved={onClose}
        onCancel={onClose}
      />
    </>
  );
}

const NO_COMPANY = 'none';

/** Moves the selected people into a company, or removes them from theirs. */
function MovePanel({ people }: PanelProps) {
  const { data: companies = [] } = useQuery(companyQueries.list());
  const [target, setTarget] = useState('');
  const run = useBulkRun();
  const companyId = target === NO_COMPANY ? null : target.replace(/^id:/, '');
  const name = companies.find(({ id }) => id === companyId)?.name;
  if (run.isStarted) {
    return <BulkResults run={run} doneWords={name ? `名を${name}に移しました。` : '名の企業をなしにしました。'} />;
  }
  const data = [
    { value: '', label: '企業を選んでください', disabled: true },
    ...companies.map((company) => ({ value: `id:${company.id}`, label: company.name })),
    { value: NO_COMPANY, label: '企業なし' },
  ];
  const start = () => void run.start(people.map((person) => ({ person, changes: { companyId } })));
  return (
    <Stack gap="xs" maw="32em">
      <NativeSelect
        label="移す先の企業"
        data={data}
        value={target}
        onChange={(event) => setTarget(event.currentTarget.value)}
      />
      <Group>
        <Button disabled={target === ''} onClick={start}>
          {people.length}名を移す
        </Button>
      </Group>
    </Stack>
  );
}

interface SlipActionsProps {
  slips: readonly Slip[];
  isKept: boolean;
  onKept: () => void;
}

function SlipActions({ slips, isKept, onKept }: SlipActionsProps) {
  const save = () => {
    const rows = slips.map(({ person: { username, name }, password }) => [username ?? '', name ?? '', password]);
    void saveFile('新しいパスワード.csv', toCsv([['ユーザー名', '氏名', 'パスワード'], ...rows])).then(
      (outcome) => outcome === 'saved' && onKept(),
    );
  };
  const print = () => {
    window.print();
    onKept();
  };
  return (
    <Stack gap="xs">
      <Text size="sm">パスワードはどこにも残りません。この画面を閉じる前に、印刷するか保存してください。</Text>
      <Group gap="xs">
        <Button variant={isKept ? 'default' : 'filled'} onClick={print}>
          {slips.length}名の控えを印刷
        </Button>
        <Button variant="default" onClick={save}>
          CSVで保存
        </Button>
      </Group>
      <PasswordSlips slips={slips} />
    </Stack>
  );
}

/**
 * Gives the selected people new passwords, shown on slips to print or save, because the passwords are stored nowhere.
 */
function PasswordPanel({ people }: PanelProps) {
  const { id: by } = useMe();
  const [isKept, setKept] = useState(false);
  const run = useBulkRun({ onReached: (ids) => noteNewPasswords(by, ids) });
  if (!run.isStarted) {
    const start = () => void run.start(people.map((person) => ({ person, changes: { password: makePassword() } })));
    return (
      <Stack gap="xs">
        <Text size="sm">いまのパスワードは使えなくなり、ログイン中の端末はログアウトします。</Text>
        <Group>
          <Button onClick={start}>{people.length}名のパスワードを新しくする</Button>
        </Group>
      </Stack>
    );
  }
  const passwords = new Map(run.done.map(({ row: { person, changes } }) => [person.id, changes.password]));
  const slips = people.flatMap((person) => {
    const password = passwords.get(person.id);
    return password === undefined ? [] : [{ person, password }];
  });
  const keep = () => {
    setKept(true);
    noteNewPasswords(by, []);
  };
  return (
    <Stack gap="sm">
      <BulkResults run={run} doneWords="名のパスワードを新しくしました。" />
      {!run.isRunning && slips.length > 0 && <SlipActions slips={slips} isKept={isKept} onKept={keep} />}
      <LeaveGuard
        isDirty={() => !run.isRunning && slips.length > 0 && !isKept}
        coversSearch
        consequence="新しいパスワードの控えは失われます。"
      />
    </Stack>
  );
}
