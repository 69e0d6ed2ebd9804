/** The form of the open question: its type, text, choices or answers, and explanation. */
import { ActionIcon, Button, Text } from '@mantine/core';
import IconChevronLeft from '~icons/chevron-left';
import IconChevronRight from '~icons/chevron-right';
import IconCopy from '~icons/copy';
import IconEye from '~icons/eye';
import IconPlus from '~icons/plus';

import { MAX_QUESTIONS } from '@/api/question-set-edits';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';

import { AcceptedAnswers } from './AcceptedAnswers';
import { ChoiceList } from './ChoiceList';
import { MarkdownField } from './MarkdownField';
import { changeType } from './question-edits';
import type { QuestionFieldsProps } from './question-fields';
import { TypePicker } from './TypePicker';

import classes from './QuestionPanel.module.css';

export interface QuestionPanelProps extends QuestionFieldsProps {
  index: number;
  count: number;
  onOpen: (index: number) => void;
  /** Shows the list of questions again; in a narrow window, which shows either the list or the question. */
  onShowList: () => void;
  onTogglePreview: (isPreviewed: boolean) => void;
  onDuplicate: () => void;
  /** Adds a question after the last one. */
  onAdd: () => void;
  onRemove: () => void;
}

/** The number of this question, and the buttons to the previous and next one. */
function PanelHead({ index, count, isPreviewed, onOpen, onShowList, onTogglePreview }: QuestionPanelProps) {
  return (
    <div className={`${classes.head} grid items-center gap-8`}>
      <Button
        variant="subtle"
        className={classes.back}
        leftSection={<IconChevronLeft size={18} aria-hidden />}
        onClick={onShowList}
      >
        問題の一覧
      </Button>
      <div className={`${classes.neighbours} flex justify-end`}>
        <ActionIcon aria-label="前の問題" disabled={index === 0} onClick={() => onOpen(index - 1)}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label="次の問題" disabled={index === count - 1} onClick={() => onOpen(index + 1)}>
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </div>
      <h3 className="flex-1 m-0 text-2xl" tabIndex={-1} data-title>
        問{index + 1}
        <span className="c-muted text-md regular"> / {count}問</span>
      </h3>
      <Button
        size="sm"
        variant={isPreviewed ? 'light' : 'default'}
        aria-pressed={isPreviewed}
        leftSection={<IconEye size={18} aria-hidden />}
        onClick={() => onTogglePreview(!isPreviewed)}
      >
        プレビュー
      </Button>
    </div>
  );
}

export function QuestionPanel(props: QuestionPanelProps) {
  const { question, path, errors, index, count, onChange, onLeave, isPreviewed, renderPictures } = props;
  const shared = { errors, isPreviewed, renderPictures };
  return (
    <section
      className={`${classes.panel} grid min-w-0 border rounded-lg bg-surface shadow`}
      aria-label={`問${index + 1}`}
      data-path={path}
    >
      <PanelHead {...props} />
      {errors[`${path}.id`] && <Text className="c-bad text-sm">{errors[`${path}.id`]}</Text>}
      <TypePicker
        name={`type-${question.id}`}
        path={`${path}.type`}
        value={question.type}
        onChange={(type) => onChange((now) => changeType(now, type))}
      />
      <MarkdownField
        {...shared}
        key={`body-${question.id}`}
        isRequired
        label="問題文"
        path={`${path}.body`}
        value={question.body}
        error={errors[`${path}.body`]}
        onChange={(body) => onChange((now) => ({ ...now, body }))}
        onLeave={() => onLeave(`${path}.body`)}
      />
      {question.type === 'text' ? <AcceptedAnswers {...props} /> : <ChoiceList {...props} />}
      <MarkdownField
        {...shared}
        key={`explanation-${question.id}`}
        label="解説"
        placeholder="解答のあとに表示されます"
        path={`${path}.explanation`}
        value={question.explanation}
        error={errors[`${path}.explanation`]}
        onChange={(explanation) => onChange((now) => ({ ...now, explanation }))}
        onLeave={() => onLeave(`${path}.explanation`)}
      />
      <div className={`${classes.foot} flex wrap gap-8 border-top`}>
        <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={props.onDuplicate}>
          この問題を複製
        </Button>
        <ConfirmButton
          key={question.id}
          label={`問${index + 1}を削除`}
          question={count === 1 ? '最後の問題を削除しますか。' : `問${index + 1}を削除しますか。`}
          onConfirm={props.onRemove}
        />
      </div>
      {index === count - 1 && count < MAX_QUESTIONS && (
        <Button variant="light" leftSection={<IconPlus size={18} aria-hidden />} onClick={props.onAdd}>
          次の問題を追加
        </Button>
      )}
    </section>
  );
}
