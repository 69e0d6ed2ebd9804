/** The demo's draft course, which editors see and students do not. */
import type { DemoCourse } from './course-files';

const markdown = `新しく入った人が最初の一週間で知っておきたいことを、順にまとめています。この課はまだ書きかけです。

## 一日目にすること

- 入館証を受け取る
- 貸与パソコンの初期設定をする
- 困ったときの連絡先を控える
`;

export const draftCourse: DemoCourse = {
  id: 'onboarding',
  title: 'はじめの一週間（準備中）',
  description: '新入社員のための案内です。公開前のため、受講者には表示されません。',
  thumbnail: '',
  sections: [
    {
      id: 'onboarding-s1',
      title: '入社したら',
      description: '最初の日に済ませることを確かめます。',
      chapters: [
        {
          id: 'onboarding-s1-c1',
          title: '一日目',
          lessons: [
            { id: 'onboarding-first-day', title: '一日目の流れ', minutes: 3, questionSets: ['onboarding-q-first-day'] },
          ],
        },
      ],
    },
  ],
  markdown: [
    {
      id: 'onboarding-first-day-md',
      fileName: 'onboarding-first-day.md',
      bytes: new Uint8Array(Buffer.from(markdown)),
    },
  ],
  images: [],
  questionSets: new Map([
    [
      'onboarding-q-first-day',
      {
        id: 'onboarding-q-first-day',
        title: '確認問題：一日目',
        questions: [
          {
            id: 'onboarding-q-first-day-1',
            type: 'single',
            body: '一日目に最初に受け取るものはどれですか。',
            choices: [
              { id: 'onboarding-q-first-day-1-a', body: '入館証' },
              { id: 'onboarding-q-first-day-1-b', body: '名刺' },
            ],
            correctChoiceIds: ['onboarding-q-first-day-1-a'],
            explanation: '入館証がないと、ほかの場所へ進めません。名刺は一週間ほどで届きます。',
          },
        ],
      },
    ],
  ]),
};
