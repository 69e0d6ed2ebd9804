/** Tests GIFT files: types, escapes, formats, feedback, and faults with their lines. */
import { growthOf } from '@tests/support/time-growth';
import { describe, expect, test } from 'vitest';

import { readGift } from '@/study/question-files/gift';

const one = (text: string) => {
  const [entry, ...others] = readGift(text);
  expect(others).toEqual([]);
  if (!entry) throw new Error('No question was read');
  return entry;
};
const marked = (text: string) =>
  one(text).question?.choices.map(({ body, isCorrect }) => (isCorrect ? `*${body}` : body));

describe('types of questions', () => {
  test('one = among ~ in GIFT is a single choice', () => {
    const { question, notes } = one('空の色は {~赤 =青 ~黄}');
    expect(question).toEqual({
      type: 'single',
      body: '空の色は',
      choices: [
        { body: '赤', isCorrect: false },
        { body: '青', isCorrect: true },
        { body: '黄', isCorrect: false },
      ],
      acceptedAnswers: [],
      explanation: '',
    });
    expect(notes).toEqual([]);
  });

  test('positive percentages in GIFT are a multiple choice, and the note says that partial marks are lost', () => {
    const text = '偶数は {~%50%2 ~%50%4 ~%-100%3}';
    expect(one(text).question?.type).toBe('multiple');
    expect(marked(text)).toEqual(['*2', '*4', '3']);
    expect(one(text).notes.join('')).toContain('部分点はありません');
  });

  test('a percentage beside = in GIFT is a wrong choice, and the note says so', () => {
    const text = '{=全部 ~%50%半分 ~なし}';
    expect(marked(`問${text}`)).toEqual(['*全部', '半分', 'なし']);
    expect(one(`問${text}`).notes).toEqual(['部分点はないため、「半分」（50%）は不正解になります。']);
  });

  test.each([
    ['T', ['*正しい', '誤り']],
    ['FALSE', ['正しい', '*誤り']],
    ['true', ['*正しい', '誤り']],
  ])('{%s} in GIFT is a single choice of 正しい and 誤り, and the note says so', (answer, expected) => {
    expect(marked(`水は液体 {${answer}}`)).toEqual(expected);
    expect(one(`水は液体 {${answer}}`).notes).toEqual(['正誤問題は、「正しい」「誤り」の単一選択になります。']);
  });

  test.each([
    ['{=東京 =Tokyo}', ['東京', 'Tokyo']],
    ['{東京}', ['東京']],
    ['{=%100%東京}', ['東京']],
    ['{=2\\*3}', ['2*3']],
  ])('%s in GIFT is a text question', (answers, acceptedAnswers) => {
    expect(one(`首都は ${answers}`).question).toMatchObject({ type: 'text', acceptedAnswers, choices: [] });
  });

  test('an exact number in GIFT is a text question, and the note says so', () => {
    expect(one('何年 {#1822:0}').question?.acceptedAnswers).toEqual(['1822']);
    expect(one('何年 {#1822}').notes).toEqual(['数値問題は記述になります。「1822」と同じ書き方だけが正解です。']);
  });

  test('a GIFT answer inside a sentence is replaced by a gap in the question’s text', () => {
    expect(one('首都は{=東京}です。').question?.body).toBe('首都は_____です。');
  });

  test.each([
    ['{}', /作文/],
    ['{=a -> 1 =b -> 2}', /組み合わせ/],
    ['{#1..5}', /数値/],
    ['{#3:0.5}', /数値/],
    ['{=a =b ~c}', /正解（=）がいくつも/],
    ['{=%50%a ~c}', /100%ではありません/],
    ['{~a ~b}', /正解の選択肢がありません/],
    ['{=*}', /\* は使えない.*正解の答えがありません/],
    ['{1:MC:=a~b}', /Cloze/],
    ['{a ~b =c}', /= か ~ で始めて/],
    ['', /答え（\{ \}）がない/],
    ['{=a', /\} がありません/],
    ['=a}', /\{ がありません/],
    ['{=a} と {=b}', /1組だけ/],
  ])('the GIFT question with %s is left out with its reason', (answers, reason) => {
    const entry = one(`問 ${answers}`);
    expect(entry.question).toBeUndefined();
    expect(entry.notes.join('')).toMatch(reason);
  });
});

