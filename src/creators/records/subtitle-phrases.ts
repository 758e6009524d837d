/**
 * The lines that creators say in a video, by the language code of a track. Opening and closing lines come in order. Lines
 * of the middle go from the first steps to the result, each after one of the leads. `{x}` is the topic.
 */
interface Speech {
  /** The English name of the language. */
  name: string;
  opening: readonly string[];
  leads: readonly string[];
  middle: readonly string[];
  closing: readonly string[];
}

const splitLines = (text: string): string[] => text.split('|');

const speech = (name: string, opening: string, leads: string, middle: string, closing: string): Speech => ({
  name,
  opening: splitLines(opening),
  leads: ['', ...splitLines(leads)],
  middle: splitLines(middle),
  closing: splitLines(closing),
});

const languages: Record<string, Speech> = {
  en: speech(
    'English',
    "hey everyone and welcome back|so today it's all about {x}|a lot of you asked me about this|let's get started",
    'so |okay, |and |now, |honestly, |right, ',
    'you need a little patience for {x}|I tried {x} for about a month|this is how I began with {x}|first of all, do not rush it|look at this part here|this is where {x} usually goes wrong|I made the same mistake for years|take your time with this step|nobody tells you this about {x}|it does not have to be perfect|I did not expect that|that is the trick behind {x}|that already looks much better|what would you have done here|this is my favorite part of {x}|you can really see the difference now|I would do {x} again any day',
    'and that is basically it for {x}|let me know in the comments what you think|thank you so much for watching|see you in the next one',
  ),
  es: speech(
    'Spanish',
    'hola a todos y bienvenidos|hoy les quiero hablar de {x}|muchos me lo han pedido|vamos a empezar',
    'entonces |bueno, |y |ahora, |la verdad, |a ver, ',
    'para {x} hace falta paciencia|llevo un mes probando {x}|así empecé yo con {x}|lo primero es no tener prisa|fíjense en esta parte|aquí es donde casi todos fallan con {x}|yo cometí el mismo error durante años|tómense su tiempo en este paso|nadie te cuenta esto de {x}|no tiene que ser perfecto|no me lo esperaba|ese es el truco de {x}|ya se ve mucho mejor|ustedes qué habrían hecho|esta es mi parte favorita de {x}|ahora sí se nota la diferencia|volvería a hacer {x} sin dudarlo',
    'y eso es todo sobre {x}|cuéntenme en los comentarios|muchas gracias por ver el video|nos vemos en el próximo',
  ),
  pt: speech(
    'Portuguese',
    'oi gente, tudo bem|hoje o vídeo é sobre {x}|muita gente me pediu isso|então vamos começar',
    'então |bom, |e |agora |sinceramente, |olha, ',
    '{x} pede um pouco de paciência|faz um mês que eu testo {x}|foi assim que eu comecei com {x}|primeiro, nada de pressa|olha só essa parte aqui|é aqui que muita gente erra em {x}|eu errei isso por anos|faz essa etapa com calma|ninguém te conta isso sobre {x}|não precisa ficar perfeito|eu não esperava por essa|esse é o segredo de {x}|já está bem melhor|o que vocês fariam aqui|essa é a minha parte favorita de {x}|agora dá para ver a diferença|eu faria {x} de novo',
    'e é basicamente isso sobre {x}|conta aqui nos comentários|valeu por assistir até o fim|até o próximo vídeo',
  ),
  fr: speech(
    'French',
    "bonjour à tous et bienvenue|aujourd'hui on parle de {x}|vous avez été nombreux à demander|allez, on commence",
    'alors |bon, |et |maintenant, |franchement, |du coup, ',
    "pour {x} il faut un peu de patience|ça fait un mois que je teste {x}|voilà comment j'ai débuté avec {x}|d'abord, on ne se presse pas|regardez bien cette partie|c'est là que beaucoup se trompent avec {x}|j'ai fait la même erreur pendant des années|prenez votre temps ici|personne ne vous dit ça sur {x}|pas besoin que ce soit parfait|je ne m'y attendais pas|c'est tout le secret de {x}|c'est déjà beaucoup mieux|vous auriez fait quoi ici|c'est mon moment préféré avec {x}|là, on voit vraiment la différence|je referais {x} sans hésiter",
    "et voilà, c'est tout pour {x}|dites-moi en commentaire|merci d'avoir regardé|à la prochaine",
  ),
  de: speech(
    'German',
    'hallo und herzlich willkommen|heute geht es um {x}|viele von euch haben danach gefragt|dann fangen wir mal an',
    'also |okay, |und |nun, |ehrlich gesagt: |gut, ',
    'für {x} braucht ihr etwas Geduld|ich habe einen Monat lang {x} getestet|so war das bei mir mit {x} am Anfang|zuerst mal: keine Eile|schaut euch diese Stelle an|hier geht {x} meistens schief|den Fehler habe ich jahrelang gemacht|lasst euch bei diesem Schritt Zeit|das sagt euch niemand über {x}|es muss nicht perfekt sein|damit habe ich nicht gerechnet|das ist der Trick bei {x}|das sieht schon viel besser aus|was hättet ihr hier gemacht|mein Lieblingsteil von {x}|jetzt sieht man den Unterschied wirklich|immer wieder {x}, sage ich euch',
    'und das war es auch schon zu {x}|schreibt es mir in die Kommentare|danke fürs Zuschauen|bis zum nächsten Mal',
  ),
  it: speech(
    'Italian',
    'ciao a tutti e bentornati|oggi parliamo di una cosa sola: {x}|me lo avete chiesto in tanti|allora cominciamo',
    'allora |bene, |e |adesso |sinceramente, |ecco, ',
    'qui serve un po’ di pazienza: {x}|da un mese provo {x}|ho cominciato così, con {x}|prima di tutto, niente fretta|guardate bene questa parte|qui sbagliano quasi tutti, con {x}|ho fatto lo stesso errore per anni|prendetevi il tempo che serve|nessuno ve lo dice, ma {x}|non deve essere perfetto|non me lo aspettavo|il trucco è tutto qui: {x}|così è già molto meglio|voi che cosa avreste fatto|la mia parte preferita: {x}|adesso si vede la differenza|rifarei {x} anche domani',
    'e questo è tutto: {x}|fatemi sapere nei commenti|grazie per aver guardato|ci vediamo al prossimo video',
  ),
  nl: speech(
    'Dutch',
    'hallo allemaal en welkom terug|vandaag gaat het over {x}|veel mensen vroegen hiernaar|laten we beginnen',
    'dus |oké, |en |nu, |eerlijk gezegd: |goed, ',
    'voor {x} heb je wel wat geduld nodig|ik probeer al een maand {x}|zo begon ik met {x}|allereerst, geen haast|kijk eens naar dit stukje|hier gaat het vaak mis met {x}|ik maakte jaren dezelfde fout|neem hier rustig de tijd voor|niemand vertelt je dit over {x}|het hoeft niet perfect te zijn|dat had ik niet verwacht|dat is het geheim van {x}|dat ziet er al veel beter uit|wat hadden jullie gedaan|dit is mijn favoriete stuk van {x}|nu zie je echt het verschil',
    'en dat was het over {x}|laat het weten in de reacties|bedankt voor het kijken|tot de volgende keer',
  ),
  ru: speech(
    'Russian',
    'всем привет|сегодня всё про {x}|многие об этом просили|давайте начнём',
    'итак, |ладно, |и |теперь |честно, |ну, ',
    'здесь нужно терпение: {x}|я пробую {x} уже месяц|вот так всё начиналось: {x}|во-первых, не спешите|посмотрите вот сюда|здесь чаще всего ошибаются: {x}|эту ошибку я тоже делал годами|не торопитесь на этом шаге|никто не говорит этого про {x}|идеально быть не обязано|такого я не ожидал|вот и весь секрет: {x}|так уже намного лучше|а что бы сделали вы|моя любимая часть: {x}|теперь видно разницу',
    'вот и всё про {x}|напишите в комментариях|спасибо за просмотр|увидимся в следующем видео',
  ),
  tr: speech(
    'Turkish',
    'herkese merhaba|bugünkü konumuz {x}|bunu çok sordunuz|hadi başlayalım',
    'şimdi |peki, |ve |yani |açıkçası |evet, ',
    '{x} için biraz sabır gerekiyor|bir aydır {x} deniyorum|{x} ile işte böyle başladım|önce acele etmek yok|şu kısma dikkat edin|{x} konusunda çoğu kişi burada hata yapıyor|ben de yıllarca aynı hatayı yaptım|bu adımda acele etmeyin|{x} hakkında bunu kimse söylemiyor|mükemmel olması gerekmiyor|bunu beklemiyordum|{x} için bütün sır bu|şimdi çok daha iyi oldu|siz olsanız ne yapardınız|{x} deyince en sevdiğim kısım bu|fark artık belli oluyor',
    '{x} hakkında hepsi bu kadar|yorumlarda yazın|izlediğiniz için teşekkürler|bir sonraki videoda görüşürüz',
  ),
  id: speech(
    'Indonesian',
    'halo semuanya, selamat datang|hari ini kita bahas {x}|banyak yang tanya soal ini|yuk kita mulai',
    'jadi |oke, |dan |nah, |jujur, |terus ',
    'untuk {x} harus sabar dulu|aku sudah coba {x} sebulan|begini awalnya aku mulai {x}|pertama, jangan buru-buru|coba lihat bagian ini|di sini banyak yang salah soal {x}|aku juga salah di sini bertahun-tahun|pelan-pelan saja di langkah ini|tidak ada yang bilang ini soal {x}|tidak harus sempurna|aku tidak menyangka|itu rahasianya {x}|sudah jauh lebih bagus|kalau kalian bagaimana|ini bagian favoritku dari {x}|sekarang kelihatan bedanya',
    'begitu saja soal {x}|tulis di kolom komentar ya|terima kasih sudah menonton|sampai jumpa di video berikutnya',
  ),
  vi: speech(
    'Vietnamese',
    'xin chào mọi người|hôm nay mình nói về {x}|nhiều bạn đã hỏi mình|chúng ta bắt đầu nhé',
    'vậy |được rồi, |và |bây giờ |thật ra |nào, ',
    'với {x} cần một chút kiên nhẫn|mình đã thử {x} một tháng rồi|mình bắt đầu {x} như thế này|trước hết, đừng vội|mọi người nhìn chỗ này nhé|nhiều người hay sai ở {x}|mình cũng sai như vậy mấy năm|cứ làm từ từ thôi|không ai nói điều này về {x}|không cần phải hoàn hảo|mình không ngờ|bí quyết của {x} là đây|trông đẹp hơn nhiều rồi|phần mình thích nhất của {x}',
    'vậy là xong phần {x}|hãy bình luận cho mình biết|cảm ơn mọi người đã xem|hẹn gặp lại',
  ),
  hi: speech(
    'Hindi',
    'नमस्ते दोस्तों|आज की बात: {x}|बहुत लोगों ने इसके बारे में पूछा था|चलिए शुरू करते हैं',
    'तो |अच्छा, |और |अब |सच कहूँ तो |देखिए, ',
    '{x} के लिए थोड़ा धैर्य चाहिए|एक महीने तक {x} आज़माया|{x} की शुरुआत ऐसे हुई|सबसे पहले, जल्दी मत कीजिए|इस हिस्से को ध्यान से देखिए|{x} में यहाँ ज़्यादातर लोग गलती करते हैं|मुझसे भी सालों यही गलती हुई|इस चरण में समय लीजिए|{x} के बारे में यह कोई नहीं बताता|एकदम सही होना ज़रूरी नहीं है|इसकी उम्मीद नहीं थी|{x} का राज़ यही है|अब यह काफी अच्छा लग रहा है|आप क्या करते|{x} का यह हिस्सा मुझे सबसे पसंद है|अब फर्क साफ दिखता है',
    '{x} के बारे में बस इतना ही|कमेंट में ज़रूर बताइए|देखने के लिए धन्यवाद|अगले वीडियो में मिलते हैं',
  ),
  ar: speech(
    'Arabic',
    'أهلا بكم من جديد|حديثنا اليوم عن {x}|كثير منكم سألني عن هذا|هيا نبدأ',
    'إذن |حسنا، |و|الآن |بصراحة |طيب، ',
    'نحتاج إلى الصبر مع {x}|جربت {x} لمدة شهر|هكذا بدأت مع {x}|أولا لا تستعجلوا|انظروا إلى هذا الجزء|هنا يخطئ معظم الناس في {x}|وقعت في الخطأ نفسه لسنوات|خذوا وقتكم في هذه الخطوة|لا أحد يخبركم بهذا عن {x}|ليس من الضروري أن يكون مثاليا|لم أتوقع ذلك|هذا هو سر {x}|أصبح أفضل بكثير|ماذا كنتم ستفعلون|هذا الجزء المفضل عندي من {x}|الفرق واضح',
    'وهذا كل شيء عن {x}|اكتبوا لي في التعليقات|شكرا على المشاهدة|أراكم في الفيديو القادم',
  ),
  ja: speech(
    'Japanese',
    'みなさんこんにちは|今日のテーマは{x}です|たくさんリクエストをもらいました|それでは始めましょう',
    'さて、|じゃあ、|で、|ここで、|正直、|まあ、',
    '{x}には少し根気がいります|一か月くらい{x}を試してみました|{x}はこうやって始めました|まずは焦らないこと|ここをよく見てください|{x}はここで失敗する人が多いです|何年も同じ失敗をしてました|ゆっくりで大丈夫です|{x}のこと、誰も教えてくれないんです|完璧じゃなくていいんです|びっくりしました|{x}のコツはこれだけです|だいぶ良くなりました|みなさんならどうしますか|{x}でいちばん好きなところです|違いがわかりますよね',
    '{x}はこれで完成です|コメントで教えてください|ご視聴ありがとうございました|また次の動画で会いましょう',
  ),
  ko: speech(
    'Korean',
    '안녕하세요 여러분|오늘 주제는 {x}예요|많은 분들이 물어보셨는데요|그럼 시작해 볼게요',
    '자, |그래서 |그리고 |이제 |솔직히 |음, ',
    '{x}는 조금 인내심이 필요해요|한 달 정도 {x} 해 봤어요|저는 {x} 이렇게 시작했어요|먼저 서두르지 마세요|이 부분을 잘 보세요|{x} 할 때 여기서 많이들 실수해요|저도 몇 년 동안 똑같이 틀렸어요|천천히 하셔도 괜찮아요|{x}, 아무도 이건 안 알려 줘요|완벽하지 않아도 돼요|예상 못 했어요|{x}의 비결은 이거예요|훨씬 나아졌죠|여러분이라면 어떻게 하시겠어요|{x}에서 제일 좋아하는 부분이에요|이제 차이가 보이죠',
    '{x}는 이게 다예요|댓글로 알려 주세요|시청해 주셔서 감사합니다|다음 영상에서 만나요',
  ),
  'zh-Hant': speech(
    'Chinese (Traditional)',
    '大家好 歡迎回來|今天的主題是{x}|很多人都問過我|那我們開始吧',
    '那麼 |好 |然後 |現在 |老實說 |欸 ',
    '{x}需要一點耐心|{x}我已經試了一個月|我一開始是這樣玩{x}的|首先不要急|你們看這個地方|{x}很多人會在這裡出錯|我也錯了好幾年|這一步慢慢來就好|沒有人會跟你說{x}的這一點|不用做到完美|我真的沒想到|{x}的訣竅就在這裡|現在看起來好多了|如果是你會怎麼做|這是我最喜歡{x}的部分|差別很明顯吧',
    '{x}差不多就是這樣|在留言告訴我|謝謝大家收看|我們下一支影片見',
  ),
  'zh-Hans': speech(
    'Chinese (Simplified)',
    '大家好 欢迎回来|今天的主题是{x}|很多人都问过我|那我们开始吧',
    '那么 |好 |然后 |现在 |老实说 |对了 ',
    '{x}需要一点耐心|{x}我已经试了一个月|我一开始是这样玩{x}的|首先不要急|你们看这个地方|{x}很多人会在这里出错|我也错了好几年|这一步慢慢来就好|没有人会告诉你{x}的这一点|不用做到完美|我真的没想到|{x}的诀窍就在这里|现在看起来好多了|如果是你会怎么做|这是我最喜欢{x}的部分|差别很明显吧',
    '{x}差不多就是这样|在评论里告诉我|谢谢大家收看|我们下个视频见',
  ),
};

