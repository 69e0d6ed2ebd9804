/** Rules for new passwords (docs/decisions/0026). Signing in does not check them, so older passwords still work. */
import { invalidField } from '@server/api/shared/problem';

import { MIN_PASSWORD_LENGTH } from '@/api/user-edits';

const words = `
!qaz1qaz !qaz2wsx 00001111 01234567 0123456789 100200300 10101010 10203040 1020304050 11110000 11112222 1111aaaa
11223344 1122334455 112233445566 12121212 121212121 123123123 123321123 1233211234567 12341234 123412345 12344321
1234512345 123454321 12345678 123456789 1234567890 123456789012 1234567890a 12345678910 123456789a 12345678a 1234567a
1234567q 123456a1 123456ab 123456abc 123456qwerty 12345abc 12345abcde 12345qwe 12345qwert 1234abcd 1234asdf 1234qwer
1234zxcv 123abc123 123qwe123 123qweasd 123qwerty 12qwaszx 13131313 13579246 1357924680 147258369 147852369 159357159
159753159 159753456 19841984 19871987 1a2b3c4d 1q1q1q1q 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc
1qaz@wsx 1qazxsw2 20002000 20202020 23232323 45454545 456456456 456789123 55667788 69696969 741741741 741852963
78787878 789456123 789789789 87654321 963852741 963963963 98765432 987654321 9876543210 99887766 a1234567 a12345678
a123456789 a1b2c3d4 a1s2d3f4 aa123456 aa12345678 aaaa1111 aaaa1234 aaaaaaa1 aabbccdd ab123456 abc12345 abc123456
abc12345678 abcabc123 abcabcabc abcd1234 abcd12345 abcde123 abcde12345 abcdef12 abcdef123 abcdefg1 abcdefg123 abcdefgh
abcdefghi abcdefghij access123 access1234 access14 admin123 admin1234 admin12345 admin123456 admin@123 adminadmin
administrador administrator administrator1 aishiteru aishiteru1 alejandra alejandro alexander alexandra amazon123
android1 apple123 arigato1 arigatou arigatou1 arigatougozaimasu asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl
asdfqwer azertyui azertyuiop banana123 baseball baseball1 basketball batman123 benjamin benkyou1 benkyou123 blahblah
blessing blink182 blueberry bluebird bollocks brandon1 brittany broncos1 brooklyn bulldog1 bullshit buster123
butterfly butterfly1 california callofduty cameron1 campbell carolina cassandra catalina champion changeit changeme
charlie1 charlotte charmed1 cheese123 chelsea1 chicago1 chicken1 chocolat chocolate chocolate1 christian christina
christine christopher cinderella clarissa cocacola colorado columbia computer computer1 cookie123 corvette
counterstrike cowboys1 creative crystal1 daisuki1 daisuki123 dallas123 daniel123 danielle darkness darkside december
default1 demo1234 demodemo diamond1 docomo123 dolphin1 dolphins dontknow doraemon doraemon1 dragon12 dragon123
dragonball dragonball1 dragonquest dreamer1 drowssap drummer1 eagles123 einstein elephant elizabeth evangelion
everton1 evolution explorer facebook facebook1 fantasia february fernando ferrari1 finalfantasy fireball firebird
fishing1 flamingo florida1 flower123 football football1 forever1 fortnite fortnite1 francisco freedom1 friends1
fuckyou! fuckyou1 fuckyou123 fuckyou2 fukuoka1 gabriel1 gakkou123 gakusei1 ganbare1 ganbaru1 ganbatte gandalf1
gangster garfield george123 ghibli123 giants123 gmail123 godzilla goldfish golfgolf goodbye1 goodluck google123
guest123 guest1234 guestguest guitar123 gundam123 hajimemashite hanako123 hannah123 hanshin1 hanshintigers hardcore
harley123 hatsunemiku hawaii50 hawks123 heather1 heineken hellfire hello123 hello1234 hellohello hellokitty helloworld
helpme123 highland himawari himawari1 himitsu1 himitsu123 himitsudesu hinata123 hiroshima hockey123 hokkaido honda123
honey123 hotmail1 hunter12 hunter123 icecream iceman12 ichigo123 ichigo15 iloveme1 iloveyou iloveyou! iloveyou1
iloveyou2 independent infinity instagram internet inuinuinu iphone123 isabella itou1234 jackass1 jackson1 jamaica1
jamesbond japan123 japan1234 jasmine1 jennifer jennifer1 jessica1 jesus123 jesuschrist jonathan jordan123 jordan23
justin123 kaisha123 kaishain kamenrider kamisama kangaroo katherine kathleen katou123 kawaii123 kawasaki kawasaki1
kenshu123 kenshuu1 killer123 kimberly kimetsunoyaiba kingkong kirby123 kitsune1 kobayashi konichiwa konnichiha
konnichiwa kristina kyoto123 lakers24 lasvegas leonardo letmein! letmein1 letmein123 letmein2 letmeinn linkedin
liverpool liverpool1 lkjhgfdsa login123 loginlogin lollipop london123 lorraine love1234 lovebug1 lovelove lovely123
loverboy lovers12 loveyou1 macintosh madison1 maggie123 manabiba manabiba1 manabiba12 manabiba123 manabiba1234
manabiba2026 manager1 manchester margaret marina123 mariobros marketing marlboro maryjane master12 master123 matrix123
matsumoto matthew1 maverick melissa1 mercedes metallica metallica1 michael1 michelle michelle1 microlab microsoft
midnight mikan123 minecraft minecraft1 mnbvcxz1 mohammed momo1234 monalisa money123 monica123 monkey12 monkey123
monopoly montana1 moonlight morgan123 mortgage mountain mustang1 mynoob123 mypassword nagoya123 nakamura napoleon
naruhodo naruto123 nascar24 nascar88 natalie1 national neko1234 nekoneko netflix1 neverland newcastle newpassword
newyork1 nicholas nicole123 nightmare nihon123 nihongo1 ninja123 nintendo nintendo1 nintendo64 nippon123 nirvana1
nopassword northern nothing1 november october1 ohayou123 ohayougozaimasu okaasan1 okinawa1 omedetou oneechan onepiece1
onigiri1 oniichan openopen opensesame operator orange123 original osaka123 otousan1 oyasumi1 p@$$w0rd p@ssw0rd
p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 p@ssword123 pa$$w0rd pa$$word pa55w0rd pa55word panasonic pantera1 panther1
paradise parker123 pass1234 pass12345 pass@123 pass@1234 pass@word1 passion1 passpass passport passw0rd passw@rd
passwado password passwords passwort pasuwaado pasuwado pathfinder patricia pavilion peaches1 peanut123 pearljam
peekaboo pepper123 perfect1 personal philips1 phoenix1 piglet123 pikachu1 pikachu123 pineapple pinkfloyd platinum
playboy1 playstation poiuytrewq pokemon1 pokemon123 polopolo poohbear poopoo12 porsche911 portugal precious prince123
princesa princess princess1 private1 professional punkrock q1234567 q12345678 q123456789 q1w2e3r4 q1w2e3r4t5 qazwsxedc
qwaszx12 qwe12345 qwe123qwe qweasdzxc qweqweqwe qwer1234 qwerasdf qwerty!@# qwerty12 qwerty123 qwerty1234 qwerty12345
qwerty123456 qwerty321 qwertyqwerty qwertyui qwertyuiop qwertz123 qwertzui qwertzuiop raiders1 rainbow1 rakuten1
rakuten123 ramen123 rangers1 rebecca1 redskins redwings remember revolution richard1 ringo123 roadrunner robert123
roblox123 rockstar rockyou1 rolltide root1234 rootroot rosebud1 rush2112 russia2018 sailormoon saitou123 sakura01
sakura12 sakura123 sakurako sakurasakura samantha sammy123 sample123 sampson1 samsung1 samsung123 samurai1 samurai123
sandra123 sasaki123 sashimi1 satan666 satou123 sayonara sayounara scarface scooter1 scorpion scotland sebastian
secret123 security security1 seito123 senators sensei123 september sergeant service1 sexy1234 shadow123 shannon1
shingeki shinkansen shithead showtime silver123 simpsons skittles skywalker slayer666 slipknot smokey12 snickers
snoopy123 snowball soccer123 socrates softball1 softbank softbank1 something sooners1 southern special1 speedway
spencer1 spiderman spiderman1 spitfire spongebob sporting staff1234 stallion stargate starlight startrek startup1
starwars steelers stephanie sterling steven123 stingray strawberry student1 student123 student1234 student2 stupid123
success1 summer123 sundance sunflower sunflower1 sunshine sunshine1 sunshine123 superman superman1 superman123
superstar superuser supervisor survivor sushi123 suzuki123 sweetheart sweetie1 swordfish sylvester system123 tacobell
takahashi takehiro takoyaki tanaka123 tanjoubi tanuki123 tarheels taro1234 tarou123 teacher1 teacher123 teacher1234
telephone tequila1 teriyaki terminator test1234 test12345 tester123 testing1 testing123 testpass testtest thankyou
thebest1 thepassword thomas123 thunder1 thunderbird thx1138a tigers123 tigger123 tinkerbell titanic1 tokyo123
tokyo1234 tokyo2020 tomcat14 topsecret totoro123 tottenham toyota123 training trinity1 trombone truelove trustme1
trustno1 turtle123 twilight twitter1 ultraman undertaker unicorn1 universe university usagi123 user1234 user12345
username userpass vacation valentina valentine vampire1 vanessa1 veronica victoria victoria1 victory1 vincent1
vladimir volkswagen volleyball warcraft warhammer warrior1 watanabe watashi1 watashiwa wedding1 welcome! welcome1
welcome1! welcome12 welcome123 welcome2 westside whatever whatever1 wildcats williams windows1 windows10 winston1
wolfpack wolverine woodland worldofwarcraft wrestling xbox3600 xsw21qaz yahoo123 yamada123 yamadahanako yamadatarou
yamaguchi yamaha123 yamamoto yankees1 yellow123 yesterday yokohama yokohama1 yomiuri1 yoroshiku yoroshiku1 yoshida1
yourmama yourpassword youtube1 zachary1 zaq12wsx zaq1xsw2 zaq1zaq1 zeppelin zidane10 zxcv1234 zxcvbnm,./ zxcvbnm1
zxcvbnm123 zxcvbnma zxcvzxcv zzzz1111 ああああああああ あいうえおかきくけこ ありがとうございます いろはにほへとちりぬるを おはようございます ぱすわーどぱすわーど ひみつひみつひみつ
まなびばまなびば よろしくおねがいします パスワードパスワード
`;

