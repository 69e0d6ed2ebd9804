/**
 * Tests question files of other tools and tables written by hand: headings, labels of right answers, and rows that are
 * left out.
 */
import { growthOf } from '@tests/support/time-growth';
import { describe, expect, test } from 'vitest';

import { readQuestionFile } from '@/study/question-files/read-question-file';

const read = async (text: string) => {
  const file = await readQuestionFile(text);
  expect(file?.format).toBe('CSV');
  return file ?? { entries: [], notes: [] };
};
/**
 * Returns the type and the choices, `*` before a right one; or the accepted answers; or the reason why it was left out.
 */
const shortOf = ({ question, notes }: Awaited<ReturnType<typeof read>>['entries'][number]) =>
  question === undefined
    ? notes.join('')
    : [
        question.type,
        ...question.choices.map(({ body, isCorrect }) => (isCorrect ? `*${body}` : body)),
        ...question.acceptedAnswers.map((answer) => `=${answer}`),
      ].join(' ');
const shorts = async (text: string) => (await read(text)).entries.map(shortOf);

describe('one right answer', () => {
  const heads = ['選択肢1', '選択肢2', '選択肢3'];
  test.each([
    'B',
    'b',
    'Ｂ',
    'ｂ',
    '(B)',
    'B.',
    'B)',
    'B：青',
    'B. 青',
    'Option B',
    '選択肢B',
    '正解：B',
    'Ⓑ',
    '2',
    '２',
    '②',
    '❷',
    '(2)',
    '⑵',
    '2.',
    '2番',
    '選択肢2',
    '2.0',
    '答え 2',
    'Answer 2',
    '２：青',
    'ⅱ',
    'ii',
    'Ⅱ',
    '二',
    '青',
    ' 青 ',
    '青 ',
  ])('the answer %j means the second choice', async (answer) => {
    expect(await shorts(`問題,${heads.join()},正解\n空の色は,赤,青,黄,"${answer}"`)).toEqual(['single 赤 *青 黄']);
  });

  test.each([
    ['イ', 'single 赤 *青 黄 緑'],
    ['い', 'single 赤 *青 黄 緑'],
    ['㋑', 'single 赤 *青 黄 緑'],
    ['(ｲ)', 'single 赤 *青 黄 緑'],
  ])('among answers with ア and エ, %s means the second choice', async (answer, expected) => {
    const [first] = await shorts(`問題,A,B,C,D,答え\nq,赤,青,黄,緑,${answer}\nq,a,b,c,d,ア\nq,a,b,c,d,エ`);
    expect(first).toBe(expected);
  });

  test('among answers with ロ and ハ, イ means the first choice', async () => {
    expect(await shorts('問題,選択肢1,選択肢2,選択肢3,答え\nq,a,b,c,イ\nq,a,b,c,ロ\nq,a,b,c,ハ')).toEqual([
      'single *a b c',
      'single a *b c',
      'single a b *c',
    ]);
  });

  test('イ alone, which may be the first or the second choice, leaves the row out', async () => {
    expect(await shorts('問題,選択肢1,選択肢2,答え\nq,a,b,イ')).toEqual([expect.stringContaining('何番目か')]);
  });

  test.each([
    ['問題,ア,イ,ウ,正解', 'イ'],
    ['問題,イ,ロ,ハ,正解', 'ロ'],
    ['問題,選択肢ア,選択肢イ,選択肢ウ,正解', 'ｲ'],
    ['問題,選択肢（あ）,選択肢（い）,選択肢（う）,正解', 'い'],
    ['問題,①,②,③,正解', '②'],
    ['問題,選択肢①,選択肢②,選択肢③,正解', '2'],
    ['問題,A,B,C,正解', 'B'],
    ['問題,i,ii,iii,正解', 'ii'],
    ['問題,1,2,3,正解', 'B'],
  ])('with the headings %s, the answer %s means the second choice', async (header, answer) => {
    expect(await shorts(`${header}\nq,a1,b1,c1,${answer}`)).toEqual(['single a1 *b1 c1']);
  });

  test('the labels that choices bear themselves decide', async () => {
    expect(await shorts('問題,選択肢1,選択肢2,正解\nq,イ．赤,ロ．青,イ')).toEqual(['single *イ．赤 ロ．青']);
  });

  test('a number that is also the text of another choice is decided by the other rows, or the row is left out', async () => {
    const head = '問題,選択肢1,選択肢2,選択肢3,正解\n1と1は,2,3,1,2\n';
    expect(await shorts(head)).toEqual([expect.stringContaining('番号とも文とも')]);
    expect((await shorts(`${head}空は,赤,青,黄,2`))[0]).toBe('single 2 *3 1');
    expect((await shorts(`${head}2と2は,3,4,5,4`))[0]).toBe('single *2 3 1');
  });

  test('answers that count from zero leave their rows out', async () => {
    expect(await shorts('question,option1,option2,answer\nq,a,b,0\nq,a,b,1')).toEqual([
      expect.stringContaining('0から始まる'),
      expect.stringContaining('0から始まる'),
    ]);
  });
});

