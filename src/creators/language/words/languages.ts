/**
 * Languages as people write them, by the codes of the records. Adjectives that also name a country are in
 * `countries.ts`.
 */
export const languages: Readonly<Record<string, string>> = {
  eng: 'english|=engl|=englisch|=inglese|=engels|anglophone|inglés|inglês|anglais|英語|영어|英文|الإنجليزية|अंग्रेजी|=İngilizce|=Inggris|=английский|=английском|=английского|=по-английски|=英语|=بالإنجليزية|=अंग्रेज़ी|=angielski|=engelska',
  spa: 'spanish language|=espagnol|=spanisch|=spagnolo|=espanhol|castilian|=castellano|hispanophone|スペイン語|스페인어|西班牙文|hispanohablante|latin american spanish|=Spaans|=İspanyolca|=испанский|=испанском|=испанского|=по-испански|=西班牙语|=الإسبانية|=بالإسبانية|=स्पेनिश|=hiszpański|=spanska',
  por: 'portuguese language|lusophone|brazilian portuguese|=portugues|ポルトガル語|포르투갈어|葡萄牙文|=portugais|=Portugiesisch|=portoghese|=Portugees|=Portekizce|=Portugis|=португальский|=португальском|=португальского|=по-португальски|=葡萄牙语|=البرتغالية|=بالبرتغالية|=पुर्तगाली|=portugalski|=portugisiska',
  fra: 'french language|=franz|=francés|=französisch|=francese|=francês|francophone|フランス語|프랑스어|法文|法语|=Frans|=Fransızca|=французский|=французском|=французского|=по-французски|=الفرنسية|=بالفرنسية|=फ़्रेंच|=francuski|=franska',
  deu: 'german language|=dt|=alemán|=allemand|=alemão|=tedesco|germanophone|auf deutsch|deutschsprachig|deutschsprachige|ドイツ語|독일어|德文|德语|=Deutsch|=Duits|=Almanca|=немецкий|=немецком|=немецкого|=по-немецки|=الألمانية|=بالألمانية|=जर्मन|=niemiecki|=tyska',
  ita: 'italian language|=italienisch|イタリア語|이탈리아어|意大利文|=Italiaans|=İtalyanca|=итальянский|=итальянском|=итальянского|=по-итальянски|=意大利语|=義大利文|=الإيطالية|=بالإيطالية|=इतालवी|=włoski|=italienska',
  ind: 'indonesian language|bahasa indonesia|=bahasa|インドネシア語|印尼文|=indonesio|=Indonesisch|=indonesiano|=Endonezce|=индонезийский|=индонезийском|=индонезийского|=по-индонезийски|=인도네시아어|=印度尼西亚语|=الإندونيسية|=بالإندونيسية|=इंडोनेशियाई|=indonezyjski|=indonesiska',
  jpn: 'japanese language|日本語|일본어|日文|日语|=japonais|=Japanisch|=giapponese|=Japans|=Japonca|=японский|=японском|=японского|=по-японски|=اليابانية|=باليابانية|=जापानी|=japoński|=japanska',
  kor: 'korean language|한국어|韓国語|韩文|韓文|=coreano|=coréen|=Koreanisch|=Koreaans|=Korece|=корейский|=корейском|=корейского|=по-корейски|=韩语|=الكورية|=بالكورية|=कोरियाई|=koreański|=koreanska',
  ara: 'arabic|عربي|العربية|بالعربية|アラビア語|아랍어|=árabe|=Arabisch|=arabo|=Arapça|=Arab|=арабский|=арабском|=арабского|=по-арабски|=阿拉伯语|=阿拉伯文|=अरबी|=arabski|=arabiska',
  hin: 'hindi|हिंदी|हिन्दी|ヒンディー語|힌디어|=Hintçe|=хинди|=印地语|=印地文|=الهندية|=بالهندية',
  tur: 'turkish language|=türkçe|=turkce|トルコ語|=turco|=turc|=Türkisch|=турецкий|=турецком|=турецкого|=по-турецки|=튀르키예어|=土耳其语|=土耳其文|=التركية|=بالتركية|=तुर्की|=turecki|=turkiska',
  zht: 'traditional chinese|cantonese|繁體中文|繁体中文',
  zhs: 'simplified chinese|简体中文|簡體中文',
  'zhs zht':
    'chinese language|mandarin|putonghua|中文|중국어|中国語|=chino|=chinês|=chinois|=Chinesisch|=cinese|=Chinees|=Çince|=Tionghoa|=китайский|=китайском|=китайского|=по-китайски|=الصينية|=بالصينية|=चीनी|=chiński|=kinesiska',
  rus: 'russian language|русский|=ruso|=russo|=russe|=Russisch|=Rusça|=русском|=русского|=по-русски|=ロシア語|=러시아어|=俄语|=俄文|=الروسية|=بالروسية|=रूसी|=rosyjski|=ryska',
  nld: 'dutch language|flemish|=neerlandés|=holandês|=néerlandais|=Niederländisch|=olandese|=Nederlands|=Felemenkçe|=нидерландский|=нидерландском|=нидерландского|=по-нидерландски|=オランダ語|=네덜란드어|=荷兰语|=荷蘭文|=الهولندية|=بالهولندية|=डच|=niderlandzki|=nederländska',
  pol: 'polish language|=polaco|=polonês|=polonais|=Polnisch|=polacco|=Pools|=Lehçe|=Polski|=польский|=польском|=польского|=по-польски|=ポーランド語|=폴란드어|=波兰语|=波蘭文|=البولندية|=بالبولندية|=पोलिश',
  urd: 'urdu',
  ben: 'bengali|bangla',
  tam: 'tamil',
  tel: 'telugu',
  msa: 'malay language',
  tgl: 'tagalog',
  swa: 'swahili',
  yor: 'yoruba',
  heb: 'hebrew',
  fas: 'persian|farsi',
  cat: 'catalan',
};
