/**
 * Makes links that open the mail program with a reminder (RFC 6068). Several recipients are BCC, split into batches
 * that mail programs accept.
 */

/** Maximum length of a mailto link, encoded characters: some mail programs cut longer ones. */
export const MAX_MAIL_LINK = 1800;
/** Maximum length of a title in the link, because one letter takes up to 12 encoded characters. */
const MAX_TITLE = 60;

export interface Mail {
  subject: string;
  /** The text of the mail; lines are separated by `\n`. */
  body: string;
}

/**
 * Returns true if an address can go into a link: one `@`, and no character that separates addresses, starts a name or a
 * comment, ends a line, or could be decoded twice.
 */
export function isMailAddress(address: string | undefined | null): address is string {
  return /^[^@\s\p{C},;:<>()[\]\\"%]+@[^@\s\p{C},;:<>()[\]\\"%]+$/u.test(address ?? '');
}

/**
 * Encodes an address for a mailto link, including `?` and `&`; the `@` stays, because some mail programs do not decode
 * it.
 */
const encodeAddress = (address: string) => encodeURIComponent(address).replace('%40', '@');

const encodeMail = ({ subject, body }: Mail) =>
  `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`;

/** Returns the link for a mail to one person. @throws {RangeError} when the address cannot go into a link. */
export function mailToOne(address: string, mail: Mail): string {
  if (!isMailAddress(address)) throw new RangeError('not a mail address');
  return `mailto:${encodeAddress(address)}?${encodeMail(mail)}`;
}

/**
 * Separates addresses: the comma of RFC 6068, or the semicolon, without which classic Outlook reads several addresses
 * as one.
 */
export type AddressSeparator = ',' | ';';

/** A batch of the recipients, with the link that opens a mail to them. */
export interface MailLot {
  addresses: readonly string[];
  href: string;
}

/**
 * Splits recipients into mails whose links have at most 1,800 characters; each mail has at least one address. Addresses
 * that cannot go into a link are left out.
 */
export function mailLots(addresses: readonly string[], mail: Mail, separator: AddressSeparator = ','): MailLot[] {
  const end = `&${encodeMail(mail)}`;
  const hrefOf = (some: readonly string[]) => `mailto:?bcc=${some.map(encodeAddress).join(separator)}${end}`;
  const lots: string[][] = [];
  for (const address of new Set(addresses.filter(isMailAddress))) {
    const last = lots.at(-1);
    if (last && hrefOf([...last, address]).length <= MAX_MAIL_LINK) last.push(address);
    else lots.push([address]);
  }
  return lots.map((lot) => ({ addresses: lot, href: hrefOf(lot) }));
}

/** The facts in a reminder mail. */
export interface ReminderCourse {
  title: string;
  /** Absolute. */
  url: string;
  /** The required date, e.g. 「12月31日まで」; undefined where no date is set. */
  due: string | undefined;
}

function shortTitle(title: string): string {
  const letters = Array.from(title);
  return letters.length > MAX_TITLE ? `${letters.slice(0, MAX_TITLE).join('')}…` : title;
}

/** Returns the reminder mail for several people: course, date and link, and no personal data of any recipient. */
export function reminderToSeveral({ title, url, due }: ReminderCourse): Mail {
  const lines = ['学習のお知らせです。', '', `コース：${shortTitle(title)}`, ...(due ? [`期限：${due}`] : []), url];
  return { subject: '学習のお知らせ', body: lines.join('\n') };
}

/**
 * Returns the reminder mail for one person, with the name.
 *
 * @param reason why they are behind, e.g. from `behindReason`.
 */
export function reminderToOne(name: string, course: ReminderCourse, reason?: string): Mail {
  const { subject, body } = reminderToSeveral(course);
  return { subject, body: [`${name} さん`, '', body, ...(reason ? ['', reason] : [])].join('\n') };
}