/** How people of a country say some of these lines, by language: the usual line → theirs. */
const varieties: Record<string, Record<string, Record<string, string>>> = {
  en: {
    GBR: {
      'hey everyone and welcome back': 'hiya, lovely to have you back',
      'this is my favorite part of {x}': 'this is my favourite bit of {x}',
      'that already looks much better': 'that looks loads better already',
      'thank you so much for watching': 'cheers for watching',
    },
    IRL: {
      'hey everyone and welcome back': 'how is everyone, welcome back',
      'this is my favorite part of {x}': 'this is my favourite bit of {x}',
      'thank you so much for watching': 'thanks a million for watching',
    },
    AUS: {
      'hey everyone and welcome back': "g'day everyone, welcome back",
      'this is my favorite part of {x}': 'this is my favourite bit of {x}',
      'it does not have to be perfect': 'no worries if it is not perfect',
    },
    CAN: { 'this is my favorite part of {x}': 'this is my favourite part of {x}' },
    IND: {
      'hey everyone and welcome back': 'hello friends, welcome back to the channel',
      'first of all, do not rush it': 'first of all, no need to hurry',
    },
  },
  es: {
    ESP: {
      'hoy les quiero hablar de {x}': 'hoy os quiero hablar de {x}',
      'muchos me lo han pedido': 'muchos me lo habéis pedido',
      'fíjense en esta parte': 'fijaos en esta parte',
      'tómense su tiempo en este paso': 'tomaos vuestro tiempo en este paso',
      'ustedes qué habrían hecho': 'vosotros qué habríais hecho',
      'cuéntenme en los comentarios': 'contadme en los comentarios',
      'muchas gracias por ver el video': 'muchas gracias por ver el vídeo',
    },
    ARG: {
      'hola a todos y bienvenidos': 'hola, cómo andan, bienvenidos',
      'nadie te cuenta esto de {x}': 'nadie te dice esto de {x}, viste',
      'ya se ve mucho mejor': 'ya quedó bárbaro',
    },
    MEX: {
      'hola a todos y bienvenidos': 'qué onda, bienvenidos de vuelta',
      'ya se ve mucho mejor': 'ya quedó mucho más padre',
    },
    COL: {
      'hola a todos y bienvenidos': 'quiubo, bienvenidos',
      'ya se ve mucho mejor': 'ya quedó más bacano',
    },
  },
  pt: {
    PRT: {
      'oi gente, tudo bem': 'olá a todos, tudo bem',
      'muita gente me pediu isso': 'muitos de vocês pediram-me isto',
      'faz um mês que eu testo {x}': 'ando há um mês a testar {x}',
      'olha só essa parte aqui': 'reparem nesta parte',
      'eu errei isso por anos': 'eu próprio errei nisto durante anos',
      'essa é a minha parte favorita de {x}': 'esta é a minha parte preferida de {x}',
      'conta aqui nos comentários': 'digam-me nos comentários',
      'valeu por assistir até o fim': 'obrigado por verem até ao fim',
      'até o próximo vídeo': 'até ao próximo vídeo',
    },
  },
  fr: {
    CAN: {
      'bonjour à tous et bienvenue': 'allô tout le monde, bienvenue',
      'là, on voit vraiment la différence': 'là, on voit la différence pour vrai',
      'à la prochaine': 'à bientôt, bye',
    },
    CHE: { 'à la prochaine': 'tout de bon et à bientôt' },
    MAR: { 'bonjour à tous et bienvenue': 'salam tout le monde, bienvenue' },
  },
  de: {
    AUT: {
      'hallo und herzlich willkommen': 'servus und willkommen',
      'das sieht schon viel besser aus': 'das schaut schon viel besser aus',
      'bis zum nächsten Mal': 'bis zum nächsten Mal, baba',
    },
    CHE: {
      'hallo und herzlich willkommen': 'hoi zäme und willkommen',
      'danke fürs Zuschauen': 'merci fürs Zuschauen',
      'bis zum nächsten Mal': 'tschüss zäme, bis zum nächsten Mal',
    },
  },
  ar: {
    EGY: {
      'أهلا بكم من جديد': 'إزيكم يا جماعة',
      'انظروا إلى هذا الجزء': 'بصوا على الجزء ده',
      'الفرق واضح': 'الفرق باين أوي',
      'شكرا على المشاهدة': 'شكرا إنكم اتفرجتوا',
    },
    SAU: {
      'أهلا بكم من جديد': 'هلا والله فيكم',
      'انظروا إلى هذا الجزء': 'شوفوا هذا الجزء',
      'هيا نبدأ': 'يلا نبدأ',
    },
    ARE: { 'أهلا بكم من جديد': 'مرحبا الساع', 'هيا نبدأ': 'يلا نبدأ' },
    MAR: { 'أهلا بكم من جديد': 'السلام عليكم، كيف دايرين', 'شكرا على المشاهدة': 'شكرا بزاف على المشاهدة' },
  },
  'zh-Hant': { HKG: { 那我們開始吧: '咁我哋開始啦', 謝謝大家收看: '多謝大家收睇' } },
  'zh-Hans': { SGP: { 谢谢大家收看: '谢谢大家看到最后啦' }, MYS: { 谢谢大家收看: '感恩大家收看啦' } },
};

