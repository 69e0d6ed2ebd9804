/** The link to the answers of a question set: one's own or another user's. */
import { VisuallyHidden } from '@mantine/core';

import { LinkButton } from '@/ui/LinkButton';

export interface AnswersLinkProps {
  questionSetId: string;
  title: string;
  /** The user whose answers are linked; one's own if undefined. */
  otherUserId: string | undefined;
}

export function AnswersLink({ questionSetId, title, otherUserId }: AnswersLinkProps) {
  return (
    <LinkButton
      to="/question/review/$questionSetId"
      params={{ questionSetId }}
      search={otherUserId === undefined ? {} : { user: otherUserId }}
      variant="light"
      size="sm"
    >
      <VisuallyHidden>「{title}」の</VisuallyHidden>
      解答を見る
    </LinkButton>
  );
}
