/** The values of fields in words, for the version conflict dialog. */

/** Returns a field's value in words; undefined for one that is too large or has no words. */
export type ValueWords = (field: string, value: unknown) => string | undefined;

/** Returns texts and numbers as they are. */
export const textOf: ValueWords = (_field, value) => {
  if (value === null || value === undefined || value === '') return '（空欄）';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};
