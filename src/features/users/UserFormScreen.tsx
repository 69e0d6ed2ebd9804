/** The screens with the user form: a new user, and an existing user with deletion behind ⋯. */
import {
  Anchor,
  Button,
  Card,
  Checkbox,
  Group,
  Menu,
  NativeSelect,
  PasswordInput,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import IconTrash from '~icons/trash';

import type { Company } from '@/api/companies';
import { MIN_PASSWORD_LENGTH, newUserSchema, type UpdateUser, userFieldNames } from '@/api/user-edits';
import { nameOf, type User, userSchema } from '@/api/users';
import { useFormStart } from '@/device/drafts/edit-drafts';
import { EditForm } from '@/forms/EditForm';
import { PersonFields } from '@/forms/PersonFields';
import { useCapability } from '@/queries/capabilities';
import { useMe } from '@/queries/me';
import type { ComparedFields } from '@/queries/newer-version';
import { companyQueries } from '@/queries/people/companies';
import { usePeopleEdits } from '@/queries/people/people-edits';
import { userQueries } from '@/queries/people/users';

import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { describeActionError } from '@/queries/save-errors';
import { type Role, roles } from '@/session/roles';
import { makePassword } from '@/study/people/make-password';
import { emptyAsNull, personFormFields } from '@/study/people/person-form-fields';
import { roleNames } from '@/study/people/role-names';
import { copyText } from '@/ui/copy-text';
import { EmptyState } from '@/ui/EmptyState';
import { type AppForm, useAppForm } from '@/ui/forms/use-app-form';
import { textOf, type ValueWords } from '@/ui/forms/value-words';
import { WholeSelect } from '@/ui/forms/WholeSelect';
import { firstFieldOf } from '@/ui/keys/form-focus';
import { MoreMenu } from '@/ui/MoreMenu';
import { ActionError } from '@/ui/notices/ActionError';
import { showToast } from '@/ui/notices/toast';

import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { PageTitle } from '@/ui/PageTitle';
import { ConfirmQuestion } from '@/ui/questions/ConfirmQuestion';
import { useAction } from '@/ui/questions/use-action';

export interface NewUserScreenProps {
  companyId?: string;
  onSaved: (user: User) => void;
  onCancel: () => void;
}

const { username, role, password } = newUserSchema.shape;

const fields = {
  username,
  ...personFormFields,
  role,
  companyId: z.union([emptyAsNull, z.string()]),
  active: z.boolean(),
  /** True if the editor confirmed that this STAFF user intentionally has no company. */
  isAlone: z.boolean(),
};

/** Requires a confirmation for a STAFF user without a company, because STAFF only see people of their own company. */
const confirmAlone = z.check<{ role: Role; companyId: string | null; isAlone: boolean }>(({ value, issues }) => {
  if (value.role !== 'STAFF' || value.companyId || value.isAlone) return;
  const message = '企業を選ぶか、このままでよいことを確かめてください。';
  issues.push({ code: 'custom', input: value.isAlone, path: ['isAlone'], message });
});

/**
 * The schemas of the user form: an empty reading of the name, address or company is sent as `null`, an empty password
 * is not sent.
 */
export const newUserFormSchema = z.object({ ...fields, password }).check(confirmAlone);
/** The schema for existing users: an empty password keeps the old one. */
export const userFormSchema = z.object({ ...fields, password: z.union([z.literal(''), password]) }).check(confirmAlone);

type UserFormValues = z.input<typeof userFormSchema>;
type UserFormOutput = z.output<typeof userFormSchema>;

/** The version that an edit is based on, for detecting conflicting edits (optimistic lock). */
const userVersionSchema = z.pick(userSchema, {
  username: true,
  name: true,
  nameKana: true,
  email: true,
  role: true,
  companyId: true,
  active: true,
  updatedAt: true,
} satisfies ComparedFields<UpdateUser, 'password' | 'currentPassword'>);

/** Returns the form's initial values. @param companyId preselected company of a new user; '' for none. */
function toFormValues(user: User | undefined, companyId = ''): UserFormValues {
  return {
    username: user?.username ?? '',
    name: user?.name ?? '',
    nameKana: user?.nameKana ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'STUDENT',
    companyId: user ? (user.companyId ?? '') : companyId,
    active: user?.active ?? true,
    isAlone: user?.role === 'STAFF' && !user.companyId,
    password: '',
  };
}

const labels = { ...userFieldNames, isAlone: '企業のない担当者' };

interface UserFormProps {
  /** The user to edit; a new one is created if omitted. */
  user?: User;
  companies: readonly Company[];
  /** The preselected company of a new user. */
  companyId?: string;
  onSaved: (user: User) => void;
  onCancel: () => void;
  onLoadNewer?: () => Promise<void>;
}

function createValueWords(companies: readonly Company[]): ValueWords {
  return (field, value) => {
    if (field === 'role') return roleNames[roles.find((role) => role === value) ?? 'STUDENT'];
    if (field === 'companyId') return companies.find(({ id }) => id === value)?.name ?? 'なし';
    return field === 'active' ? (value === false ? '停止中' : '停止していません') : textOf(field, value);
  };
}

interface FieldsProps extends Pick<UserFormProps, 'user' | 'companies'> {
  form: AppForm<UserFormValues, UserFormOutput>;
}

/** Role and company. Only an admin may grant the role ADMIN (docs/wire.md, "Rights"). */
function PlaceFields({ form, companies }: FieldsProps) {
  const { role } = useMe();
  const granted = roles.filter((each) => each !== 'ADMIN' || role === 'ADMIN').reverse();
  return (
    <>
      <NativeSelect
        label={labels.role}
        required
        data={granted.map((value) => ({ value, label: roleNames[value] }))}
        {...form.getInputProps('role')}
      />
      <WholeSelect
        label={labels.companyId}
        description="担当者は、自分の企業の受講者だけを見られます。"
        data={[{ value: '', label: '企業なし' }, ...companies.map(({ id, name }) => ({ value: id, label: name }))]}
        {...form.getInputProps('companyId')}
      />
      {form.values.role === 'STAFF' && form.values.companyId === '' && (
        <Checkbox
          label="企業なしの担当者にする"
          description="企業のない担当者は、ほかの人の情報も学習の進捗も見られません。コースの編集はできます。"
          {...form.getInputProps('isAlone', { type: 'checkbox' })}
        />
      )}
    </>
  );
}

/**
 * The password field. For the user's own password, a link to my page if the server checks the current password, which
 * only that page asks for.
 */
function PasswordPart({ form, user }: Pick<FieldsProps, 'form' | 'user'>) {
  const isOwn = user?.id === useMe().id;
  const asksCurrentPassword = useCapability('current-password');
  if (isOwn && asksCurrentPassword) {
    return (
      <Text size="sm">
        自分のパスワードは、
        <Anchor component={Link} to="/mypage" inherit>
          マイページ
        </Anchor>
        で変えられます。
      </Text>
    );
  }
  return (
    <PasswordField
      label={user ? '新しいパスワード' : labels.password}
      description={
        user
          ? '空のままなら変わりません。変えると、ログイン中の端末からログアウトします。'
          : `${MIN_PASSWORD_LENGTH}文字以上`
      }
      isRequired={!user}
      inputProps={form.getInputProps('password')}
    />
  );
}

function UserFields({ form, user, companies }: FieldsProps) {
  const me = useMe();
  return (
    <>
      <TextInput
        label={labels.username}
        description="ログインに使います。半角の英数字と . _ - @ を、64文字まで使えます。"
        required
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...firstFieldOf(!user)}
        {...form.getInputProps('username')}
      />
      <PersonFields
        getInputProps={form.getInputProps}
        isOwn={false}
        nameKanaDescription="任意です。一覧は、フリガナの順に並びます。"
      />
      <PlaceFields form={form} companies={companies} />
      <PasswordPart form={form} user={user} />
      {user && user.id !== me.id && (
        <Switch
          label="利用停止"
          description="停止するとログインできなくなります。学習の記録は残り、いつでも再開できます。"
          checked={!form.values.active}
          onChange={(event) => form.setFieldValue('active', !event.currentTarget.checked)}
          data-path="active"
        />
      )}
    </>
  );
}