describe('texts', () => {
  test('escaped signs in GIFT are text, and an escaped n is a line break', () => {
    const text = String.raw`::題\:名::式 \{x\} \= 1 \~ 2 \# 3\: \\n と\n次 {=\=1 ~\~2\#3}`;
    expect(one(text).question?.body).toBe('式 {x} = 1 ~ 2 # 3: \\n と\n次');
    expect(marked(text)).toEqual(['*=1', '~2#3']);
  });

  test('other backslashes in GIFT are kept in the text, as in formulas', () => {
    expect(one(String.raw`$\frac12$ は {=0.5}`).question?.body).toBe(String.raw`$\frac12$ は`);
  });

  test('feedback of choices and the general feedback of GIFT become the explanation', () => {
    const { question, notes } = one('空は {~赤#夕方だけ =青#正解です ####光の散乱です。}');
    expect(question?.explanation).toBe('光の散乱です。\n\n- 赤：夕方だけ\n- 青：正解です');
    expect(notes).toEqual(['選択肢ごとのフィードバックは、解説にまとめます。']);
  });

  test("of the two feedbacks in GIFT's {T#…#…}, the first belongs to the wrong choice, the second to the right one", () => {
    expect(one('水 {T#ちがいます#そうです}').question?.explanation).toBe('- 正しい：そうです\n- 誤り：ちがいます');
  });

  test('[html] in GIFT becomes plain text, and the notes say what is lost', () => {
    const { question, notes } = one(
      '[html]<p>A &lt;b&gt; <b>太字</b><br>次</p><p><img src\\="x" onerror\\="alert(1)"></p>{=[html]<p>はい</p> ~いいえ}',
    );
    expect(question?.body).toBe('A <b> 太字\n次');
    expect(question?.choices[0]?.body).toBe('はい');
    expect(notes).toEqual([
      '画像は取り込めません。追加したあとで入れてください。',
      'HTMLの書式は外し、文字だけにします。',
    ]);
  });

  test('a script in a GIFT text marked [html] becomes its words, without a tag', () => {
    const { question } = one('[html]<script>alert(1)</script><a href\\="javascript\\:x">a</a>{=b}');
    expect(question?.body).toBe('alert(1)a');
  });

  test('a GIFT text marked [markdown] is read unchanged', () => {
    expect(one('::t::[markdown]**太字** <b>{=a}').question?.body).toBe('**太字** <b>');
  });
});

describe('files', () => {
  const file = [
    '// 第1章',
    '$CATEGORY: 章/1',
    '',
    '::Q1:: 一つめ {',
    '  =a',
    '  // 途中の注',
    '  ~b',
    '}',
    '',
    '壊れた {=a',
    '',
    '   ',
    '::Q3::三つめ {T}',
  ];
  test.each(['\n', '\r\n'])('comments, categories and blank lines in GIFT are no questions (line end %j)', (end) => {
    const entries = readGift(file.join(end));
    expect(entries.map(({ line, question }) => [line, question?.body])).toEqual([
      [4, '一つめ'],
      [10, undefined],
      [13, '三つめ'],
    ]);
  });

  test('a missing } in one GIFT question does not spoil the other questions', () => {
    const entries = readGift('a {=x\n\nb {=y}');
    expect(entries.map(({ question }) => question?.body)).toEqual([undefined, 'b']);
  });

  test('2,000 GIFT questions are read', () => {
    const many = Array.from({ length: 2000 }, (_, index) => `問${index} {=a ~b#c}`).join('\n\n');
    expect(readGift(many)).toHaveLength(2000);
  });

  test.each(['{', '<a', '::', '~%', '問 {=a ~b#c}\n\n'])('%j repeated is read in linear time', async (piece) => {
    const read = (text: string) => [readGift(`[html]${text}{=${text}}`), readGift(text)];
    expect(await growthOf(read, piece, 32)).toBeLessThan(32);
  });
});