const sameAs: Record<string, string> = {
  zh: 'zh-Hans',
  'zh-CN': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'zh-HK': 'zh-Hant',
};

/** The regions of track codes: `pt-BR` is spoken as in Brazil, wherever the creator lives. */
const countriesOfRegions: Record<string, string> = {
  BR: 'BRA',
  PT: 'PRT',
  ES: 'ESP',
  MX: 'MEX',
  GB: 'GBR',
  US: 'USA',
  CA: 'CAN',
  HK: 'HKG',
};

/**
 * The lines for a language code (`en`, `pt-BR`, `zh-Hant`), as people of a country say them; English for any other
 * language.
 */
export function speechOf(code: string, country: string): Speech {
  const language = languageKeyOf(code) ?? 'en';
  const common = languages[language] as Speech;
  const variety = varieties[language]?.[countriesOfRegions[code.split('-')[1] ?? ''] ?? country];
  if (!variety) return common;
  const asSaid = (lines: readonly string[]): string[] => lines.map((line) => variety[line] ?? line);
  return {
    ...common,
    opening: asSaid(common.opening),
    middle: asSaid(common.middle),
    closing: asSaid(common.closing),
  };
}

/** The name of a language code; the code itself if it is unknown. */
export const languageName = (code: string): string => languages[languageKeyOf(code) ?? '']?.name ?? code;

const languageKeyOf = (code: string): string | undefined =>
  [sameAs[code] ?? code, code.split('-')[0] ?? ''].find((key) => Object.hasOwn(languages, key));