/** The form of a new or an existing user (specification §2). */
function UserForm({ user, companies, companyId, ...ways }: UserFormProps) {
  const { addUser, saveUser } = usePeopleEdits();
  const form = useAppForm({
    schema: user ? userFormSchema : newUserFormSchema,
    initialValues: toFormValues(user, companyId),
  });
  const toFields = (values: UserFormOutput) => {
    const { isAlone: _isAlone, password, ...fields } = values;
    return { ...fields, ...(password && { password }) };
  };
  return (
    <EditForm
      form={form}
      kind="user"
      noun="利用者"
      {...(user && { name: `${nameOf(user)}さんを編集` })}
      labels={labels}
      item={user}
      version={userVersionSchema}
      omit={['password']}
      add={(values) => {
        const { active: _active, ...fields } = toFields(values);
        return addUser({ ...fields, password: values.password });
      }}
      save={(id, values, from) => saveUser(id, toFields(values), from)}
      valueWords={createValueWords(companies)}
      {...ways}
    >
      <Stack gap="md" maw="32em">
        <UserFields form={form} user={user} companies={companies} />
      </Stack>
    </EditForm>
  );
}

/** The field for another user's password: typed or generated, and shown so that it can be handed over. */
interface PasswordFieldProps {
  label: string;
  description: string;
  isRequired: boolean;
  /** The field's props from the form's `getInputProps`. */
  inputProps: { value?: unknown; onChange?: (value: string) => void; error?: unknown };
}

