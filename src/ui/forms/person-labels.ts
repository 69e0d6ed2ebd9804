/** The labels of PersonFields, also for the forms' lists of errors. */
export const personLabels = { name: '氏名', nameKana: 'フリガナ', email: 'メールアドレス' };
