/** The props shared by the parts of a question's form. */
import type { ReactNode } from 'react';

import type { RenderPictures } from './MarkdownField';
import type { QuestionForm } from './question-set-form';

export interface QuestionFieldsProps {
  question: QuestionForm;
  /** The question's path in the form, e.g. 'questions.2'. */
  path: string;
  /** By path. */
  errors: Readonly<Record<string, ReactNode>>;
  onChange: (change: (question: QuestionForm) => QuestionForm) => void;
  /** Called when a field loses focus: from then on its errors are shown. */
  onLeave: (path: string) => void;
  isPreviewed: boolean;
  renderPictures?: RenderPictures;
}