describe("Moodle's own export", () => {
  const file = String.raw`// question: 0  name: Switch category to $course$/top/既定
$CATEGORY: $course$/top/既定


// question: 12  name: 首都
// [id:q-1] [tag:地理]
::首都\: 一::[html]<p dir\="ltr" style\="text-align\: left;">日本の<b>首都</b>は？&hellip;</p>{
	=<p>東京</p>#<p>正解です</p>
	~%-33.33333%<p>大阪</p>#ちがいます
	~<p>京都</p>
	####<p>解説\n二行目</p>
}


// question: 13  name: 偶数
::偶数::[html]<p>偶数をすべて</p>{
	~%50%<p>2</p>
	~%50%<p>4</p>
	~%-100%<p>3</p>
}


// question: 14  name: 正誤
::正誤::[html]<p>水は液体</p>{TRUE#<p>ちがう</p>#<p>そう</p>####<p>一般</p>}


// question: 15  name: 短答
::短答::[html]<p>首都は</p>{
	=%100%東京#
	=%100%とうきょう#
	=%50%トウキョウ#惜しい
}


// question: 16  name: 数値
::数値::[html]<p>円周率は</p>{#
	=%100%3.14:0#はい
	=%100%3.141:0#
}


// question: 17  name: 数値範囲
::数値範囲::[html]<p>円周率は</p>{#
	=%100%3.14:0.01#
}


// question: 18  name: 組
::組::[html]<p>組にする</p>{
	=<p>赤</p> -> 止まれ
	=<p>青</p> -> 進め
}


// question: 19  name: 作文
::作文::[markdown]感想を**一言**{}


// question: 20  name: 説明
::説明::[html]<p>次の図を見る</p>


// question: 21  name: 穴
::穴::[moodle]5 \= 2 + {=3} です。


// question: 22  name: 一つだけ
::一つだけ::[html]<p>10<sup>3</sup>とH<sub>2</sub>O &times; 2 &deg;</p>{
	~%100%<p>千</p>
	~<p>百</p>
}


// question: 23  name: 無印
::無印::<p>無印の<br>文</p>{=はい ~いいえ}`;
  const entries = readGift(file);
  const [capital, even, truth, short, exact, range, match, essay, description, word, thousand, bare] = entries;

  test('every question has its line, and is read or left out with a reason', () => {
    expect(entries.map(({ line, question, notes }) => [line, question?.type ?? notes.join('')])).toEqual([
      [7, 'single'],
      [16, 'multiple'],
      [24, 'single'],
      [28, 'text'],
      [36, 'text'],
      [43, expect.stringContaining('数値問題')],
      [49, expect.stringContaining('組み合わせ')],
      [56, expect.stringContaining('作文')],
      [60, expect.stringContaining('答え')],
      [64, 'text'],
      [68, 'single'],
      [75, 'single'],
    ]);
    expect([range, match, essay, description].map((entry) => entry?.question)).toEqual(Array(4).fill(undefined));
  });

  test('no tag, entity or escape is left in a text', () => {
    const texts = entries.flatMap(({ question }) =>
      question ? [question.body, question.explanation, ...question.choices.map(({ body }) => body)] : [],
    );
    expect(texts.filter((text) => /[<>\\]|&\w+;/.test(text))).toEqual([]);
    expect(capital?.question).toMatchObject({
      body: '日本の首都は？…',
      explanation: expect.stringMatching(/^解説 二行目/),
    });
    expect(even?.question?.choices.map(({ isCorrect }) => isCorrect)).toEqual([true, true, false]);
    expect(truth?.question?.explanation).toBe('一般\n\n- 正しい：そう\n- 誤り：ちがう');
    expect(short?.question?.acceptedAnswers).toEqual(['東京', 'とうきょう']);
    expect(exact?.question).toMatchObject({ acceptedAnswers: ['3.14', '3.141'], explanation: '- 3.14：はい' });
    expect(word?.question?.body).toBe('5 = 2 + _____ です。');
    expect(thousand?.question?.body).toBe('10³とH₂O × 2 °');
    expect(bare?.question?.body).toBe('無印の\n文');
  });

  test.each(['<sup>', '<sup>x', ' ', '\n', '&amp', '<p> ', '<td> ', '[html]'])(
    '%j repeated in formatted text is read in linear time',
    async (piece) => {
      expect(await growthOf((text) => readGift(`[html]<p>${text}{=${text}}`), piece, 32)).toBeLessThan(32);
    },
  );
});
