/** Changes a course back to a draft, after a confirmation that says who is studying it. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Course } from '@/api/courses';
import { courseQueries } from '@/queries/curriculum/courses';
import { useCurriculumEdits } from '@/queries/curriculum/curriculum-edits';
import { useMe } from '@/queries/me';
import { draftWords } from '@/study/draft-words';
import { showToast } from '@/ui/notices/toast';
import { useAction } from '@/ui/questions/use-action';

/** The state of the dialog `DraftQuestion`. */
export interface DraftQuestionState {
  /** True while the dialog is open, false after the editor's choice; the text remains while the dialog fades out. */
  isOpen: boolean;
  title: string;
  words: string;
  answer: (isMeant: boolean) => void;
}

/** Returns the dialog's state, and `isMeant`, which opens the dialog and resolves to true if the editor confirms. */
export function useDraftQuestion() {
  const queryClient = useQueryClient();
  const { role } = useMe();
  const [question, ask] = useState<DraftQuestionState>();
  async function countLearners(courseId: string): Promise<number | undefined> {
    // If the server does not answer, the dialog does not mention the number of learners.
    const figures = await queryClient.fetchQuery({ ...courseQueries.figures(), retry: false }).catch(() => []);
    return figures.find(({ id }) => id === courseId)?.learnerCount;
  }
  async function isMeant({ id, title }: Pick<Course, 'id' | 'title'>): Promise<boolean> {
    const words = draftWords(await countLearners(id), role);
    return new Promise((resolve) => {
      const answer = (is: boolean) => {
        ask((asked) => asked && { ...asked, isOpen: false });
        resolve(is);
      };
      ask({ isOpen: true, title, words, answer });
    });
  }
  return { question, isMeant };
}

/**
 * Returns `unpublish`, which asks for confirmation and then saves the course as a draft, with its pending state for a
 * button.
 */
export function useUnpublish() {
  const { updateCourse } = useCurriculumEdits();
  const { question, isMeant } = useDraftQuestion();
  const { run, isRunning, error } = useAction(async (course: Pick<Course, 'id' | 'title'>) => {
    if (!(await isMeant(course))) return;
    await updateCourse(course.id, { status: 'draft' });
    void showToast('success', `「${course.title}」を下書きに戻しました`);
  });
  return { question, unpublish: run, isRunning, error };
}
