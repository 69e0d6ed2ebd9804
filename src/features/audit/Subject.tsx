/** The object that an audit entry is about, with its changes; links to the object's screen where it has one. */
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { AuditEntry } from '@/api/audit';

import classes from './Audit.module.css';

export function Subject({ entry: { action, kind, subjectId, subjectName, details } }: { entry: AuditEntry }) {
  const words = (
    <>
      <span className={classes.name}>{subjectName}</span>
      {details && (
        <Text component="span" size="sm" c="dimmed">
          {details}
        </Text>
      )}
    </>
  );
  const look = { className: classes.subject, translate: 'no', children: words } as const;
  if (action !== 'delete') {
    if (kind === 'user') return <Link to="/users/detail/$userId" params={{ userId: subjectId }} {...look} />;
    if (kind === 'company') return <Link to="/companies/$companyId" params={{ companyId: subjectId }} {...look} />;
    if (kind === 'course') return <Link to="/courses/$courseId" params={{ courseId: subjectId }} {...look} />;
    if (kind === 'lesson') return <Link to="/lessons/$lessonId" params={{ lessonId: subjectId }} {...look} />;
  }
  return <div {...look} />;
}
