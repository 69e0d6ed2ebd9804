/** Names the fields that the server does not store, in a toast after a save; loaded when the first one is found. */
import { assignmentFieldNames } from '@/api/assignments';
import { companyFieldNames } from '@/api/companies';
import { courseFieldNames } from '@/api/courses';
import { lessonFieldNames } from '@/api/lessons';
import { sectionFieldNames } from '@/api/sections';
import { userFieldNames } from '@/api/user-edits';
import { SECOND_MS } from '@/lib/constants';
import { showToast } from '@/ui/notices/toast';

/** The names of fields on the screens; a field without one is part of no form. */
const names: Readonly<Record<string, string>> = {
  ...courseFieldNames,
  ...sectionFieldNames,
  ...lessonFieldNames,
  ...companyFieldNames,
  ...userFieldNames,
  ...assignmentFieldNames,
};
/** Positions, and ids of other things: an answer without them does not mean that they were lost. */
const unnamedFields = ['order', 'courseId', 'chapterId', 'contentId', 'userIds'];

/** Time to read the words, which name something that is lost. */
const SHOWN_MS = 10 * SECOND_MS;

export function showUnsavedFields(fields: readonly string[]): void {
  const shown = fields.flatMap((field) =>
    names[field] && !unnamedFields.includes(field) ? [`『${names[field]}』`] : [],
  );
  if (shown.length > 0)
    void showToast('warning', `このサーバーは${shown.join('')}を保存しません。`, { shownMs: SHOWN_MS });
}
