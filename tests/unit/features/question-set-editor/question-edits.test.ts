/**
 * Tests questions in the editor: conversion to and from the API's format, duplicates, and changes that keep compatible
 * values.
 */
import { describe, expect, test } from 'vitest';

import type { Explanation, QuestionSet } from '@/api/question-sets';
import {
  addAcceptedAnswer,
  addChoice,
  changeType,
  duplicateChoice,
  markCorrect,
  moveItem,
  removeAcceptedAnswer,
  removeChoice,
  setAcceptedAnswer,
  setChoiceBody,
} from '@/features/question-set-editor/question-edits';
import {
  blankQuestionSet,
  duplicateQuestion,
  duplicateQuestionSet,
  type QuestionForm,
  questionSetFormShape,
  toNewQuestionSet,
  toQuestionSetForm,
} from '@/features/question-set-editor/question-set-form';

const choices = ['a', 'b', 'c'].map((id) => ({ id, body: `選択肢 ${id}` }));
const question: QuestionForm = {
  id: 'q1',
  type: 'multiple',
  body: '問い',
  choices,
  correctChoiceIds: ['a', 'c'],
  acceptedAnswers: ['東京'],
  explanation: '理由',
};
const updatedAt = '2026-11-01T00:00:00.000Z';

describe('questions to and from the wire', () => {
  const set: QuestionSet = {
    id: 's1',
    lessonId: 'l1',
    title: '確認問題',
    order: 0,
    updatedAt,
    questions: [
      { id: 'q1', type: 'single', body: '一つ', choices },
      { id: 'q2', type: 'order', body: '順', choices: choices.toReversed() },
      { id: 'q3', type: 'text', body: '記述', choices: [] },
    ],
  };
  const explanation: Explanation = {
    questionSetId: 's1',
    updatedAt,
    questions: [
      { questionId: 'q2', correctOrder: ['b', 'c', 'a'], explanation: '' },
      { questionId: 'q1', correctChoiceIds: ['b'], explanation: '理由' },
      { questionId: 'q3', acceptedAnswers: ['東京', 'とうきょう'], explanation: '' },
    ],
  };

  test('the editor restores right answers from the explanation, and shows an ordering question in its right order', () => {
    const { questions } = toQuestionSetForm(set, explanation);

    expect(questions[0]).toMatchObject({ correctChoiceIds: ['b'], explanation: '理由' });
    expect(questions[1]?.choices.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(questions[2]).toMatchObject({ choices: [], acceptedAnswers: ['東京', 'とうきょう'] });
  });

  test('a question set read into the editor is written unchanged, with its ids, without fields of other question types', () => {
    expect(toNewQuestionSet(toQuestionSetForm(set, explanation))).toEqual({
      title: '確認問題',
      questions: [
        {
          id: 'q1',
          type: 'single',
          body: '一つ',
          choices,
          correctChoiceIds: ['b'],
          explanation: '理由',
          shuffle: false,
        },
        {
          id: 'q2',
          type: 'order',
          body: '順',
          choices: [choices[1], choices[2], choices[0]],
          correctOrder: ['b', 'c', 'a'],
          explanation: '',
        },
        {
          id: 'q3',
          type: 'text',
          body: '記述',
          choices: [],
          acceptedAnswers: ['東京', 'とうきょう'],
          explanation: '',
          lenient: false,
        },
      ],
    });
  });

  test('`shuffle` is written only for question types that allow it, and survives changing the type and back', () => {
    const shuffled = { ...set, questions: set.questions.map((each) => ({ ...each, shuffle: true })) };
    const form = toQuestionSetForm(shuffled, explanation);

    expect(toNewQuestionSet(form).questions.map(({ shuffle }) => shuffle)).toEqual([true, undefined, undefined]);
    const ordered = form.questions.map((each) => changeType(changeType(each, 'order'), 'multiple'));
    expect(toNewQuestionSet({ ...form, questions: ordered }).questions[0]?.shuffle).toBe(true);
  });

  test('a draft of an older build, without `shuffle`, can be read and sends no `shuffle`, so the server keeps its value', () => {
    const form = questionSetFormShape.parse({ title: '題', questions: [question] });

    expect(JSON.stringify(toNewQuestionSet(form))).not.toContain('shuffle');
  });

  test('`lenient` is read with the right answers, written for text questions only, and survives changing the type and back', () => {
    const questions = explanation.questions.map((each) => ({ ...each, lenient: true }));
    const form = toQuestionSetForm(set, { ...explanation, questions });

    expect(toNewQuestionSet(form).questions.map(({ lenient }) => lenient)).toEqual([undefined, undefined, true]);
    const changed = form.questions.map((each) => changeType(changeType(each, 'single'), 'text'));
    expect(toNewQuestionSet({ ...form, questions: changed }).questions[2]?.lenient).toBe(true);
  });

  test('a draft of an older build, without `lenient`, can be read and sends no `lenient`, so the server keeps its value', () => {
    const form = questionSetFormShape.parse({ title: '題', questions: [{ ...question, type: 'text' }] });

    expect(JSON.stringify(toNewQuestionSet(form))).not.toContain('lenient');
  });

  test('a set whose explanation lacks a question can still be edited', () => {
    const { questions } = toQuestionSetForm(set, { ...explanation, questions: [] });

    expect(questions[0]?.correctChoiceIds).toEqual([]);
    expect(questions[1]?.choices).toHaveLength(3);
    expect(questions[2]?.acceptedAnswers).toEqual(['']);
  });

  test('a new set has new and unique ids', () => {
    const [first, second] = [blankQuestionSet(), blankQuestionSet()].map(({ questions }) => questions[0]);
    const ids = [first, second].flatMap((each) => [each?.id, ...(each?.choices.map(({ id }) => id) ?? [])]);

    expect(new Set(ids).size).toBe(6);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a duplicate of a question, set or choice', () => {
  test('a duplicated question has new ids and the same right choices', () => {
    const duplicate = duplicateQuestion(question);

    expect(duplicate.choices.map(({ body }) => body)).toEqual(choices.map(({ body }) => body));
    expect(duplicate.correctChoiceIds).toEqual([duplicate.choices[0]?.id, duplicate.choices[2]?.id]);
    const ids = [duplicate.id, ...duplicate.choices.map(({ id }) => id)];
    for (const old of ['q1', 'a', 'b', 'c']) expect(ids).not.toContain(old);
  });

  test('a duplicated set says so in its title, within the maximum length', () => {
    expect(duplicateQuestionSet({ title: '確認問題', questions: [question] }).title).toBe('確認問題のコピー');
    expect(duplicateQuestionSet({ title: 'あ'.repeat(200), questions: [] }).title).toMatch(/^あ{196}のコピー$/);
  });

  test('fault: a duplicated title would be cut inside a surrogate pair → the whole letter is dropped', () => {
    const title = `${'あ'.repeat(195)}𠮷野家のこと`;

    expect(duplicateQuestionSet({ title, questions: [] }).title).toMatch(/^あ{195}のコピー$/);
  });

  test('a duplicated choice is placed after its original and is not marked right', () => {
    const duplicated = duplicateChoice(question, 'a');

    expect(duplicated.choices.map(({ body }) => body)).toEqual(['選択肢 a', '選択肢 a', '選択肢 b', '選択肢 c']);
    expect(duplicated.choices[1]?.id).not.toBe('a');
    expect(duplicated.correctChoiceIds).toEqual(['a', 'c']);
  });
});

describe("changing a question's type", () => {
  test('changing to a type with one right choice keeps the first right one', () => {
    expect(changeType(question, 'single').correctChoiceIds).toEqual(['a']);
  });

  test("changing a question's type and back loses nothing", () => {
    expect(changeType(changeType(question, 'text'), 'multiple')).toEqual(question);
    expect(changeType(changeType(question, 'order'), 'multiple')).toEqual(question);
  });

  test("changing a question's type adds what the new type needs: two choices, or a row for an answer", () => {
    const text: QuestionForm = { ...question, type: 'text', choices: [], correctChoiceIds: [] };

    expect(changeType(text, 'order').choices.map(({ body }) => body)).toEqual(['', '']);
    expect(changeType({ ...question, acceptedAnswers: [] }, 'text').acceptedAnswers).toEqual(['']);
  });
});

describe('choices and answers of a question', () => {
  test('one choice is right in a single-choice question, any number in a multiple-choice question', () => {
    const single = changeType(question, 'single');

    expect(markCorrect(single, 'b', true).correctChoiceIds).toEqual(['b']);
    expect(markCorrect(question, 'b', true).correctChoiceIds).toEqual(['a', 'c', 'b']);
    expect(markCorrect(question, 'a', false).correctChoiceIds).toEqual(['c']);
    expect(markCorrect(question, 'a', true).correctChoiceIds).toEqual(['c', 'a']);
  });

  test('a removed choice is no longer right', () => {
    expect(removeChoice(question, 'a')).toMatchObject({ choices: choices.slice(1), correctChoiceIds: ['c'] });
  });

  test('choices and answers are added, changed, moved and removed without mutating the original question', () => {
    const before = structuredClone(question);

    expect(addChoice(question).choices).toHaveLength(4);
    expect(setChoiceBody(question, 'b', '新').choices[1]).toEqual({ id: 'b', body: '新' });
    expect(moveItem(choices, 0, 2).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(moveItem(choices, 2, 0).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(addAcceptedAnswer(question).acceptedAnswers).toEqual(['東京', '']);
    expect(setAcceptedAnswer(question, 0, '京都').acceptedAnswers).toEqual(['京都']);
    expect(removeAcceptedAnswer(question, 0).acceptedAnswers).toEqual([]);
    expect(question).toEqual(before);
  });
});
