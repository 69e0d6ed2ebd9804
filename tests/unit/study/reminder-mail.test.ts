/**
 * Tests links that open the mail program: hostile addresses, several mails for many recipients, and what a mail reveals
 * about learners.
 */
import { describe, expect, test } from 'vitest';

import {
  isMailAddress,
  mailLots,
  mailToOne,
  MAX_MAIL_LINK,
  reminderToOne,
  reminderToSeveral,
} from '@/study/people/reminder-mail';

const course = { title: '情報セキュリティの基本', url: 'https://learn.example/courses/security', due: '12月31日まで' };
const mail = reminderToSeveral(course);

/** Reads a link as a mail program does. */
function readLink(href: string) {
  const { protocol, pathname, search } = new URL(href);
  const fields = search
    .slice(1)
    .split('&')
    .map((field) => field.split('=').map((part) => decodeURIComponent(part)));
  return { protocol, to: decodeURIComponent(pathname), fields: Object.fromEntries(fields) as Record<string, string> };
}

describe('addresses', () => {
  const hostile = [
    'a@b.example\r\nBcc: all@b.example',
    'a@b.example\nBcc: all@b.example',
    'a@b.example%0D%0ABcc:all@b.example',
    'a@b.example,all@b.example',
    'a,b@c.example',
    'a@b.example;all@b.example',
    'a@b@c.example',
    'Boss <all@b.example>',
    '"a"@b.example',
    'a(b)@c.example',
    'a @b.example',
    'a\u2028@b.example',
    'a\u200B@b.example',
    'a%2C@b.example',
    'list:a@b.example',
    'a@b.example\0',
    '',
  ];
  test.each(hostile)('a reminder mail leaves out the address %j', (address) => {
    expect(isMailAddress(address)).toBe(false);
    expect(mailLots([address, 'good@b.example'], mail).map((lot) => lot.addresses)).toEqual([['good@b.example']]);
    expect(() => mailToOne(address, mail)).toThrow(RangeError);
  });

  const odd = [
    'a?subject=x@b.example',
    'a&body=x@b.example',
    "o'neil+x@b.example",
    'abc..def.@docomo.example',
    '山田@例え.jp',
    'a#b@c.example',
    'a=b@c.example',
  ];
  test.each(odd)('a reminder mail keeps %j as one recipient, without another field of the mail', (address) => {
    for (const href of [mailToOne(address, mail), ...mailLots([address], mail).map((lot) => lot.href)]) {
      const { protocol, to, fields } = readLink(href);
      expect(protocol).toBe('mailto:');
      expect(to || fields.bcc).toBe(address);
      expect(Object.keys(fields).filter((name) => name !== 'bcc')).toEqual(['subject', 'body']);
      expect(fields.subject).toBe('学習のお知らせ');
      expect(href).not.toMatch(/[\r\n]/);
    }
  });
});

describe('lots', () => {
  const addresses = Array.from({ length: 300 }, (_, index) => `person.${index}@company.example`);

  test('each mailto link has at most 1,800 characters, and every address is in one of them', () => {
    const lots = mailLots(addresses, mail);
    expect(lots.flatMap((lot) => lot.addresses)).toEqual(addresses);
    expect(Math.max(...lots.map(({ href }) => href.length))).toBeLessThanOrEqual(MAX_MAIL_LINK);
    expect(lots.map(({ href }) => readLink(href).fields.bcc?.split(','))).toEqual(lots.map((lot) => lot.addresses));
  });

  test('a mailto link is filled: the next address would exceed its maximum length', () => {
    const [first, second] = mailLots(addresses, mail);
    const next = second?.addresses[0] ?? '';
    expect(`${first?.href},${next}`.length).toBeGreaterThan(MAX_MAIL_LINK);
  });

  test('an address given twice is in the mailto links once', () => {
    expect(mailLots(['a@b.example', 'a@b.example'], mail).map((lot) => lot.addresses)).toEqual([['a@b.example']]);
  });

  test('the longest title leaves room for an address in a mailto link', () => {
    const long = reminderToSeveral({ ...course, title: '𠮷'.repeat(200) });
    const [lot] = mailLots([`${'a'.repeat(64)}@${'b'.repeat(180)}.example`], long);
    expect(lot?.href.length).toBeLessThanOrEqual(MAX_MAIL_LINK);
  });
});

describe('the text', () => {
  test('a reminder mail to several people has course, date and link', () => {
    expect(mail.body).toBe(
      '学習のお知らせです。\n\nコース：情報セキュリティの基本\n期限：12月31日まで\nhttps://learn.example/courses/security',
    );
  });

  test("a reminder mail to one person also has the person's name and the reason", () => {
    expect(reminderToOne('山田 花子', course, '16日学習していません：未読12').body).toBe(
      `山田 花子 さん\n\n${mail.body}\n\n16日学習していません：未読12`,
    );
  });

  test('a reminder mail without a due date leaves out that line; lines end with CRLF', () => {
    const { body } = reminderToSeveral({ ...course, due: undefined });
    expect(body).not.toContain('期限');
    expect(readLink(mailToOne('a@b.example', mail)).fields.body).toContain('\r\n');
  });
});
