/** The confirmation before the course form publishes a course with empty parts. */
import { Button, Modal, Stack } from '@mantine/core';
import { useState } from 'react';

import type { CourseDetail } from '@/api/courses';

import { GapWords } from './GapWords';
import { useFindGaps } from './use-find-gaps';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

interface Question {
  /** False after the answer; the text stays while the dialog fades out. */
  isOpen: boolean;
  gaps: readonly string[];
  answer: (isMeant: boolean) => void;
}

export interface PublishQuestionProps {
  question: Question | undefined;
}

/** Returns the props of PublishQuestion, and `isMeant`, which resolves to whether the save may publish once the editor has answered. */
export function usePublishQuestion(course: CourseDetail | undefined) {
  const findGaps = useFindGaps();
  const [question, ask] = useState<Question>();
  async function isMeant({ status }: { status?: CourseDetail['status'] }): Promise<boolean> {
    if (status !== 'published' || course?.status === 'published') return true;
    const gaps = await findGaps(course);
    if (gaps.length === 0) return true;
    return new Promise((resolve) => {
      const answer = (is: boolean) => {
        ask((asked) => asked && { ...asked, isOpen: false });
        resolve(is);
      };
      ask({ isOpen: true, gaps, answer });
    });
  }
  return { question, isMeant };
}

export function PublishQuestion({ question }: PublishQuestionProps) {
  return (
    <Modal
      opened={question?.isOpen ?? false}
      onClose={() => question?.answer(false)}
      title="公開する前に"
      closeButtonProps={{ 'aria-label': '閉じる' }}
      centered
    >
      <Stack>
        {question && <GapWords gaps={question.gaps} />}
        <Button data-autofocus variant="default" onClick={() => question?.answer(false)}>
          キャンセル
        </Button>
        <Button variant="light" onClick={() => question?.answer(true)}>
          このまま公開する
        </Button>
      </Stack>
    </Modal>
  );
}