/** Passwords from lists of stolen passwords, and common Japanese ones. */
const commonPasswords: ReadonlySet<string> = new Set(words.split(/\s+/));

/**
 * Invisible characters and spaces. U+2800 (blank Braille) is listed by itself, because Unicode classes it as a symbol.
 */
const invisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu;

/**
 * Returns the text as it looks: NFKC, without invisible characters, in lower case. For comparison only; the password
 * itself is hashed.
 */
function asSeen(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').toLowerCase();
}

/** Returns what is wrong with a password, as a Japanese sentence; undefined if it is acceptable. */
export function passwordFault(password: string, username: string): string | undefined {
  const seen = asSeen(password);
  if (Array.from(seen).length < MIN_PASSWORD_LENGTH)
    return `${MIN_PASSWORD_LENGTH}文字以上にしてください。空白や目に見えない文字は数えません。`;
  if (seen === asSeen(username)) return 'ユーザー名と同じものは使えません。';
  const isOneCharacter = new Set(seen).size === 1;
  if (isOneCharacter || commonPasswords.has(seen))
    return 'よく使われていて、すぐに当てられます。ほかのものにしてください。';
  return undefined;
}

/** Refuses a bad password. @throws {Problem} 422 on the field `password`. */
export function requireGoodPassword(password: string, username: string): void {
  const fault = passwordFault(password, username);
  if (fault) throw invalidField('password', fault);
}