describe('several right answers', () => {
  test.each([
    'A,C',
    'A;C',
    'A C',
    'A・C',
    'AC',
    'ＡＣ',
    'A/C',
    'A＋C',
    'A と C',
    'AとC',
    'A and C',
    'a、c',
    'A，C',
    '"A"と"C"',
    '[A, C]',
    'A\nC',
    'A|C',
    '1,3',
    '1;3',
    '1；3',
    '①と③',
    '①③',
    '1、3',
    '1 3',
    '１・３',
    '(1)(3)',
    '1，3',
    '選択肢1と選択肢3',
    '1番と3番',
    '赤;黄',
    '赤、黄',
    '赤\n黄',
    '赤・黄',
    '赤 黄',
  ])('the answer %j means the first and the third choice', async (answer) => {
    const cell = `"${answer.replaceAll('"', '""')}"`;
    expect(await shorts(`問題,選択肢1,選択肢2,選択肢3,正解\nq,赤,青,黄,${cell}`)).toEqual(['multiple *赤 青 *黄']);
  });

  test.each(['D', '4', '1-3', '1月3日', '1.3', '緑', 'AまたはC', '？'])(
    'the answer %s leaves the row out with line and reason',
    async (answer) => {
      const { entries } = await read(`問題,選択肢1,選択肢2,選択肢3,正解\nq,赤,青,黄,${answer}`);
      expect(entries).toEqual([{ line: 2, text: 'q', notes: [expect.stringContaining('選択肢')] }]);
    },
  );
});

