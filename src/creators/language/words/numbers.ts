/**
 * Words of numbers, as tokens have them: without case and accents. Each row counts on from its first number, by the step
 * after a `+`.
 */
export const smallNumbers = numberWords(`
0 zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
0+0 cero null nul sifir ноль nol 零
12+0 dozen docena duzia douzaine dutzend dozzina dozijn tuzin duzine lusin selusin дюжина дюжину दर्जन; 10+0 decena dezena dizaine decina tiental десяток; 15+0 quinzaine quindicina; 20+0 vingtaine veintena ventina; 2 twice thrice; 2 iki uc dort bes; 2 dua tiga empat
2 dos tres cuatro cinco seis siete ocho nueve diez; 2 dois tres quatro cinco seis sete oito nove dez
2 deux trois quatre cinq six sept huit neuf dix; 2 zwei drei vier funf sechs sieben acht neun zehn
2 due tre quattro cinque sei sette otto nove dieci; 2 twee drie vier vijf zes zeven acht negen tien
2 два три четыре пять шесть семь восемь девять десять
`);
/** Numbers that are other words in other languages. */
export const ownNumbers = new Map(
  `
pol: 2 dwoma trzema czterema piecioma; 2 dwojka; 3 trojka czworka piatka szostka siodemka osemka dziewiatka dziesiatka; 5 piatke; 2 dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec; 2 dwie; 20+10 dwadziescia trzydziesci czterdziesci piecdziesiat szescdziesiat siedemdziesiat osiemdziesiat dziewiecdziesiat; 20+10 dwudziestu trzydziestu czterdziestu piecdziesieciu szescdziesieciu siedemdziesieciu osiemdziesieciu dziewiecdziesieciu; 100+0 sto stu; 2 dwoch trzech czterech pieciu szesciu siedmiu osmiu dziewieciu dziesieciu; 11 jedenascie dwanascie trzynascie czternascie; 16 szesnascie siedemnascie osiemnascie dziewietnascie; 15+0 pietnascie pietnastu
ind: 5 lima enam tujuh delapan sembilan sepuluh; 11 sebelas; 12 duabelas; 15 limabelas; 100 seratus
ara: 2000 ألفين ألفان; 3 ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة; 3 ثلاث أربع خمس ست سبع ثمان تسع عشر; 20+10 عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون; 20+10 عشرين ثلاثين أربعين خمسين ستين سبعين ثمانين تسعين; 100+0 مئة مائة
kor: 10 십; 100 백; 1000 천
tur: 4 dort bes alti yedi sekiz dokuz on; 20+10 yirmi otuz kirk elli altmis yetmis seksen doksan; 100 yuz
spa: 11 once; 13 trece catorce; 16 dieciseis diecisiete dieciocho diecinueve; 21 veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve; 21 veintiun; 20+10 veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa; 100 cien; 12 doce; 15 quince
swe: 2 tva tre fyra fem sex sju atta nio tio; 12 tolv; 15 femton; 20+10 tjugo trettio fyrtio femtio sextio sjuttio attio nittio; 100 hundra
por: 2 duas; 11 onze; 13 treze catorze; 14 quatorze; 16 dezesseis dezessete dezoito dezenove; 16 dezasseis dezassete; 19 dezanove; 20+10 vinte trinta quarenta cinquenta sessenta setenta oitenta noventa; 100 cem; 12 doze; 15 quinze
fra: 11 onze; 13 treize quatorze; 16 seize; 20+10 vingt trente quarante cinquante soixante; 100 cent; 12 douze; 15 quinze
deu: 11 elf; 13 dreizehn vierzehn; 16 sechzehn siebzehn achtzehn neunzehn; 20+10 zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig; 100 hundert; 12 zwolf; 15 funfzehn
ita: 11 undici; 13 tredici quattordici; 16 sedici diciassette diciotto diciannove; 21 ventuno ventidue ventitre ventiquattro venticinque ventisei ventisette ventotto ventinove; 35 trentacinque; 45 quarantacinque; 75 settantacinque; 20+10 venti trenta quaranta cinquanta sessanta settanta ottanta novanta; 100 cento; 12 dodici; 15 quindici
nld: 11 elf; 13 dertien veertien; 16 zestien zeventien achttien negentien; 20+10 twintig dertig veertig vijftig zestig zeventig tachtig negentig; 100 honderd; 12 twaalf; 15 vijftien
rus: 11 одиннадцать; 13 тринадцать четырнадцать; 16 шестнадцать семнадцать восемнадцать девятнадцать; 2 дважды трижды; 2 двумя тремя четырьмя пятью; 3 троика четверка пятерка шестерка семерка восьмерка девятка десятка; 2 две; 2 двух трех четырех пяти шести семи восьми девяти десяти; 12 двенадцать; 15+0 пятнадцать пятнадцати; 20+10 двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто; 20+10 двадцати тридцати сорока пятидесяти шестидесяти семидесяти восьмидесяти девяноста; 100+0 сто ста
jpn: 2 二 三 四 五 六 七 八 九 十; 100 百; 1000 千
hin: 11 ग्यारह; 13 तेरह चौदह; 16 सोलह सत्रह अठारह उन्नीस; 25 पच्चीस; 35 पैंतीस; 45 पैंतालीस; 75 पचहत्तर; 1.5 डेढ; 2.5 ढाई; 2 दो तीन चार पांच छह सात आठ नौ दस; 12 बारह; 15 पंद्रह; 20+10 बीस तीस चालीस पचास साठ सत्तर अस्सी नब्बे; 100 सौ
zho: 2 二 三 四 五 六 七 八 九 十; 2 两; 2 兩; 100 百; 1000 千
`
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, 3), numberWords(line.slice(5))]),
);

function numberWords(table: string): ReadonlyMap<string, number> {
  return new Map(
    table
      .trim()
      .split(/\n|; /)
      .flatMap((row) => {
        const [numbers = '', ...words] = row.split(' ');
        const [first = 0, step = 1] = numbers.split('+').map(Number);
        return words.map((word, at): [string, number] => [word, first + at * step]);
      }),
  );
}

export const tens = numberWords('20+10 twenty thirty forty fifty sixty seventy eighty ninety');

export const scales = numberWords(`10 puluh; 100 ratus
100+0 hundred 百 백
1e3+0 tusen тысяча тысячу thousand grand tausend mille mila tsd tys тыс тысяч тысячи тысячам ألف ألفا ألفًا الف الفا آلاف हजार हजार ribuan rb duizend ribu 千 천 bin binden binin bini bine
1e3+0 tysiac tysiaca tysiace tysiecy tysiacom tysiacami tysiacach тысячами тысячах тысячеи tysiacem mije seribu binlik
1e4+0 万 萬 만; 1e5+0 lakh lakhs लाख; 1e7+0 crore crores करोड; 1e8+0 億 亿 억; 1e9+0 billion bn
1e6+0 miljon miljoner million mio mn millones milhoes millionen millon milhao milioni milione milion milyon milyondan milyonun miljoen millionen millions juta
1e6+0 miliona miliony milionow milionami milionach milionom sejuta milyona milyonluk jt mln mlns मिलियन مليون ملايين
1e6+0 milionem миллионом млн миллион миллиона миллионов миллионами миллионам мільион
`);
/** Only directly after the digits; after a space only those in `spaced`. */
export const scaleLetters = numberWords('1e3+0 k к; 1e6+0 m mm; 1e9 b; 1e5 l; 1e7 cr');
export const oneOrHalf = numberWords('1+0 ein een; 0.5+0 пол полу');
export const digitNames = numberWords('1+0 single; 2+0 double doppia dubbele cift; 3+0 triple');
