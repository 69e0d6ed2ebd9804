/** Reads the fields of one row of a user file, and collects errors and notices. */
import * as z from 'zod/mini';

import type { Company } from '@/api/companies';
import { newUserSchema } from '@/api/user-edits';
import type { CurrentUser, User } from '@/api/users';
import { describeIssue } from '@/lib/field-messages';
import { type Role, roles } from '@/session/roles';

import { fold } from './known-people';
import { roleNames } from './role-names';
import { type Cells, type Column, columnWords, statusNames } from './user-cells';

/** An error or a notice about a cell. */
export interface RowFault {
  column: string;
  reason: string;
}

/** The longest cell that is searched for an e-mail address. */
const MOST_OF_EMAIL = 500;

/**
 * Returns an address without what mail programs and spreadsheets write around it: `mailto:`, `名前 <a@b>`, full width, a
 * full stop at the end. An address that cannot be told for sure is refused with the reason: several addresses, or a
 * comma for a dot.
 */
export function mendEmail(cell: string): { email: string; reason?: string } {
  const plain = cell
    .normalize('NFKC')
    .replaceAll(/(?!\s)[\p{Cf}\p{Cc}]/gu, '')
    .trim();
  if (plain.length > MOST_OF_EMAIL) return { email: plain };
  const [, inBrackets] = /<([^<>]*)>[;,\s]*$/.exec(plain) ?? [];
  const bare = (inBrackets ?? plain)
    .trim()
    .replace(/^mailto:\s*/i, '')
    .replace(/(@[^?]*)\?.*$/s, '$1')
    .replace(/\s*\([^()@]*\)$/, '')
    .replace(/^(["'([「])(.*)["')\]」]$/s, '$2')
    // The sign by which a spreadsheet keeps a cell as text.
    .replace(/^'/, '')
    .replaceAll('。', '.')
    .replace(/[;,.、\s]+$/, '');
  const ats = bare.split('@').length - 1;
  if (ats > 1) return { email: bare, reason: 'アドレスが2つ以上あるか、@が余分です。' };
  if (ats === 1 && /[,、]/.test(bare))
    return { email: bare, reason: `「${bare}」にコンマがあります。ピリオドなら直してください。` };
  if (ats === 1 && /[;<>()[\]:\\"\s]/.test(bare))
    return { email: bare, reason: `「${bare}」に、アドレスに使えない文字があります。` };
  // Before the @, old addresses of mobile phones have such dots.
  if (/@(?:\.|[^@]*\.\.)/.test(bare)) return { email: bare, reason: `「${bare}」の@のあとのピリオドが余分です。` };
  return { email: bare };
}

export class RowReader {
  /** Errors that keep the row from being imported. */
  readonly faults: RowFault[] = [];
  /** Wrong values of optional cells: the row is imported without them. */
  readonly notices: RowFault[] = [];

  constructor(
    private readonly cells: Cells,
    private readonly context: { me: CurrentUser; companies: readonly Company[]; companyId?: string },
  ) {}

  fault(column: Column, reason: string): undefined {
    this.faults.push({ column: columnWords(column), reason });
    return undefined;
  }

  private leaveOut(column: Column, reason: string): undefined {
    this.notices.push({ column: columnWords(column), reason: `${reason}この欄は取り込みません。` });
    return undefined;
  }

  /** Validates a cell with the API's schema. */
  private check(column: keyof typeof newUserSchema.shape & Column, value: string): { data?: string; reason?: string } {
    const { data, error } = z.safeParse(newUserSchema.shape[column], value, { error: describeIssue });
    return error ? { reason: error.issues[0]?.message ?? '' } : { data: data ?? undefined };
  }

  /**
   * Reads a required cell.
   *
   * @param pattern gives a better message for invalid characters than the schema of the form.
   */
  text(column: 'username' | 'name', pattern?: string): string | undefined {
    const value = this.cells[column]?.trim() ?? '';
    const { data, reason } = this.check(column, value);
    return reason === undefined ? data : this.fault(column, (value && pattern) || reason);
  }

  /** Reads the address, and reports how it was mended. */
  email(): string | null | undefined {
    const written = this.cells.email?.trim();
    if (!written) return this.optional('email', written);
    const { email, reason } = mendEmail(written);
    if (reason !== undefined) return this.leaveOut('email', reason);
    const read = this.optional('email', email);
    if (typeof read === 'string' && read !== written)
      this.notices.push({ column: columnWords('email'), reason: `「${written}」を「${read}」として取り込みます。` });
    return read;
  }

  optional(column: 'email' | 'nameKana', value = this.cells[column]?.trim()): string | null | undefined {
    if (value === undefined) return undefined;
    if (value === '') return null;
    const { data, reason } = this.check(column, value);
    return reason === undefined ? data : this.leaveOut(column, reason);
  }

  role(): Role | undefined {
    const value = fold(this.cells.role ?? '');
    if (value === '') return undefined;
    const role = roles.find((each) => fold(each) === value || fold(roleNames[each]) === value);
    const words = Object.values(roleNames).join('・');
    return role ?? this.leaveOut('role', `「${this.cells.role}」という役割はありません（${words}）。`);
  }

  /** A new person for whom the file names no company gets the company of the import. */
  companyId(user: User | undefined): string | null | undefined {
    const value = this.cells.company;
    if (!user && this.context.companyId !== undefined && !value?.trim()) return this.context.companyId;
    if (value === undefined) return undefined;
    if (value.trim() === '') return null;
    const matches = this.context.companies.filter(({ name }) => fold(name) === fold(value));
    // Among companies of the same name, prefer the user's own, because an export does not distinguish them.
    const own = matches.find(({ id }) => id === user?.companyId);
    if (own) return own.id;
    if (matches.length > 1) return this.leaveOut('company', `「${value}」という企業がいくつもあり、区別できません。`);
    return matches[0]?.id ?? this.leaveOut('company', `「${value}」という企業はありません。`);
  }

  active(): boolean | undefined {
    const value = fold(this.cells.status ?? '');
    if (value === '') return undefined;
    if ([fold(statusNames.true), 'active', 'true'].includes(value)) return true;
    if ([fold(statusNames.false), 'inactive', 'suspended', 'false'].includes(value)) return false;
    return this.leaveOut('status', `「${this.cells.status}」は使えません（利用中・利用停止）。`);
  }

  password(): string | undefined {
    const value = this.cells.password ?? '';
    if (value === '') return undefined;
    const { data, reason } = this.check('password', value);
    return reason === undefined ? data : this.leaveOut('password', reason);
  }

  /** Checks permissions as far as one row allows (docs/wire.md, "Rights"); the server decides. */
  checkRights(user: User | undefined, role: Role | undefined, active: boolean | undefined): void {
    const { me } = this.context;
    if (me.role !== 'ADMIN' && (user?.role === 'ADMIN' || role === 'ADMIN')) {
      this.fault('role', '管理者を登録したり変更したりできるのは、管理者だけです。');
    }
    if (user?.id === me.id && active === false) this.fault('status', '自分のアカウントは停止できません。');
  }
}
