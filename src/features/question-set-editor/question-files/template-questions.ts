/** The questions of the CSV template: one of each type. */
import type { FileQuestion } from '@/study/question-files/file-question';

const choicesOf = (right: string[], wrong: string[]) => [
  ...right.map((body) => ({ body, isCorrect: true })),
  ...wrong.map((body) => ({ body, isCorrect: false })),
];

export const templateQuestions: FileQuestion[] = [
  {
    type: 'single',
    body: '日本の首都はどこですか。',
    choices: choicesOf(['東京'], ['京都', '大阪']),
    acceptedAnswers: [],
    explanation: '1868年に江戸が東京になりました。',
    shuffle: true,
  },
  {
    type: 'multiple',
    body: '偶数をすべて選んでください。',
    choices: choicesOf(['2', '4'], ['3']),
    acceptedAnswers: [],
    explanation: '',
    shuffle: false,
  },
  {
    type: 'text',
    body: '1週間は何日ですか。',
    choices: [],
    acceptedAnswers: ['7日', '七日'],
    explanation: '',
  },
  {
    type: 'order',
    body: '短い順に並べてください。',
    choices: choicesOf([], ['1分', '1時間', '1日']),
    acceptedAnswers: [],
    explanation: '',
  },
];
