/** The screens of 受講記録簿 (study record) and 修了証 (certificate): the user's own, and another user's for editing roles. */
import { VisuallyHidden } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { nameOf } from '@/api/users';
import { companyQueries } from '@/queries/companies';
import { meQueries, useMe } from '@/queries/me';
import { type StudyRecordView, useOwnRecord, useRecordOfPerson } from '@/queries/study-record';
import { userQueries } from '@/queries/users';
import { LinkButton } from '@/ui/LinkButton';

import { CertificateView } from './CertificateView';
import { type RecordPerson, RefusedNote } from './RecordPaper';
import { RecordView } from './RecordView';

export interface RecordScreenProps {
  /** The course whose certificate is shown; undefined for the whole record. */
  courseId: string | undefined;
}

interface ShownRecord extends RecordScreenProps {
  person: RecordPerson;
  record: StudyRecordView;
  /** The user whose record is shown; one's own if omitted. */
  otherUserId?: string;
}

function CertificateWords({ title }: { title: string }) {
  return (
    <>
      <VisuallyHidden>「{title}」の</VisuallyHidden>
      修了証
    </>
  );
}

function Shown({ person, record, otherUserId, courseId }: ShownRecord) {
  const linkTo = (to: string | undefined, label: ReactNode) =>
    otherUserId === undefined ? (
      <LinkButton to="/record/{-$courseId}" params={{ courseId: to }} variant="light" size="sm">
        {label}
      </LinkButton>
    ) : (
      <LinkButton
        to="/users/record/$userId/{-$courseId}"
        params={{ userId: otherUserId, courseId: to }}
        variant="light"
        size="sm"
      >
        {label}
      </LinkButton>
    );
  const note = otherUserId === undefined && <RefusedNote />;
  if (courseId !== undefined) {
    const recordLink = linkTo(undefined, '受講記録簿');
    return <CertificateView {...{ person, record, courseId, note, recordLink }} />;
  }
  return (
    <RecordView
      {...{ person, record, note }}
      renderCertificateLink={(id, title) => linkTo(id, <CertificateWords title={title} />)}
    />
  );
}

export function OwnRecordScreen({ courseId }: RecordScreenProps) {
  const me = useMe();
  const { data: company } = useQuery(meQueries.company());
  const person = { name: me.name, username: me.username, company: (me.companyId && company?.name) || undefined };
  return <Shown person={person} record={useOwnRecord(courseId)} courseId={courseId} />;
}

export function PersonRecordScreen({ courseId, userId }: RecordScreenProps & { userId: string }) {
  const { data: user } = useSuspenseQuery(userQueries.detail(userId));
  const { companyId = null } = user;
  const { data: company } = useQuery({
    ...companyQueries.detail(companyId ?? ''),
    enabled: companyId !== null,
  });
  const person = { name: nameOf(user), username: user.username, company: company?.name };
  return (
    <Shown person={person} record={useRecordOfPerson(userId, courseId)} otherUserId={userId} courseId={courseId} />
  );
}
