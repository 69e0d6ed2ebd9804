/** Lists kanji that a search treats as one character, because names are written with either form: 高橋 and 髙橋. */

/**
 * Groups of kanji, each with the common form first. Compatibility ideographs (神, 福) and variation selectors are not
 * listed: NFKC and `foldText` replace them. Left out are forms that also stand for another word (余 and 餘, 弁 and 辯, 村
 * and 邨, 坂 and 阪).
 */
const groups = [
  // Source: 常用漢字表 (内閣告示 2010) with its 康熙字典体, and 戸籍法施行規則 別表第二.
  '亜亞 悪惡 圧壓 囲圍 為爲 医醫 壱壹 稲稻 隠隱 営營 栄榮 衛衞 駅驛 円圓 縁緣 艶艷 塩鹽 奥奧 応應 横橫 欧歐 殴毆',
  '黄黃 温溫 穏穩 仮假 価價 画畫 会會 壊壞 懐懷 絵繪 概槪 拡擴 殻殼 覚覺 岳嶽 楽樂 渇渴 勧勸 巻卷 寛寬 歓歡 観觀',
  '関關 陥陷 帰歸 気氣 亀龜 偽僞 戯戲 犠犧 旧舊 拠據 挙擧 虚虛 峡峽 挟挾 狭狹 暁曉 区區 駆驅駈 勲勳 薫薰 径徑',
  '恵惠 掲揭 渓溪 経經 継繼 茎莖 蛍螢 軽輕 鶏鷄 芸藝 撃擊 倹儉 圏圈 検檢 権權 献獻 研硏 県縣 険險 顕顯 験驗 厳嚴',
  '効效 広廣 恒恆 鉱鑛 号號 黒黑 済濟 砕碎 剤劑 桜櫻 雑雜 参參 惨慘 桟棧 蚕蠶 賛贊 残殘 糸絲 歯齒 児兒 辞辭 湿濕',
  '実實 写寫 釈釋 寿壽 収收 従從 渋澁 獣獸 縦縱 粛肅 処處 緒緖 叙敍 奨奬 将將 渉涉 焼燒 称稱 証證 乗乘 剰剩 壌壤',
  '嬢孃 条條 浄淨 状狀 畳疊 譲讓 醸釀 嘱囑 触觸 寝寢 慎愼 真眞 尽盡 図圖 粋粹 酔醉 随隨 髄髓 数數 枢樞 瀬瀨 声聲',
  '静靜 摂攝 窃竊 専專 戦戰 浅淺 潜潛 繊纖 践踐 銭錢 禅禪 曽曾 双雙 壮壯 捜搜 挿插 巣巢 争爭 痩瘦 総總 荘莊 装裝',
  '騒騷 増增 臓臟 蔵藏 即卽 属屬 続續 堕墮 対對 帯帶 滞滯 台臺 滝瀧 択擇 沢澤 単單 担擔 胆膽 団團 弾彈 断斷 痴癡',
  '遅遲 昼晝 鋳鑄 庁廳 徴徵 聴聽 勅敕 鎮鎭 逓遞 転轉 点點 伝傳 党黨 盗盜 灯燈 当當 闘鬭 独獨 読讀 届屆 縄繩 弐貳',
  '悩惱 脳腦 覇霸 廃廢 拝拜 売賣 麦麥 発發 髪髮 抜拔 晩晚 蛮蠻 秘祕 瓶甁 払拂 仏佛 併倂 並竝 変變 歩步 穂穗 褒襃',
  '豊豐 翻飜 毎每 万萬 満滿 麺麵 黙默 餅餠 戻戾 弥彌 薬藥 訳譯 与與 誉譽 揺搖 様樣 謡謠 来來 頼賴 乱亂 覧覽 竜龍',
  '両兩 猟獵 緑綠 塁壘 涙淚 励勵 礼禮 霊靈 齢齡 暦曆 歴歷 恋戀 錬鍊 炉爐 労勞 楼樓 郎郞 録錄 湾灣 富冨 涼凉 野埜',
  '峰峯 杯盃 園薗 亘亙 凜凛 尭堯 巌巖 晃晄 桧檜 槙槇 祢禰 祷禱 禄祿 穣穰 萌萠 遥遙',
  // Source: 表外漢字字体表 (国語審議会 2000), and the forms that JIS X 0208 simplified.
  '唖啞 頴穎 鴎鷗 撹攪 麹麴麯 鹸鹼 噛嚙 繍繡 蒋蔣 醤醬 掻搔 屏屛 并幷 桝枡 濾沪 芦蘆 蝋蠟 弯彎 鴬鶯 篭籠 竃竈',
  '頬頰 繋繫 掴摑 填塡 顛顚 剥剝 叱𠮟 嘘噓 梼檮 涛濤 焔焰 蝉蟬 箪簞 莱萊 醗醱 靭靱 屡屢 壷壺 砺礪 蛎蠣 瑶瑤 騨驒',
  '鯵鰺 諌諫 賎賤 躯軀 迩邇 鈎鉤 頚頸 嚢囊 涜瀆 潅灌 溌潑 贋贗 輌輛 攅攢 讃讚 呑吞 侠俠 倶俱 疱皰',
  // Popular forms in registered names, from Unihan's kZVariant and kSemanticVariant, with 髙 﨑 𠮷 栁 圡 槗 靏 杤 㐂 曻 added.
  '学學斈 郷鄕鄉 剣劍劔剱釼 国國圀囯 斎齋斉齊 体體躰軆 鉄鐵鐡銕 徳德惪 浜濱濵 辺邊邉 宝寶寳 島嶋嶌 薮藪籔 高髙',
  '崎﨑嵜㟢 吉𠮷 桑桒 柳栁桺 船舩 館舘 松枩柗 秋穐龝 淵渕渊 土圡𡈽 橋槗𣘺 梅楳 鶴靏靍鸖 青靑 清淸 戸戶 彦彥 教敎',
  '晋晉 歳歲 沖冲 珍珎 略畧 税稅 窓窗 聡聰 肇肈 舎舍 舗舖 虎乕 栃杤 隣鄰 雁鴈 鋭銳 鎖鎻 飲飮 顔顏 隷隸 没沒 冊册',
  '悦悅 説說 閲閱 脱脫 衆眾 柏栢 姉姊 姫姬 内內 呂吕 呉吳 娯娛 尚尙 強强 産產 厩廐廏 煕熙凞熈 喜㐂 賢贒 鎌鐮 昇曻',
  '間閒 蘇蘓 達逹 京亰 翠翆 場塲 昂昻 杉杦 兎兔 氷冰 煙烟 解觧',
]
  .join(' ')
  .split(' ')
  .map((group) => Array.from(group));

/** Maps each other form of a kanji to its common form. */
export const commonForms: ReadonlyMap<string, string> = new Map(
  groups.flatMap(([common = '', ...others]) => others.map((other): [string, string] => [other, common])),
);

/** Maps each common form of a kanji to its other forms. */
export const otherForms: ReadonlyMap<string, readonly string[]> = new Map(
  groups.map(([common = '', ...others]) => [common, others]),
);
