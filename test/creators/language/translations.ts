import { readFileSync } from 'node:fs';

/** Descriptions of the same creators in several languages. */
export interface Translated {
  language: string;
  text: string;
}

/** Groups of translations. The first of each is English. */
export const translations: readonly (readonly Translated[])[] = readFileSync(
  new URL('translations.txt', import.meta.url),
  'utf8',
)
  .split(/^#.*\n/m)
  .map((group) =>
    group
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ language: line.slice(0, 3), text: line.slice(4) })),
  )
  .filter((group) => group.length > 0);

/** In each language: a constraint, and its negation. */
export const negations: readonly (readonly [plain: string, negated: string])[] = [
  ['creators from Brazil', 'creators not from Brazil'],
  ['verified creators', 'creators who are not verified'],
  ['over 100k followers', 'no more than 100k followers'],
  ['creadores de Brasil', 'creadores que no sean de Brasil'],
  ['más de 100 mil seguidores', 'no más de 100 mil seguidores'],
  ['criadores do Brasil', 'criadores fora do Brasil'],
  ['criadores verificados', 'criadores não verificados'],
  ['créateurs en France', 'créateurs hors de France'],
  ['créateurs vérifiés', 'créateurs non vérifiés'],
  ['Creator aus Deutschland', 'Creator, keine aus Deutschland'],
  ['über 100.000 Follower', 'nicht mehr als 100.000 Follower'],
  ['creator italiani', 'creator non italiani'],
  ['più di 100mila follower', 'non più di 100mila follower'],
  ['makers uit Brazilië', 'makers niet uit Brazilië'],
  ['meer dan 100.000 volgers', 'niet meer dan 100.000 volgers'],
  ['geverifieerde makers', 'makers die niet geverifieerd zijn'],
  ['twórcy z Brazylii', 'twórcy spoza Brazylii'],
  ['ponad 100 tys. obserwujących', 'nie więcej niż 100 tys. obserwujących'],
  ['zweryfikowani twórcy', 'niezweryfikowani twórcy'],
  ['Brezilya hesapları', 'Brezilya dışındaki hesaplar'],
  ['onaylı hesaplar', 'onaylı olmayan hesaplar'],
  ['100 binden fazla takipçi', 'en fazla 100 bin takipçi'],
  ['kreator dari Indonesia', 'kreator bukan dari Indonesia'],
  ['lebih dari 100 ribu pengikut', 'tidak lebih dari 100 ribu pengikut'],
  ['kreator terverifikasi', 'kreator yang tidak terverifikasi'],
  ['блогеры из Бразилии', 'блогеры не из Бразилии'],
  ['более 100 тысяч подписчиков', 'не более 100 тысяч подписчиков'],
  ['верифицированные блогеры', 'неверифицированные блогеры'],
  ['認証済みのクリエイター', '認証されていないクリエイター'],
  ['ブラジルのクリエイター', 'ブラジル以外のクリエイター'],
  ['フォロワー10万人超', 'フォロワー10万人以下'],
  ['브라질 크리에이터', '브라질이 아닌 크리에이터'],
  ['팔로워 10만 초과', '팔로워 10만 이하'],
  ['인증된 크리에이터', '인증되지 않은 크리에이터'],
  ['认证博主', '未认证博主'],
  ['巴西博主', '不要巴西博主'],
  ['粉丝超过10万', '粉丝不超过10万'],
  ['مؤثرين من البرازيل', 'مؤثرين ليسوا من البرازيل'],
  ['مؤثرين موثقين', 'مؤثرين غير موثقين'],
  ['वेरिफाइड क्रिएटर', 'क्रिएटर जो वेरिफाइड नहीं हैं'],
  ['أكثر من 100 ألف متابع', 'لا يزيد عن 100 ألف متابع'],
  ['ब्राज़ील के क्रिएटर', 'ब्राज़ील को छोड़कर क्रिएटर'],
  ['1 लाख से अधिक फॉलोअर्स', 'अधिकतम 1 लाख फॉलोअर्स'],
];