describe('files of other tools', () => {
  test.each([
    [
      'learningBOX',
      '問題形式,問題文,選択肢1,選択肢2,選択肢3,正解,解説,カテゴリー,ヒント\n択一問題,空の色は,赤,青,黄,2,晴れの日,色,上\n複数選択問題,偶数は,2,3,4,1・3,,数,\n記述問題,首都は,,,,東京,,,',
      ['single 赤 *青 黄', 'multiple *2 3 *4', 'text =東京'],
      ['読まない列：カテゴリー、ヒント'],
    ],
    [
      'headings for right and wrong choices',
      '問題文,出題形式,正解の選択肢,不正解の選択肢1,不正解の選択肢2,配点\n空の色は,択一,青,赤,黄,1',
      ['single *青 赤 黄'],
      ['読まない列：配点'],
    ],
    [
      'Kahoot',
      'Kahoot! Quiz template,,,,,,\nAdd questions,,,,,,\n,Question - max 120 characters,Answer 1 - max 75 characters,Answer 2 - max 75 characters,Answer 3 - max 75 characters,Answer 4 - max 75 characters,"Time limit (sec) – 5, 10, 20","Correct answer(s) - choose at least one"\n1,首都は,東京,大阪,,,20,1\n2,偶数は,2,4,3,,20,"1,2"',
      ['single *東京 大阪', 'multiple *2 *4 3'],
      [
        '1行目は見出しの前のため、読みません。',
        '2行目は見出しの前のため、読みません。',
        '読まない列：1列目、Time limit (sec) – 5, 10, 20',
      ],
    ],
    [
      'Quizizz',
      'Question Text,Question Type,Option 1,Option 2,Option 3,Correct Answer,Time in seconds,Image Link,Answer explanation\n首都は,Multiple Choice,東京,大阪,,1,30,,解説\n偶数は,Checkbox,2,4,3,"1,2",30,,\n首都は,Fill-in-the-Blank,東京,とうきょう,,,30,,\n感想,Open-Ended,,,,,30,,',
      [
        'single *東京 大阪',
        'multiple *2 *4 3',
        'text =東京 =とうきょう',
        expect.stringContaining('「Open-Ended」という形式'),
      ],
      ['読まない列：Time in seconds、Image Link'],
    ],
    [
      'a form builder for Google Forms',
      'Question,Question Type,Required,Points,Option 1,Option 2,Answer,Feedback\n首都は,MULTIPLE CHOICE,yes,1,東京,大阪,東京,\n首都は,SHORT ANSWER,yes,1,,,東京,',
      ['single *東京 大阪', 'text =東京'],
      ['読まない列：Required、Points'],
    ],
    [
      'Moodle, CSV',
      'questionname,questiontext,A,B,C,D,Answer 1,Answer 2,answernumbering,correctfeedback,defaultmark\n一,首都は,東京,大阪,京都,奈良,A,,abc,はい,1\n二,偶数は,2,3,4,5,A,C,abc,,1',
      ['single *東京 大阪 京都 奈良', 'multiple *2 3 *4 5'],
      ['読まない列：questionname、answernumbering、defaultmark'],
    ],
    [
      'Canvas',
      'Type,ID,Points,Question,Correct Answer,Choice A,Choice B,Choice C\nMC,1,1,首都は,B,大阪,東京,京都\nMR,2,1,偶数は,"A,C",2,3,4\nTF,3,1,水は液体,TRUE,,,',
      ['single 大阪 *東京 京都', 'multiple *2 3 *4', 'single *正しい 誤り'],
      ['読まない列：ID、Points'],
    ],
    [
      'iSpring',
      'Question Type,Question Text,Image,Answer 1,Answer 2,Answer 3,Correct Feedback,Incorrect Feedback,Points\nMC,首都は,,*東京,大阪,,はい,いいえ,10\nMR,偶数は,,*2,3,*4,,,10\nTF,水は液体,,*True,False,,,,10\nTI,首都は,,東京,とうきょう,,,,10\nSEQ,順に,,一,二,三,,,10',
      ['single *東京 大阪', 'multiple *2 3 *4', 'single *True False', 'text =東京 =とうきょう', 'order 一 二 三'],
      ['読まない列：Image、Incorrect Feedback、Points'],
    ],
    [
      'a tool with the right choice apart',
      '問題文,正解,不正解1,不正解2,解説\n首都は,東京,大阪,京都,解説',
      ['single *東京 大阪 京都'],
      [],
    ],
    [
      'a table by hand with title and points',
      '第1章 確認テスト,,,,,\n\n番号,設問,選択肢A,選択肢B,配点,正答番号\n1,首都は,東京,大阪,5,A\n2,首都は,東京,大阪,5,２',
      ['single *東京 大阪', 'single 東京 *大阪'],
      ['1行目は見出しの前のため、読みません。', '読まない列：番号、配点'],
    ],
    [
      'a table with all choices in one cell',
      'No.,問題,選択肢,答え\n1,首都は,"ア．東京\nイ．大阪\nウ．京都",ア\n2,色は,赤|青,青\n3,色は,赤、青,1',
      ['single *ア．東京 イ．大阪 ウ．京都', 'single 赤 *青', 'single *赤 青'],
      ['読まない列：No.'],
    ],
    [
      'a table of ○ and ×',
      '問題,答え,解説\n水は液体,○,\n火は液体,✕,\n石は液体,×,\n海は水,◯,',
      ['single *正しい 誤り', 'single 正しい *誤り', 'single 正しい *誤り', 'single *正しい 誤り'],
      [],
    ],
    [
      'a table with sep= and several answer columns',
      'sep=;\n問題;選択肢1;選択肢2;選択肢3;正解1;正解2\nq;a1;b1;c1;1;3',
      ['multiple *a1 b1 *c1'],
      [],
    ],
    ['Q and A', 'Q,A\n首都は,東京', ['text =東京'], []],
  ])('%s', async (_tool, text, expected, notes) => {
    const file = await read(text);
    expect(file.entries.map(shortOf)).toEqual(expected);
    expect(file.notes).toEqual(notes);
  });

  test('a choice question is never read as a text question that wants its label', async () => {
    expect(await shorts('問題,赤い色,青い色,正解\nどれ,赤,青,A')).toEqual([
      expect.stringContaining('選択肢の列が見つかりません'),
    ]);
    expect(await shorts('問題,正解\n"どれ\nA. 赤\nB. 青",B\n"どれ A. 赤 B. 青",B')).toEqual([
      'single A. 赤 *B. 青',
      expect.stringContaining('選択肢の列が見つかりません'),
    ]);
    expect(await shorts('問題,形式,正解\nどれ,選択式,A')).toEqual(['選択肢が空です。']);
    expect(await shorts('問題,正解\n炭素の元素記号は,C')).toEqual(['text =C']);
  });
});

test.each(['(', '[', '1,', 'A・', ' ', '- ', '正解', '①', 'と', '. ', 'a '])(
  'cells with many of %j are read in linear time',
  async (piece) => {
    const read = async (cell: string) => {
      await readQuestionFile(`問題,選択肢1,選択肢2,正解,"${cell}"\n"${cell}","${cell}",b,"${cell}"`);
      await readQuestionFile(`問題,選択肢,正解\n"${cell}\nA. ${cell}\nB. ${cell}","${cell}",A\n${cell},,A`);
    };
    expect(await growthOf(read, piece, 32)).toBeLessThan(32);
  },
);
