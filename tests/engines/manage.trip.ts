/** Staff look after people who are behind; an administrator imports people and changes several at once. */
import { writeFile } from 'node:fs/promises';

import { signIn, visit } from './steps';
import { button, field, heading, link, role, text } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true, size: { width: 1366, height: 768 } });

const FILTER = field(/を絞り込む$/);
const bar = { within: role('region', '選んだ人への操作') };

trip(
  'staff find what a late person has not read, write a mail to all late people, and copy the addresses',
  async ({ device }) => {
    const tab = await device.open();
    await signIn(tab, 'staff');
    await tab.click(link(/./, { within: role('list', '遅れている人'), at: 0 }));
    await tab.click(text(/^未読のレッスン \d+/, { at: 0 }));
    await tab.sees(role('listitem', undefined, { within: role('list', '未読のレッスン') }));

    await visit(tab, '/');
    await tab.click(link(/^ほか\d+名$/));
    await tab.click(button(/^\d+名すべてを選ぶ$/));
    await tab.click(button('お知らせメールを書く', bar));
    const panel = { within: role('region', /^お知らせメールを書く（\d+名）$/) };
    await tab.sees(link(/^メールを開く（\d+名）$/, panel));
    await tab.click(button('閉じる', panel));
    await tab.click(button('アドレスをコピー', bar));
    await tab.sees(text(/^\d+件のアドレスをコピーしました/));
    await tab.click(FILTER);
    await tab.press('Control+v');
    await expect.poll(async () => (await tab.sees(FILTER)).value).toMatch(/@example\.com, /);
  },
);

trip('an administrator imports people from a CSV file: added, changed and faulty rows', async ({ device }, info) => {
  const file = info.outputPath('利用者.csv');
  const rows = [
    'ユーザー名,氏名,フリガナ,メール,役割,企業,アカウント,パスワード',
    '0001,"髙橋 ""花""",タカハシ ハナ,hana@example.com,受講者,株式会社みなと,利用中,own-secret-1',
    '0002,絵文字 😀,,,受講者,株式会社みなと,利用中,own-secret-2',
    'kato,加藤 真由美,カトウ マユミ,new@example.com,受講者,株式会社みなと,利用中,',
    ',名前だけ,,,,,,',
  ];
  await writeFile(file, `\uFEFF${rows.join('\r\n')}`);
  const tab = await device.open();
  await signIn(tab, 'admin');
  await visit(tab, '/users/new?by=csv');
  await tab.chooseFile('CSVファイル', file);
  await tab.sees(heading('利用者.csv の内容'));
  await tab.reads(role('region', '誤りのある行（取り込みません）'), /5行目 名前だけ：ユーザー名：入力してください/);
  await tab.click(button('3名を取り込む'));
  await tab.sees(text(/2名を追加.*1名を変更/));

  await visit(tab, '/companies/minato');
  await tab.type(FILTER, '髙橋 "花"');
  await tab.sees(link(/^髙橋 "花"/));
  await tab.seesNo(link(/^佐藤 美咲/));
});

trip('an administrator moves two people to another company, and suspends one', async ({ device }) => {
  const tab = await device.open();
  await signIn(tab, 'admin');
  await visit(tab, '/companies/minato');
  for (const name of ['加藤 真由美', '吉田 拓也']) await tab.click(role('checkbox', `${name}さんを選ぶ`));
  await tab.sees(text('2名を選択中', bar));
  await tab.click(button('企業を移す', bar));
  await tab.select('移す先の企業', '有限会社やまびこ製作所');
  await tab.click(button('2名を移す'));
  await tab.sees(text('2名を有限会社やまびこ製作所に移しました。'));
  await tab.seesNo(link(/^加藤 真由美/, { within: role('table') }));

  await visit(tab, '/companies/yamabiko');
  await tab.click(role('checkbox', '加藤 真由美さんを選ぶ'));
  await tab.click(button('利用停止・再開', bar));
  await tab.click(button('1名を利用停止にする'));
  await tab.sees(text('1名を利用停止にしました。'));
  await tab.sees(role('row', /加藤 真由美.*利用停止/));
});
