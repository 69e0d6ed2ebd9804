/**
 * Opens the mail program with a reminder: a mail to several people contains only course, date and link, a mail to one
 * person also name and reason.
 */
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Assignment } from '@/api/assignments';
import type { Course } from '@/api/courses';
import { nameOf, type User } from '@/api/users';
import { stateOf } from '@/features/companies/people-states';
import { courseQueries } from '@/queries/curriculum/courses';
import { assignmentQueries } from '@/queries/people/assignments';
import { userQueries } from '@/queries/people/users';
import { now } from '@/storage/now';
import { dueDayWords } from '@/study/due-words';
import { behindReason } from '@/study/people/behind-reason';
import {
  type AddressSeparator,
  isMailAddress,
  type Mail,
  mailLots,
  mailToOne,
  type ReminderCourse,
  reminderToOne,
  reminderToSeveral,
} from '@/study/people/reminder-mail';

import type { PanelProps } from './bulk-panels';
import { useAddressSeparator } from './use-address-separator';

import '@mantine/core/styles/Combobox.layer.css';

interface Choice extends ReminderCourse {
  /** The value that identifies a course in the select element, unique even when a course is required twice. */
  key: string;
}

const urlOf = (courseId: string) => new URL(`/courses/${courseId}`, globalThis.location.href).href;

/**
 * Returns the courses that a reminder mail can be about: first those required of the people, earliest date first, then
 * all that are no drafts, as far as known.
 */
function choicesOf(people: readonly User[], assignments: readonly Assignment[], courses: readonly Course[]): Choice[] {
  const visible = courses.filter(({ status }) => status !== 'draft');
  const concerns = ({ companyId, userIds }: Assignment) =>
    people.some((person) => (companyId === undefined ? userIds?.includes(person.id) : person.companyId === companyId));
  const required = assignments.filter(concerns).flatMap(({ id, courseId, dueAt }) => {
    const course = visible.find((one) => one.id === courseId);
    if (!course) return [];
    return [{ key: `required:${id}`, title: course.title, url: urlOf(courseId), due: dueDayWords(dueAt, now()) }];
  });
  const free = visible.map(({ id, title }) => ({ key: `course:${id}`, title, url: urlOf(id), due: undefined }));
  return [...required, ...free];
}

/** Returns why the mail's single recipient is behind; undefined for several people, or if the reason is unknown. */
function useReason(people: readonly User[], assignments: readonly Assignment[], courses: readonly Course[]) {
  const [person] = people;
  const isOne = person !== undefined && people.length === 1 && stateOf(person) === 'behind';
  const { data, isLoading } = useQuery({
    ...userQueries.withShares(person ?? { id: '', username: '' }),
    enabled: isOne,
  });
  if (!isOne || !data) return { isLoading, reason: undefined };
  const titleOf = (courseId: string) => courses.find(({ id }) => id === courseId)?.title;
  return { isLoading, reason: behindReason(data, assignments, titleOf, now()) };
}

const separators: { value: AddressSeparator; label: string }[] = [
  { value: ',', label: 'カンマ（標準）' },
  { value: ';', label: 'セミコロン（Outlook）' },
];

function MailLinks({ people, mail }: { people: readonly User[]; mail: Mail }) {
  const [separator, setSeparator] = useAddressSeparator();
  const addresses = people.flatMap(({ email }) => (isMailAddress(email) ? [email] : []));
  const [only] = addresses;
  if (people.length === 1 && only !== undefined) {
    return (
      <Button component="a" href={mailToOne(only, mail)}>
        メールを開く
      </Button>
    );
  }
  const lots = mailLots(addresses, mail, separator);
  return (
    <>
      {addresses.length > 1 && (
        <NativeSelect
          label="宛先の区切り"
          description="Outlookで宛先が1件にまとまるときは、セミコロンにしてください。アドレスのコピーにも使います。"
          data={separators}
          value={separator}
          onChange={(event) => setSeparator(event.currentTarget.value as AddressSeparator)}
        />
      )}
      <Group gap="xs">
        {lots.map(({ addresses: lot, href }, index) => (
          <Button key={lot[0]} component="a" href={href}>
            {lots.length === 1 ? `メールを開く（${lot.length}名）` : `${index + 1}通目を開く（${lot.length}名）`}
          </Button>
        ))}
      </Group>
    </>
  );
}

function WithoutAddress({ people }: Pick<PanelProps, 'people'>) {
  const without = people.filter(({ email }) => !isMailAddress(email));
  if (without.length === 0) return null;
  return (
    <div>
      <Text size="sm">メールアドレスがない人（{without.length}名）には送れません。</Text>
      <Text size="sm" c="dimmed" translate="no">
        {without.map(nameOf).join('、')}
      </Text>
    </div>
  );
}

export function MailPanel({ people }: PanelProps) {
  const { data: courses, isLoading: hasNoCourses } = useQuery(courseQueries.list());
  const { data: assignments, isLoading: hasNoAssignments } = useQuery(assignmentQueries.all());
  const { isLoading, reason } = useReason(people, assignments ?? [], courses ?? []);
  const [key, setKey] = useState<string>();
  if (hasNoCourses || hasNoAssignments || isLoading) return <Text size="sm">読み込んでいます</Text>;
  const choices = choicesOf(people, assignments ?? [], courses ?? []);
  const chosen = choices.find((choice) => choice.key === key) ?? choices[0];
  if (!chosen) return <Text size="sm">お知らせできる公開中のコースがありません。</Text>;
  const [person] = people;
  const mail =
    people.length === 1 && person ? reminderToOne(nameOf(person), chosen, reason) : reminderToSeveral(chosen);
  return (
    <Stack gap="xs" maw="40em">
      <NativeSelect
        label="お知らせするコース"
        data={choices.map(({ key: value, title, due }) => ({ value, label: due ? `必修：${title}（${due}）` : title }))}
        value={chosen.key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <div className="p-8-16 border rounded-md break-anywhere pre-wrap" role="group" aria-label="メールの文面">
        {mail.body}
      </div>
      <WithoutAddress people={people} />
      <MailLinks people={people} mail={mail} />
    </Stack>
  );
}
