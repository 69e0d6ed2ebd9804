/** The dialog before the course form publishes a course: progress of the checks, then the problems that they found. */
import { Button, Modal, Stack } from '@mantine/core';
import { useState } from 'react';

import type { CourseDetail } from '@/api/courses';

import { PublishNotes, PublishProgress } from './PublishNotes';
import { isEmptyReport, type PublishChecking, type PublishReport, usePublishChecks } from './use-publish-checks';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

interface Question {
  /** True while the dialog is open, false after the editor's choice; the text remains while the dialog fades out. */
  isOpen: boolean;
  report: PublishReport;
  answer: (isMeant: boolean) => void;
}

export interface PublishQuestionProps {
  checking: PublishChecking | undefined;
  question: Question | undefined;
}

/** Returns the props of PublishQuestion, and `isMeant`, which asks the editor and resolves to true if the save may publish the course. */
export function usePublishQuestion(course: CourseDetail | undefined) {
  const { checking, check } = usePublishChecks();
  const [question, ask] = useState<Question>();
  async function isMeant(): Promise<boolean> {
    const report = await check(course);
    if (!report) return false;
    if (isEmptyReport(report)) return true;
    return new Promise((resolve) => {
      const answer = (is: boolean) => {
        ask((asked) => asked && { ...asked, isOpen: false });
        resolve(is);
      };
      ask({ isOpen: true, report, answer });
    });
  }
  return { props: { checking, question }, isMeant };
}

export function PublishQuestion({ checking, question }: PublishQuestionProps) {
  const isChecking = checking?.isSlow ?? false;
  return (
    <Modal
      opened={isChecking || (question?.isOpen ?? false)}
      onClose={() => (isChecking ? checking?.cancel() : question?.answer(false))}
      title="公開する前に"
      closeButtonProps={{ 'aria-label': '閉じる' }}
      centered
    >
      {isChecking && checking ? (
        <PublishProgress checking={checking} />
      ) : (
        <Stack>
          {question && <PublishNotes report={question.report} />}
          <Button data-autofocus variant="default" onClick={() => question?.answer(false)}>
            キャンセル
          </Button>
          <Button variant="light" onClick={() => question?.answer(true)}>
            このまま公開する
          </Button>
        </Stack>
      )}
    </Modal>
  );
}