const copyPassword = (password: string) =>
  copyText(password, {
    done: 'パスワードをコピーしました',
    failed: 'コピーできませんでした。表示して書き写してください。',
  });

function PasswordField({ label, description, isRequired, inputProps }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false);
  const value = typeof inputProps.value === 'string' ? inputProps.value : '';
  const make = () => {
    inputProps.onChange?.(makePassword());
    setVisible(true);
  };
  return (
    <div id="password">
      <PasswordInput
        {...(inputProps as object)}
        label={label}
        description={description}
        required={isRequired}
        autoComplete="new-password"
        aria-invalid={Boolean(inputProps.error) || undefined}
        visible={isVisible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': `${label}を表示する`, tabIndex: 0 }}
        data-path="password"
      />
      <Group gap="xs" mt={6}>
        <Button variant="light" size="sm" onClick={make}>
          パスワードを作る
        </Button>
        {value !== '' && (
          <Button variant="default" size="sm" onClick={() => void copyPassword(value)}>
            コピー
          </Button>
        )}
      </Group>
    </div>
  );
}

export function NewUserForm({ companyId, onSaved, onCancel }: NewUserScreenProps) {
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  return <UserForm companies={companies} companyId={companyId} onSaved={onSaved} onCancel={onCancel} />;
}

interface DeleteUserProps {
  user: User;
  /** Called after the user was deleted; resolves when the screen has been left. */
  onDeleted: (user: User) => Promise<void>;
  onCancel: () => void;
}

function DeleteUser({ user, onDeleted, onCancel }: DeleteUserProps) {
  const { removeUser, forgetUser } = usePeopleEdits();
  const remove = useAction(async () => {
    await removeUser(user.id);
    void showToast('success', '利用者を削除しました');
    await onDeleted(user);
    forgetUser(user.id);
  });
  return (
    <Card>
      <Stack gap="sm">
        <ConfirmQuestion
          label={`${nameOf(user)}さんを削除`}
          question="ログインできなくなり、一覧から消えます。学習の記録はサーバーに残ります。元に戻せません。"
          onConfirm={() => void remove.run()}
          onCancel={onCancel}
        />
        <ActionError message={remove.error ? describeActionError(remove.error) : undefined} />
      </Stack>
    </Card>
  );
}

export interface EditUserScreenProps {
  userId: string;
  onSaved: (user: User) => void;
  onCancel: () => void;
  /** Deletes the user; resolves when the screen has been left. */
  onDeleted: (user: User) => Promise<void>;
}

export function EditUserScreen({ userId, onSaved, onCancel, onDeleted }: EditUserScreenProps) {
  const me = useMe();
  const { data: user } = useSuspenseQuery(userQueries.detail(userId));
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  const { start, count, loadNewer } = useFormStart(user, userQueries.detail(userId));
  // Teachers edit all users except admins (docs/wire.md, "Rights").
  const isAllowed = me.role === 'ADMIN' || user.role !== 'ADMIN';
  const [isDeleting, setDeleting] = useState(false);
  const menu = isAllowed && user.id !== me.id && (
    <MoreMenu name={`${nameOf(user)}さん`} isPartOpen={isDeleting}>
      <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setDeleting(true)}>
        削除
      </Menu.Item>
    </MoreMenu>
  );
  return (
    <Stack gap="lg">
      <PageTitle actions={menu}>
        <span translate="no">{nameOf(user)}</span>さんを編集
      </PageTitle>
      {isAllowed ? (
        <>
          {isDeleting && <DeleteUser user={user} onDeleted={onDeleted} onCancel={() => setDeleting(false)} />}
          <UserForm
            key={count}
            user={start}
            companies={companies}
            onSaved={onSaved}
            onCancel={onCancel}
            onLoadNewer={loadNewer}
          />
        </>
      ) : (
        <EmptyState title="管理者を編集できるのは、管理者だけです" />
      )}
    </Stack>
  );
}
