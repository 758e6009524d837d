/** Speech phrases by language code of a track, for subtitle cues that read like speech. */
interface Speech {
  /** The English name of the language. */
  name: string;
  phrases: readonly string[];
}

const speech = (name: string, phrases: string): Speech => ({ name, phrases: phrases.split('|') });

const languages: Record<string, Speech> = {
  en: speech(
    'English',
    "hello everyone and welcome back|so today I want to show you something|a lot of you asked me about this|let's get started|first of all you need a little patience|I tried this for about a month|and honestly I did not expect that|now look at this part here|this is where most people go wrong|take your time with this step|it does not have to be perfect|that already looks much better|I will put a link in the description|let me know in the comments|what would you have done|okay so let's see if it works|and that is basically it|thank you so much for watching|see you in the next one|one more thing before we go on",
  ),
  es: speech(
    'Spanish',
    'hola a todos y bienvenidos|hoy os quiero enseñar algo|muchos me lo habéis pedido|vamos a empezar|lo primero es tener paciencia|llevo un mes probando esto|y la verdad no me lo esperaba|fijaos en esta parte|aquí es donde casi todos fallan|tómate tu tiempo en este paso|no tiene que ser perfecto|ya se ve mucho mejor|os dejo el enlace en la descripción|contadme en los comentarios|a ver si funciona|y eso es todo básicamente|muchas gracias por ver el vídeo|nos vemos en el próximo',
  ),
  pt: speech(
    'Portuguese',
    'oi gente, tudo bem|hoje eu quero mostrar uma coisa|muita gente me pediu isso|então vamos começar|primeiro é preciso ter paciência|faz um mês que eu testo isso|e eu não esperava por essa|olha só essa parte aqui|é aqui que muita gente erra|faz essa etapa com calma|não precisa ficar perfeito|já está bem melhor|o link fica na descrição|conta aqui nos comentários|vamos ver se funciona|e é basicamente isso|muito obrigada por assistir|até o próximo vídeo',
  ),
  fr: speech(
    'French',
    "bonjour à tous et bienvenue|aujourd'hui je vais vous montrer|vous avez été nombreux à demander|allez, on commence|d'abord il faut un peu de patience|ça fait un mois que je teste|et franchement je ne m'y attendais pas|regardez bien cette partie|c'est là que beaucoup se trompent|prenez votre temps ici|pas besoin que ce soit parfait|c'est déjà beaucoup mieux|je mets le lien en description|dites-moi en commentaire|on va voir si ça marche|et voilà, c'est tout|merci d'avoir regardé|à la prochaine",
  ),
  de: speech(
    'German',
    'hallo und herzlich willkommen|heute zeige ich euch etwas|viele von euch haben danach gefragt|dann fangen wir mal an|zuerst braucht ihr etwas Geduld|ich habe das einen Monat lang getestet|und ehrlich gesagt war ich überrascht|schaut euch diese Stelle an|hier machen die meisten einen Fehler|lasst euch bei diesem Schritt Zeit|es muss nicht perfekt sein|das sieht schon viel besser aus|den Link packe ich in die Beschreibung|schreibt es mir in die Kommentare|mal sehen, ob es klappt|und das war es auch schon|danke fürs Zuschauen|bis zum nächsten Mal',
  ),
  it: speech(
    'Italian',
    'ciao a tutti e bentornati|oggi vi faccio vedere una cosa|me lo avete chiesto in tanti|allora cominciamo|prima di tutto serve pazienza|lo sto provando da un mese|e sinceramente non me lo aspettavo|guardate bene questa parte|qui sbagliano quasi tutti|prendetevi il tempo che serve|non deve essere perfetto|così è già molto meglio|vi lascio il link in descrizione|fatemi sapere nei commenti|vediamo se funziona|e questo è tutto|grazie per aver guardato|ci vediamo al prossimo video',
  ),
  nl: speech(
    'Dutch',
    'hallo allemaal en welkom terug|vandaag laat ik jullie iets zien|veel mensen vroegen hiernaar|laten we beginnen|je hebt wel wat geduld nodig|ik heb dit een maand geprobeerd|en dat had ik niet verwacht|kijk eens naar dit stukje|hier gaat het vaak mis|neem hier rustig de tijd voor|het hoeft niet perfect te zijn|dat ziet er al veel beter uit|de link staat in de beschrijving|laat het weten in de reacties|en dat was het|bedankt voor het kijken',
  ),
  ru: speech(
    'Russian',
    'всем привет|сегодня я хочу кое-что показать|многие об этом просили|давайте начнём|сначала нужно немного терпения|я пробую это уже месяц|и честно, я не ожидал|посмотрите вот сюда|здесь чаще всего ошибаются|не торопитесь на этом шаге|идеально быть не обязано|так уже намного лучше|ссылка будет в описании|напишите в комментариях|посмотрим, получится ли|вот и всё|спасибо за просмотр|увидимся в следующем видео',
  ),
  tr: speech(
    'Turkish',
    'herkese merhaba|bugün size bir şey göstereceğim|bunu çok sordunuz|hadi başlayalım|önce biraz sabır gerekiyor|bunu bir aydır deniyorum|açıkçası bunu beklemiyordum|şu kısma dikkat edin|çoğu kişi burada hata yapıyor|bu adımda acele etmeyin|mükemmel olması gerekmiyor|şimdi çok daha iyi oldu|linki açıklamaya bırakıyorum|yorumlarda yazın|bakalım olacak mı|hepsi bu kadar|izlediğiniz için teşekkürler|bir sonraki videoda görüşürüz',
  ),
  id: speech(
    'Indonesian',
    'halo semuanya, selamat datang|hari ini aku mau tunjukkan sesuatu|banyak yang tanya soal ini|yuk kita mulai|pertama harus sabar dulu|aku sudah coba ini sebulan|jujur aku tidak menyangka|coba lihat bagian ini|di sini banyak yang salah|pelan-pelan saja di langkah ini|tidak harus sempurna|nah, sudah jauh lebih bagus|tautannya ada di deskripsi|tulis di kolom komentar ya|kita lihat berhasil atau tidak|begitu saja caranya|terima kasih sudah menonton|sampai jumpa di video berikutnya',
  ),
  vi: speech(
    'Vietnamese',
    'xin chào mọi người|hôm nay mình sẽ chia sẻ một điều|nhiều bạn đã hỏi mình|chúng ta bắt đầu nhé|trước hết cần một chút kiên nhẫn|mình đã thử một tháng rồi|thật sự mình không ngờ|mọi người nhìn chỗ này nhé|nhiều người hay sai ở đây|cứ làm từ từ thôi|không cần phải hoàn hảo|trông đẹp hơn nhiều rồi|mình để đường dẫn ở phần mô tả|hãy bình luận cho mình biết|vậy là xong|cảm ơn mọi người đã xem',
  ),
  hi: speech(
    'Hindi',
    'नमस्ते दोस्तों|आज मैं आपको कुछ दिखाने वाली हूँ|बहुत लोगों ने इसके बारे में पूछा था|चलिए शुरू करते हैं|सबसे पहले थोड़ा धैर्य चाहिए|मैंने इसे एक महीने तक आज़माया|सच कहूँ तो मुझे उम्मीद नहीं थी|इस हिस्से को ध्यान से देखिए|यहाँ ज़्यादातर लोग गलती करते हैं|इस चरण में जल्दी मत कीजिए|एकदम सही होना ज़रूरी नहीं है|अब यह काफी अच्छा लग रहा है|लिंक नीचे मिल जाएगा|कमेंट में ज़रूर बताइए|देखते हैं काम करता है या नहीं|बस इतना ही|देखने के लिए धन्यवाद|अगले वीडियो में मिलते हैं',
  ),
  ar: speech(
    'Arabic',
    'أهلا بكم من جديد|اليوم سأريكم شيئا مختلفا|كثير منكم سألني عن هذا|هيا نبدأ|في البداية نحتاج إلى بعض الصبر|جربت هذا لمدة شهر|بصراحة لم أتوقع ذلك|انظروا إلى هذا الجزء|هنا يخطئ معظم الناس|خذوا وقتكم في هذه الخطوة|ليس من الضروري أن يكون مثاليا|الآن أصبح أفضل بكثير|الرابط في الوصف|اكتبوا لي في التعليقات|لنرى إن كان سينجح|وهذا كل شيء|شكرا على المشاهدة|أراكم في الفيديو القادم',
  ),
  ja: speech(
    'Japanese',
    'みなさんこんにちは|今日はあるものを紹介します|たくさんリクエストをもらいました|それでは始めましょう|まずは少し根気がいります|一か月くらい試してみました|正直びっくりしました|ここをよく見てください|ここで失敗する人が多いです|ゆっくりで大丈夫です|完璧じゃなくていいんです|だいぶ良くなりました|リンクは概要欄にあります|コメントで教えてください|うまくいくかな|これで完成です|ご視聴ありがとうございました|また次の動画で会いましょう',
  ),
  ko: speech(
    'Korean',
    '안녕하세요 여러분|오늘은 보여 드릴 게 있어요|많은 분들이 물어보셨는데요|그럼 시작해 볼게요|먼저 조금 인내심이 필요해요|한 달 정도 해 봤어요|솔직히 예상 못 했어요|이 부분을 잘 보세요|여기서 많이들 실수해요|천천히 하셔도 괜찮아요|완벽하지 않아도 돼요|훨씬 나아졌죠|링크는 설명란에 있어요|댓글로 알려 주세요|잘 되는지 볼까요|이게 다예요|시청해 주셔서 감사합니다|다음 영상에서 만나요',
  ),
  'zh-Hant': speech(
    'Chinese (Traditional)',
    '大家好 歡迎回來|今天想跟你們分享一件事|很多人都問過我|那我們開始吧|首先需要一點耐心|我已經試了一個月|老實說我沒想到|你們看這個地方|很多人會在這裡出錯|這一步慢慢來就好|不用做到完美|現在看起來好多了|連結放在說明欄|在留言告訴我|來看看能不能成功|差不多就是這樣|謝謝大家收看|我們下一支影片見',
  ),
  'zh-Hans': speech(
    'Chinese (Simplified)',
    '大家好 欢迎回来|今天想跟你们分享一件事|很多人都问过我|那我们开始吧|首先需要一点耐心|我已经试了一个月|老实说我没想到|你们看这个地方|很多人会在这里出错|这一步慢慢来就好|不用做到完美|现在看起来好多了|链接放在说明栏|在评论里告诉我|来看看能不能成功|差不多就是这样|谢谢大家收看|我们下个视频见',
  ),
};

const sameAs: Record<string, string> = {
  zh: 'zh-Hans',
  'zh-CN': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'zh-HK': 'zh-Hant',
};

/** The phrases for a language code (`en`, `pt-BR`, `zh-Hant`); English for any other language. */
export const speechOf = (code: string): Speech => known(code) ?? (languages['en'] as Speech);

/** The name of a language code; the code itself if it is unknown. */
export const languageName = (code: string): string => known(code)?.name ?? code;

const known = (code: string): Speech | undefined =>
  languages[sameAs[code] ?? code] ?? languages[code.split('-')[0] ?? ''];
