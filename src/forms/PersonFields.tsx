/** The text fields of a person's names and e-mail address, shared by the user form and the form of the own account. */
import { TextInput } from '@mantine/core';

import { userFieldNames } from '@/api/user-edits';
import { useCapability } from '@/queries/capabilities';

export interface PersonFieldsProps {
  /** The result of the form's `getInputProps`. */
  getInputProps: (field: 'name' | 'nameKana' | 'email') => object;
  /** True if the person edits the own account: browsers may autofill, and the name takes the focus in a dialog. */
  isOwn: boolean;
  nameKanaDescription: string;
}

export function PersonFields({ getInputProps, isOwn, nameKanaDescription }: PersonFieldsProps) {
  const hasNameKana = useCapability('name-kana');
  return (
    <>
      <TextInput
        label={userFieldNames.name}
        required
        autoComplete={isOwn ? 'name' : 'off'}
        {...getInputProps('name')}
        data-autofocus={isOwn || undefined}
      />
      {hasNameKana && (
        <TextInput
          label={userFieldNames.nameKana}
          description={nameKanaDescription}
          autoComplete="off"
          {...getInputProps('nameKana')}
        />
      )}
      <TextInput
        label={userFieldNames.email}
        description="任意"
        // The input is not of the type `email`, because browsers rewrite Japanese domains in such fields.
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        autoComplete={isOwn ? 'email' : 'off'}
        {...getInputProps('email')}
      />
    </>
  );
}
