/**
 * The profile screen: a person's data and study record; the user's own profile adds account, display settings and this
 * device.
 */
import { Alert, Anchor, Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

import type { ProgressDetail, ProgressSummary } from '@/api/progress';
import { nameOf, type User } from '@/api/users';
import { mailtoOf } from '@/lib/mail-address';
import { useService } from '@/queries/info';
import { meQueries, useCan, useMe } from '@/queries/me';
import { companyQueries } from '@/queries/people/companies';
import { userQueries } from '@/queries/people/users';
import { progressQueries, useOwnProgress, useProgressOf } from '@/queries/progress/progress';
import { useReachability } from '@/queries/reachability';
import { can } from '@/session/roles';
import { now } from '@/storage/now';
import { isCompleted } from '@/study/completed';
import { courseStudyWords } from '@/study/course-study-words';
import { dueWords } from '@/study/due-words';
import { lastStudyOf } from '@/study/last-study';
import { stateNames } from '@/study/outline/state-names';
import { behindReason } from '@/study/people/behind-reason';
import { learnerStatusOf } from '@/study/people/learner-status';
import { requiredStatusOf } from '@/study/people/required-status';
import type { OwnProgress } from '@/study/unconfirmed';
import { DisplayControls } from '@/ui/display/DisplayControls';
import { formatDateTime } from '@/ui/formats';

import '@mantine/core/styles/Alert.layer.css';
import { focusFirstField, takeFocusOfForm } from '@/ui/keys/form-focus';
import { lazyAsked } from '@/ui/lazy-asked';
import { LinkButton } from '@/ui/LinkButton';
import { SupportAddress } from '@/ui/notices/SupportAddress';
import { showToast } from '@/ui/notices/toast';
import { PageTitle } from '@/ui/PageTitle';
import { StateMark } from '@/ui/StateMark';

import { emailWords, ProfileFacts } from './ProfileFacts';
import { PersonStudy, StudyRecord } from './StudyRecord';
import { useRequired } from './use-required';

import factsClasses from './ProfileFacts.module.css';
import classes from './ProfileScreen.module.css';
import '@mantine/core/styles/Skeleton.layer.css';

/** A learner's state with its reason in words, and the courses that are required of them, for editing roles. */
function PersonStatus({ user, progress }: { user: User; progress: ProgressDetail }) {
  const { assignments, person, required } = useRequired(user, progress);
  const nowMs = now();
  const titleOf = (courseId: string) => progress.courses.find((one) => one.courseId === courseId)?.courseTitle;
  const isSuspended = user.active === false;
  const state = isSuspended ? 'suspended' : (requiredStatusOf(required, user, nowMs) ?? learnerStatusOf(user, nowMs));
  if (!state) return null;
  return (
    <Card component="section" aria-label="受講状況" className="grid gap-8">
      <p className="row wrap gap-8-16 m-0">
        <StateMark state={state}>{stateNames[state]}</StateMark>
        {state === 'behind' && <span>{behindReason(person, assignments, titleOf, nowMs)}</span>}
      </p>
      {required.length > 0 && (
        <ul className="m-0 list-indent" aria-label="必修">
          {required.map((course) => (
            <li key={`${course.courseId} ${course.dueAt}`}>
              必修「{titleOf(course.courseId) ?? 'コース'}」
              <Text span size="sm" c="dimmed">
                {isCompleted(course) ? '' : `${dueWords(course.dueAt, nowMs)} ・ `}
                {courseStudyWords(course)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A company's name, linked for those who may open the company's screen. */
function CompanyLink({ companyId, name }: { companyId: string; name: string | undefined }) {
  const canOpen = useCan('company.view');
  if (!name) return '–';
  if (!canOpen) return <span translate="no">{name}</span>;
  return (
    <Anchor component={Link} to={`/companies/${companyId}`} className={factsClasses.link} translate="no">
      {name}
    </Anchor>
  );
}

/** Teachers edit all users except admins (docs/wire.md, "Rights"). */
function useCanEdit(user: User): boolean {
  const { role } = useMe();
  return can(role, 'user.edit') && (role === 'ADMIN' || user.role !== 'ADMIN');
}

function Actions({ user, isOwn }: { user: User; isOwn: boolean }) {
  const canEdit = useCanEdit(user);
  return (
    <Group gap="xs">
      {isOwn ? (
        <LinkButton to="/record/{-$courseId}" variant="default">
          受講記録簿
        </LinkButton>
      ) : (
        <LinkButton to="/users/record/$userId/{-$courseId}" params={{ userId: user.id }} variant="default">
          受講記録簿
        </LinkButton>
      )}
      {!isOwn && user.companyId && user.role === 'STUDENT' && (
        <LinkButton
          to="/companies/$companyId"
          params={{ companyId: user.companyId }}
          search={{ view: 'report', person: user.id }}
          variant="default"
        >
          報告書
        </LinkButton>
      )}
      {!isOwn && user.email && (
        <Button component="a" href={mailtoOf(user.email)} variant="default">
          メールを書く
        </Button>
      )}
      {canEdit && !isOwn && (
        <LinkButton to="/users/edit/$userId" params={{ userId: user.id }} hash="password" variant="default">
          新しいパスワード
        </LinkButton>
      )}
      {canEdit && (
        <LinkButton to="/users/edit/$userId" params={{ userId: user.id }} variant="default">
          編集
        </LinkButton>
      )}
    </Group>
  );
}

/** Says how old the numbers on the screen are, while the server cannot be reached. */
function CopyNotice({ updatedAt }: { updatedAt: number }) {
  if (useReachability()) return null;
  return (
    <Alert className="border bg-wait c-wait" role="status">
      オフラインです。{formatDateTime(new Date(updatedAt).toISOString())}
      に受け取った記録と、この端末の学習を表示しています。
    </Alert>
  );
}

const DetailsForm = lazyAsked(() => import('./DetailsForm').then((module) => module.DetailsForm));
const PasswordForm = lazyAsked(() => import('./PasswordForm').then((module) => module.PasswordForm));

type Part = 'details' | 'password';

/** Returns the focus, when a form closes, to the button that opened the form. */
function useFocusFor(open: Part | undefined) {
  const place = useRef<HTMLDivElement>(null);
  const last = useRef<Part>(undefined);
  useEffect(() => {
    if (!open && last.current) {
      takeFocusOfForm(place.current?.querySelector<HTMLElement>(`button[data-part="${last.current}"]`));
    }
    last.current = open;
  }, [open]);
  return place;
}

/** The own account: details and password, each with a form that loads when opened; one form at a time. */
function AccountCard() {
  const me = useMe();
  const [open, setOpen] = useState<Part>();
  const place = useFocusFor(open);
  const close = () => setOpen(undefined);
  const handleSaved = (label: string) => {
    close();
    void showToast('success', `${label}を変更しました`);
  };
  const parts = [
    {
      part: 'details',
      label: '氏名・メールアドレス',
      value: emailWords(me),
      Form: DetailsForm,
    },
    { part: 'password', label: 'パスワード', value: '••••••••', Form: PasswordForm },
  ] as const;
  return (
    <Card component="section" aria-labelledby="account" className={classes.card}>
      <h2 id="account" className="m-0 text-xl">
        アカウント
      </h2>
      <div ref={place}>
        {parts.map(({ part, label, value, Form }) => (
          <div key={part} className={classes.part}>
            <div className="row justify-between gap-12 touch">
              <div className="min-w-0">
                <h3 className="m-0 text-lg">{label}</h3>
                {open !== part && (
                  <span className="c-muted text-sm" translate="no">
                    {part === 'details' ? `${me.name} ・ ${value}` : value}
                  </span>
                )}
              </div>
              {/* Hidden while a form is open, because opening another would discard typed text. */}
              {!open && (
                <Button variant="default" data-part={part} aria-label={`${label}を変更`} onClick={() => setOpen(part)}>
                  変更
                </Button>
              )}
            </div>
            {open === part && (
              <Suspense fallback={<Skeleton height={240} />}>
                <div ref={focusFirstField} className={classes.form}>
                  <Form onSaved={() => handleSaved(label)} onCancel={close} onMissing={close} />
                </div>
              </Suspense>
            )}
          </div>
        ))}
      </div>
    </Card>
  );
}

/** The sections that only the user's own profile has: account, display settings, this device, support and version. */
function OwnSettings({ device }: { device: ReactNode }) {
  const { supportEmail } = useService();
  return (
    <>
      <AccountCard />
      <Card component="section" aria-labelledby="display-settings" className="grid gap-16" id="display">
        <h2 id="display-settings" className="m-0 text-xl">
          表示設定
        </h2>
        <DisplayControls />
      </Card>
      {device}
      <SupportAddress address={supportEmail} />
      <Text size="sm" c="dimmed" className="text-center">
        まなびば バージョン {__APP_VERSION__}
      </Text>
    </>
  );
}

interface ProfileProps {
  title: ReactNode;
  user: User;
  isOwn: boolean;
  companyName: string | undefined;
  progress: OwnProgress;
  /** The progress summary; undefined where the server has none. */
  summary: ProgressSummary | undefined;
  /** When the summary was fetched, in ms since 1970. */
  summaryAt: number;
  device: ReactNode;
  required?: ReactNode;
}

function Profile({ title, user, isOwn, companyName, progress, summary, summaryAt, device, required }: ProfileProps) {
  const company = user.companyId && <CompanyLink companyId={user.companyId} name={companyName} />;
  const facts = <ProfileFacts user={user} company={company} progress={progress} />;
  return (
    <Stack gap="md">
      <PageTitle actions={<Actions user={user} isOwn={isOwn} />}>{title}</PageTitle>
      {isOwn && summary && <CopyNotice updatedAt={summaryAt} />}
      {isOwn ? (
        <>
          <StudyRecord {...{ progress, summary, facts }} />
          <OwnSettings device={device} />
        </>
      ) : (
        <>
          <PersonStatus user={user} progress={progress} />
          {user.role === 'STUDENT' && required}
          <PersonStudy {...{ user, progress, summary, facts }} />
        </>
      )}
    </Stack>
  );
}

function OwnProfile({ title, device }: Pick<ProfileScreenProps, 'title' | 'device'>) {
  const me = useMe();
  const progress = useOwnProgress();
  const { data: summary, dataUpdatedAt } = useQuery(progressQueries.summary(me.id));
  const { data: company } = useQuery(meQueries.company());
  const lastStudiedAt = lastStudyOf([me.lastStudiedAt, summary?.lastStudiedAt], progress);
  return (
    <Profile
      isOwn
      title={title ?? <span translate="no">{me.name}</span>}
      user={{ ...me, lastStudiedAt }}
      companyName={company?.name}
      summaryAt={dataUpdatedAt}
      {...{ progress, summary, device }}
    />
  );
}

function PersonProfile({ userId, title, device, required }: ProfileScreenProps) {
  const { data: user } = useSuspenseQuery(userQueries.detail(userId));
  const { data: summary, dataUpdatedAt } = useQuery(progressQueries.summary(userId));
  const { companyId = null } = user;
  const { data: company } = useQuery({ ...companyQueries.detail(companyId ?? ''), enabled: companyId !== null });
  const progress = useProgressOf(userId);
  const lastStudiedAt = lastStudyOf([user.lastStudiedAt, summary?.lastStudiedAt], progress);
  return (
    <Profile
      isOwn={false}
      title={title ?? <span translate="no">{nameOf(user)}</span>}
      user={{ ...user, lastStudiedAt }}
      companyName={company?.name}
      summaryAt={dataUpdatedAt}
      {...{ progress, summary, device, required }}
    />
  );
}

export interface ProfileScreenProps {
  userId: string;
  /** The screen's heading; the person's name if omitted. */
  title?: string;
  /** Sections about this device, shown in one's own profile: stored courses, how to install. */
  device: ReactNode;
  /** The section with the courses that are required of another learner. */
  required?: ReactNode;
}

export function ProfileScreen(props: ProfileScreenProps) {
  return useMe().id === props.userId ? <OwnProfile {...props} /> : <PersonProfile {...props} />;
}
