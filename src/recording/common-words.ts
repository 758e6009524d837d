/** The commonest words of languages with letters: short ones that nobody's text is known by. */
const everydayWords = {
  eng: `a i is it in on at to of or be we my me he as an by do go if no so up us the and for you are not but all any can
    had her was one our out day get has him his how man new now old see two way who did its let say she too use that with
    have this will your from they know want been good much some time very when come here just like long make many over
    such take than them well were about other which their there would these first could after every where think great
    never being under people little before should always really around again because through another without something`,
  spa: `a o y e de la el en se un no su al lo le si mi ya es que los del las por con una para como más este pero sus hay
    muy sin son ser dos era eso esto todo cada bien años vida casa nada ella solo sobre entre desde hasta donde tiene
    ahora mejor siempre cuando quien porque después también nosotros nuestro pequeño mañana hacer mucho gracias`,
  por: `a o e de da do em um no na os as se ao eu já ou que não com uma por mais dos das para como mas foi ele ela seu sua
    são tem ser isso esse essa você meu minha muito também quando onde sobre entre depois sempre melhor agora porque
    fazer todos cada hoje nosso pessoas obrigado pequeno casa vida`,
  fra: `à a y de la le et en un du il je ne se ce au on tu les des est une que qui par sur pas pour dans avec plus mon son
    tout mais nous vous elle sont ses aux bien fait être très même aussi comme sans chez cette entre après avant depuis
    toujours encore petit grand monde jours notre votre quand parce beaucoup maintenant`,
  deu: `in im am es zu er an so da ich der die und das den von mit ist des sie ein auf für dem als wir bei wie nur aus
    nach sich auch noch eine einen einer wird sind oder aber haben mehr über kann mein dein unser immer heute wenn schon
    diese alles viele leben zeit gute neue wieder zusammen zwischen einfach morgen menschen`,
  ita: `a e i o di il la in un si è da lo ne al ma se ci mi non che per una con del gli più dei alla sono come anche della
    nel suo sua mio noi voi ogni tutto tutti molto dove quando sempre dopo prima casa vita bene oggi ancora grazie
    questo questa nostro persone perché tempo fare`,
  nld: `de en in is te ik er op we je om zo van het een dat met die aan als hij ook zijn voor niet maar wij uit nog bij
    naar over door veel meer deze onze mijn jouw heel alle weer altijd leven mensen vandaag samen nieuwe goede waar
    wanneer omdat tussen kleine`,
  ind: `di ke ya yang dan ini itu aku ada dari untuk tidak dengan akan pada juga kami kita saya bisa lebih sudah hari
    semua oleh atau anak baru sama kamu karena seperti banyak setiap orang dalam mereka selalu rumah hidup terima kasih`,
  tur: `ve bu da de bir ne en çok için ile ama gibi daha var her ben sen biz olarak kadar sonra olan yeni gün ev iyi bana
    şey zaman bugün nasıl hayat güzel insan benim bizim birlikte teşekkür`,
  pol: `i w z na do to o się nie jest jak co po za od ale tak przez dla czy już był może być tylko oraz jego jej który
    bardzo kiedy gdzie dzień życie zawsze teraz dobry nowy ludzie dzisiaj`,
  rus: `и в не на я с а он по из у за что это как все она так его для вы мы ты но от мне был бы еще они есть было уже
    или когда если очень можно после жизнь время день дом всегда сегодня люди новый наш меня тебя только потому`,
} as const;

type CommonLanguage = keyof typeof everydayWords;

const lists = new Map(
  Object.entries(everydayWords).map(([language, words]) => [
    language as CommonLanguage,
    new Set(words.split(/\s+/)),
  ]),
);

const byLength = new Map(
  [...lists].map(([language, words]) => [language, Map.groupBy(words, (word) => [...word].length)]),
);

/** @param words of a text, in lower case @returns undefined where fewer than two of them are common in one language */
export function commonLanguageOf(words: ReadonlySet<string>): CommonLanguage | undefined {
  const found = [...lists]
    .map(([language, list]) => ({ language, count: [...words].filter((word) => list.has(word)).length }))
    .reduce((best, each) => (each.count > best.count ? each : best));
  return found.count < 2 ? undefined : found.language;
}

/** The common words of a language that have this many letters. */
export const commonWordsOf = (language: CommonLanguage, length: number): readonly string[] =>
  byLength.get(language)?.get(length) ?? [];
