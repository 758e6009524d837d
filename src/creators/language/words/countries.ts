/**
 * Countries as people write them: alpha-3, alpha-2, names, adjectives and demonyms, and the languages that an
 * adjective can also mean. The first ones have nobody in the world: a search for their creators
 * must find nobody, and a list with one of them is not read as the list without it.
 */
export const countries: readonly CountryWords[] = parseCountries(`
SVK SK; =Slovakia|=Eslovaquia|=Eslováquia|=Slovaquie|=Slowakei|=Slovacchia|=Slowakije|=Słowacja|=Slovakya|=Словакия|=スロバキア|=슬로바키아|=斯洛伐克|=سلوفاكيا|=स्लोवाकिया; slovak;
SVN SI; =Slovenia|=Eslovenia|=Eslovênia|=Slovénie|=Slowenien|=Slovenië|=Słowenia|=Slovenya|=Словения|=スロベニア|=슬로베니아|=斯洛文尼亚|=سلوفينيا|=स्लोवेनिया; slovenian;
HRV HR; =Croatia|=Croacia|=Croácia|=Croatie|=Kroatien|=Croazia|=Kroatië|=Chorwacja|=Hırvatistan|=Kroasia|=Хорватия|=クロアチア|=크로아티아|=克罗地亚|=كرواتيا|=क्रोएशिया; croatian;
SRB RS; =Serbia|=Sérvia|=Serbie|=Serbien|=Servië|=Sırbistan|=Сербия|=セルビア|=세르비아|=塞尔维亚|=صربيا|=सर्बिया; serbian;
BIH BA; =Bosnia & Herzegovina|=Bosnia y Herzegovina|=Bósnia e Herzegovina|=Bosnie-Herzégovine|=Bosnien und Herzegowina|=Bosnia ed Erzegovina|=Bosnië en Herzegovina|=Bośnia i Hercegowina|=Bosna-Hersek|=Bosnia dan Herzegovina|=Босния и Герцеговина|=ボスニア・ヘルツェゴビナ|=보스니아 헤르체고비나|=波斯尼亚和黑塞哥维那|=البوسنة والهرسك|=बोस्निया और हर्ज़ेगोविना; bosnian;
LTU LT; =Lithuania|=Lituania|=Lituânia|=Lituanie|=Litauen|=Litouwen|=Litwa|=Litvanya|=Литва|=リトアニア|=리투아니아|=立陶宛|=ليتوانيا|=लिथुआनिया; lithuanian;
LVA LV; =Latvia|=Letonia|=Letônia|=Lettonie|=Lettland|=Lettonia|=Letland|=Łotwa|=Letonya|=Латвия|=ラトビア|=라트비아|=拉脱维亚|=لاتفيا|=लातविया; latvian;
EST EE; =Estonia|=Estônia|=Estonie|=Estland|=Estonya|=Эстония|=エストニア|=에스토니아|=爱沙尼亚|=إستونيا|=एस्टोनिया; estonian;
CYP CY; =Cyprus|=Chipre|=Chypre|=Zypern|=Cipro|=Cypr|=Kıbrıs|=Siprus|=Кипр|=キプロス|=키프로스|=塞浦路斯|=قبرص|=साइप्रस; cypriot;
MLT MT; =Malta|=Malte|=Мальта|=マルタ|=몰타|=马耳他|=مالطا|=माल्टा; maltese;
ALB AL; =Albania|=Albânia|=Albanie|=Albanien|=Albanië|=Arnavutluk|=Албания|=アルバニア|=알바니아|=阿尔巴尼亚|=ألبانيا|=अल्बानिया; albanian;
MKD MK; =North Macedonia|=Macedonia del Norte|=Macedônia do Norte|=Macédoine du Nord|=Nordmazedonien|=Macedonia del Nord|=Noord-Macedonië|=Macedonia Północna|=Kuzey Makedonya|=Makedonia Utara|=Северная Македония|=北マケドニア|=북마케도니아|=北马其顿|=مقدونيا الشمالية|=उत्तरी मकदूनिया; macedonian;
BLR BY; =Belarus|=Bielorrusia|=Bielorrússia|=Biélorussie|=Bielorussia|=Białoruś|=Беларусь|=ベラルーシ|=벨라루스|=白俄罗斯|=بيلاروس|=बेलारूस; belarusian|belarussian;
KAZ KZ; =Kazakhstan|=Kazajistán|=Cazaquistão|=Kasachstan|=Kazakistan|=Kazachstan|=Казахстан|=カザフスタン|=카자흐스탄|=哈萨克斯坦|=كازاخستان|=कज़ाखस्तान; kazakh;; =алматы|=астана
AZE AZ; =Azerbaijan|=Azerbaiyán|=Azerbaijão|=Azerbaïdjan|=Aserbaidschan|=Azerbaigian|=Azerbeidzjan|=Azerbejdżan|=Azerbaycan|=Азербайджан|=アゼルバイジャン|=아제르바이잔|=阿塞拜疆|=أذربيجان|=अज़रबैजान; azerbaijani;
ARM AM; =Armenia|=Armênia|=Arménie|=Armenien|=Armenië|=Ermenistan|=Армения|=アルメニア|=아르메니아|=亚美尼亚|=أرمينيا|=आर्मेनिया; armenian;
PRI PR; =Puerto Rico|=Porto Rico|=Portorico|=Portoryko|=Porto Riko|=Puerto Riko|=Пуэрто-Рико|=プエルトリコ|=푸에르토리코|=波多黎各|=بورتوريكو|=पोर्टो रिको; puerto rican;
HND HN; =Honduras|=Гондурас|=ホンジュラス|=온두라스|=洪都拉斯|=هندوراس|=होंडूरास; honduran;
NIC NI; =Nicaragua|=Nicarágua|=Nikaragua|=Никарагуа|=ニカラグア|=니카라과|=尼加拉瓜|=نيكاراغوا|=निकारागुआ; nicaraguan;
JAM JM; =Jamaica|=Jamaïque|=Jamaika|=Giamaica|=Jamajka|=Ямайка|=ジャマイカ|=자메이카|=牙买加|=جامايكا|=जमैका; jamaican;
TTO TT; =Trinidad & Tobago|=Trinidad y Tobago|=Trinidad e Tobago|=Trinité-et-Tobago|=Trinidad und Tobago|=Trinidad en Tobago|=Trynidad i Tobago|=Trinidad ve Tobago|=Trinidad dan Tobago|=Тринидад и Тобаго|=トリニダード・トバゴ|=트리니다드 토바고|=特立尼达和多巴哥|=ترينيداد وتوباغو|=त्रिनिदाद और टोबैगो; trinidadian;
ETH ET; =Ethiopia|=Etiopía|=Etiópia|=Éthiopie|=Äthiopien|=Etiopia|=Ethiopië|=Etiyopya|=Эфиопия|=エチオピア|=에티오피아|=埃塞俄比亚|=إثيوبيا|=इथियोपिया; ethiopian;
UGA UG; =Uganda|=Ouganda|=Oeganda|=Уганда|=ウガンダ|=우간다|=乌干达|=أوغندا|=युगांडा; ugandan;
TZA TZ; =Tanzania|=Tanzânia|=Tanzanie|=Tansania|=Tanzanya|=Танзания|=タンザニア|=탄자니아|=坦桑尼亚|=تنزانيا|=तंज़ानिया; tanzanian;
CMR CM; =Cameroon|=Camerún|=Camarões|=Cameroun|=Kamerun|=Camerun|=Kameroen|=Камерун|=カメルーン|=카메룬|=喀麦隆|=الكاميرون|=कैमरून; cameroonian;
CIV CI; =Côte d’Ivoire|=Costa do Marfim|=Costa d’Avorio|=Ivoorkust|=Кот-д’Ивуар|=コートジボワール|=코트디부아르|=科特迪瓦|=ساحل العاج|=कोत दिवुआर; ivorian;
KHM KH; =Cambodia|=Camboya|=Camboja|=Cambodge|=Kambodscha|=Cambogia|=Cambodja|=Kambodża|=Kamboçya|=Kamboja|=Камбоджа|=カンボジア|=캄보디아|=柬埔寨|=كمبوديا|=कंबोडिया; cambodian;
LAO LA; =Laos|=Лаос|=ラオス|=라오스|=老挝|=لاوس|=लाओस; laotian;
MMR MM; =Myanmar (Burma)|=Myanmar (Birmania)|=Mianmar (Birmânia)|=Myanmar (Birmanie)|=Myanmar|=Myanmar (Birma)|=Mjanma (Birma)|=Мьянма (Бирма)|=ミャンマー (ビルマ)|=미얀마|=缅甸|=ميانمار (بورما)|=म्यांमार (बर्मा); burmese;
MNG MN; =Mongolia|=Mongólia|=Mongolie|=Mongolei|=Mongolië|=Moğolistan|=Монголия|=モンゴル|=몽골|=蒙古|=منغوليا|=मंगोलिया; mongolian;
UZB UZ; =Uzbekistan|=Uzbekistán|=Uzbequistão|=Ouzbékistan|=Usbekistan|=Oezbekistan|=Özbekistan|=Узбекистан|=ウズベキスタン|=우즈베키스탄|=乌兹别克斯坦|=أوزبكستان|=उज़्बेकिस्तान; uzbek;
AFG AF; =Afghanistan|=Afganistán|=Afeganistão|=Afganistan|=Афганистан|=アフガニスタン|=아프가니스탄|=阿富汗|=أفغانستان|=अफ़गानिस्तान; afghan;
IRN IR; =Iran|=Irán|=Irã|=İran|=Иран|=イラン|=이란|=伊朗|=إيران|=ईरान; iranian;
SYR SY; =Syria|=Siria|=Síria|=Syrie|=Syrien|=Syrië|=Suriye|=Suriah|=Сирия|=シリア|=시리아|=叙利亚|=سوريا|=सीरिया; syrian;
YEM YE; =Yemen|=Iêmen|=Yémen|=Jemen|=Yaman|=Йемен|=イエメン|=예멘|=也门|=اليمن|=यमन; yemeni;
LBY LY; =Libya|=Libia|=Líbia|=Libye|=Libyen|=Libië|=Ливия|=リビア|=리비아|=利比亚|=ليبيا|=लीबिया; libyan;
PSE PS; =Palestinian Territories|=Territorios Palestinos|=Territórios palestinos|=Territoires palestiniens|=Palästinensische Autonomiegebiete|=Territori Palestinesi|=Palestijnse gebieden|=Terytoria Palestyńskie|=Filistin Bölgeleri|=Wilayah Palestina|=Палестинские территории|=パレスチナ自治区|=팔레스타인 지구|=巴勒斯坦领土|=الأراضي الفلسطينية|=फ़िलिस्तीनी क्षेत्र; palestinian;
ZWE ZW; =Zimbabwe|=Zimbabue|=Zimbábue|=Simbabwe|=Zimbabve|=Зимбабве|=ジンバブエ|=짐바브웨|=津巴布韦|=زيمبابوي|=ज़िम्बाब्वे; zimbabwean;
ZMB ZM; =Zambia|=Zâmbia|=Zambie|=Sambia|=Zambiya|=Замбия|=ザンビア|=잠비아|=赞比亚|=زامبيا|=ज़ाम्बिया; zambian;
RWA RW; =Rwanda|=Ruanda|=Руанда|=ルワンダ|=르완다|=卢旺达|=رواندا|=रवांडा; rwandan;
SLV SV; =El Salvador|=le Salvador|=au Salvador|=Salwador|=Сальвадор|=エルサルバドル|=엘살바도르|=萨尔瓦多|=السلفادور|=अल सल्वाडोर; salvadoran;
HTI HT; =Haiti|=Haití|=Haïti|=Гаити|=ハイチ|=아이티|=海地|=هايتي|=हैती; haitian;
BHS BS; =Bahamas|=Bahama’s|=Bahamy|=Bahamalar|=Bahama|=Багамы|=バハマ|=바하마|=巴哈马|=جزر البهاما|=बहामास; bahamian;
BRB BB; =Barbados|=Barbade|=Барбадос|=バルバドス|=바베이도스|=巴巴多斯|=بربادوس|=बारबाडोस; barbadian;
MDA MD; =Moldova|=Moldavia|=Moldávia|=Moldavie|=Republik Moldau|=Moldavië|=Mołdawia|=Молдова|=モルドバ|=몰도바|=摩尔多瓦|=مولدوفا|=मॉल्डोवा; moldovan;
MNE ME; =Montenegro|=Monténégro|=Czarnogóra|=Karadağ|=Черногория|=モンテネグロ|=몬테네그로|=黑山|=الجبل الأسود|=मोंटेनेग्रो; montenegrin;
KGZ KG; =Kyrgyzstan|=Kirguistán|=Quirguistão|=Kirghizstan|=Kirgisistan|=Kirghizistan|=Kirgizië|=Kirgistan|=Kırgızistan|=Kirgizstan|=Киргизия|=キルギス|=키르기스스탄|=吉尔吉斯斯坦|=قيرغيزستان|=किर्गिज़स्तान; kyrgyz;
TJK TJ; =Tajikistan|=Tayikistán|=Tadjiquistão|=Tadjikistan|=Tadschikistan|=Tagikistan|=Tadzjikistan|=Tadżykistan|=Tacikistan|=Таджикистан|=タジキスタン|=타지키스탄|=塔吉克斯坦|=طاجيكستان|=ताजिकिस्तान; tajik;
TKM TM; =Turkmenistan|=Туркменистан|=Туркмения|=Turkmenistán|=Turcomenistão|=Turkménistan|=Türkmenistan|=Туркменистан|=トルクメニスタン|=투르크메니스탄|=土库曼斯坦|=تركمانستان|=तुर्कमेनिस्तान; turkmen;
MDG MG; =Madagascar|=Madagaskar|=Мадагаскар|=マダガスカル|=마다가스카르|=马达加斯加|=مدغشقر|=मेडागास्कर; malagasy;
MUS MU; =Mauritius|=Mauricio|=Maurício|=Maurice|=Маврикий|=モーリシャス|=모리셔스|=毛里求斯|=موريشيوس|=मॉरीशस; mauritian;
BWA BW; =Botswana|=Botsuana|=Botsvana|=Ботсвана|=ボツワナ|=보츠와나|=博茨瓦纳|=بوتسوانا|=बोत्स्वाना; botswanan;
NAM NA; =Namibia|=Namíbia|=Namibie|=Namibië|=Namibya|=Намибия|=ナミビア|=나미비아|=纳米比亚|=ناميبيا|=नामीबिया; namibian;
SOM SO; =Somalia|=Somália|=Somalie|=Somalië|=Сомали|=ソマリア|=소말리아|=索马里|=الصومال|=सोमालिया; somali;
SDN SD; =Sudan|=수단|=Sudán|=Sudão|=Soudan|=Soedan|=Судан|=スーダン|=苏丹|=السودان|=सूडान; sudanese;
MDV MV; =Maldives|=Maldivas|=Malediven|=Maldive|=Maldiven|=Malediwy|=Maldivler|=Maladewa|=Мальдивы|=モルディブ|=몰디브|=马尔代夫|=جزر المالديف|=मालदीव; maldivian;
BTN BT; =Bhutan|=Bután|=Butão|=Bhoutan|=Butan|=Бутан|=ブータン|=부탄|=不丹|=بوتان|=भूटान; bhutanese;
MAC MO; =Macau|=Macao SAR|=Macao|=Makau|=Макао|=マカオ|=마카오|=澳门|=澳門|=ماكاو|=मकाओ; macanese;
MCO MC; =Monaco|=Mónaco|=Mônaco|=Monako|=Монако|=モナコ|=모나코|=摩纳哥|=موناكو|=मोनाको; monegasque;
LIE LI; =Liechtenstein|=Лихтенштейн|=リヒテンシュタイン|=리히텐슈타인|=列支敦士登|=ليختنشتاين|=लिचेंस्टीन; liechtensteiner;
USA US; united states|us based|=us only|=us residents|united states of america|america|the states|=usa|=eeuu|=ee uu|estados unidos|états-unis|=usa|vereinigte staaten|stati uniti|=сша|アメリカ|미국|美国|美國|الولايات المتحدة|अमेरिका|=Verenigde Staten|=ABD|=EUA|=США|=Amerika Birleşik Devletleri|=Amerika Serikat|=Соединенные Штаты|=アメリカ合衆国|=संयुक्त राज्य|=Stany Zjednoczone; american;; new york|new york city|=nyc|brooklyn|manhattan|los angeles|hollywood|chicago|miami|orlando|san francisco|bay area|silicon valley|san diego|austin|houston|dallas|texas|california|florida|las vegas|atlanta|seattle|boston|portland|denver|phoenix|philadelphia|nashville|new orleans|detroit|minneapolis|salt lake city|honolulu|hawaii|new jersey|colorado|arizona|ohio|michigan|washington dc|charlotte|asheville|tucson|savannah|sacramento
GBR GB; united kingdom|=uk|great britain|=britain|england|scotland|wales|reino unido|=inglaterra|royaume uni|angleterre|großbritannien|regno unito|イギリス|영국|英国|英國|welsh|=Royaume-Uni|=Vereinigtes Königreich|=Verenigd Koninkrijk|=Birleşik Krallık|=Inggris Raya|=Великобритания|=Великобритании|=المملكة المتحدة|=यूनाइटेड किंगडम|=Wielka Brytania|=Storbritannien; british|brit|scottish;; london|manchester|birmingham|glasgow|edinburgh|liverpool|leeds|bristol|brighton|sheffield|newcastle|cardiff|belfast|oxford|cambridge
CAN CA; canada|=Kanada|=Канада|=Канады|=Канаде|=Канади|=カナダ|=캐나다|=加拿大|=كندا|=कनाडा; canadian;; toronto|vancouver|montreal|montréal|calgary|ottawa|quebec|québec|halifax|winnipeg|ontario|british columbia
AUS AU; australia|オーストラリア|호주|澳洲|aussie|=Australie|=Australien|=Avustralya|=Австралия|=Австралии|=오스트레일리아|=澳大利亚|=أستراليا|=ऑस्ट्रेलिया; australian;; sydney|melbourne|brisbane|perth|adelaide|hobart|canberra|gold coast|queensland|new south wales
IRL IE; ireland|=Irlanda|=Irlande|=Irland|=Ierland|=Irlandia|=Ирландия|=Ирландии|=アイルランド|=아일랜드|=爱尔兰|=愛爾蘭|=أيرلندا|=आयरलैंड; irish;; dublin|=cork|galway|limerick
NZL NZ; =NZ|new zealand|=Nueva Zelanda|=Nova Zelândia|=Nouvelle-Zélande|=Neuseeland|=Nuova Zelanda|=Nieuw-Zeeland|=Yeni Zelanda|=Selandia Baru|=Новая Зеландия|=Новая Зеландии|=ニュージーランド|=뉴질랜드|=新西兰|=紐西蘭|=نيوزيلندا|=न्यूज़ीलैंड|=Nowa Zelandia|=Nya Zeeland; new zealander;; auckland|wellington|christchurch
NGA NG; nigeria|=Nijerya|=Нигерия|=Нигерии|=ナイジェリア|=나이지리아|=尼日利亚|=奈及利亞|=نيجيريا|=नाइजीरिया; nigerian;; lagos|abuja|ibadan|enugu|port harcourt
ZAF ZA; south africa|=Sudáfrica|=África do Sul|=Afrique du Sud|=Südafrika|=Zuid-Afrika|=Güney Afrika|=Afrika Selatan|=Южно-Африканская Республика|=Южно-Африканская Республикы|=Южно-Африканская Республике|=Южно-Африканская Республики|=南アフリカ|=남아프리카|=南非|=جنوب أفريقيا|=दक्षिण अफ़्रीका|=Republika Południowej Afryki|=Sydafrika; south african;; cape town|johannesburg|durban|pretoria
KEN KE; kenya|=Kenia|=Quênia|=Кения|=Кении|=ケニア|=케냐|=肯尼亚|=肯亞|=كينيا|=केन्या; kenyan;; nairobi|mombasa
GHA GH; ghana|=Gana|=Гана|=Ганы|=Гане|=Гани|=ガーナ|=가나|=加纳|=迦納|=غانا|=घाना; ghanaian;; accra|kumasi
IND IN; india|bharat|भारत|インド|인도|印度|الهند|=Inde|=Indien|=Hindistan|=Индия|=Индии; indian;; mumbai|delhi|new delhi|bangalore|bengaluru|chennai|hyderabad|kolkata|pune|jaipur|ahmedabad|indore|lucknow|kerala|=goa|punjab|मुंबई|दिल्ली|जयपुर|पुणे|=बेंगलुरु|=चेन्नई|=हैदराबाद|=कोलकाता
PAK PK; pakistan|=Paquistão|=Пакистан|=Пакистана|=Пакистане|=パキスタン|=파키스탄|=巴基斯坦|=باكستان|=पाकिस्तान; pakistani;; karachi|lahore|islamabad
BGD BD; bangladesh|=Bangladés|=Bangladesch|=Бангладеш|=Бангладеша|=Бангладеше|=バングラデシュ|=방글라데시|=孟加拉国|=孟加拉|=بنغلاديش|=बांग्लादेश|=Bangladesz; bangladeshi;; dhaka
NPL NP; nepal|=Непал|=Непала|=Непале|=ネパール|=네팔|=尼泊尔|=尼泊爾|=نيبال|=नेपाल; nepali|nepalese;; kathmandu
LKA LK; sri lanka|=Шри-Ланка|=Шри-Ланкы|=Шри-Ланке|=Шри-Ланки|=スリランカ|=스리랑카|=斯里兰卡|=斯里蘭卡|=سريلانكا|=श्रीलंका; sri lankan;; colombo
MEX MX; mexico|méjico|mexique|mexiko|messico|=mexicanos|=mexicanas|メキシコ|멕시코|墨西哥|=Meksika|=Meksiko|=Мексика|=Мексикы|=Мексике|=Мексики|=المكسيك|=मैक्सिको|=Meksyk; mexican|mexicano|mexicana;; mexico city|=cdmx|guadalajara|monterrey|ciudad de méxico|puebla|oaxaca|mérida|tijuana|cancun|cancún
ESP ES; spain|españa|espagne|spanien|spagna|espanha|=españoles|=españolas|=испании|スペイン|스페인|西班牙|إسبانيا|=Spanje|=İspanya|=Spanyol|=Испания|=स्पेन|=Hiszpania; spanish|spaniard|=español|=española; spa; madrid|barcelona|=valencia|sevilla|seville|bilbao|málaga|malaga|zaragoza|granada|catalonia|andalusia|andalucía|ibiza|mallorca|canary islands|マドリード|バルセロナ
ARG AR; argentina|argentine republic|argentinien|=Argentinië|=Arjantin|=Аргентина|=Аргентины|=Аргентине|=Аргентини|=アルゼンチン|=아르헨티나|=阿根廷|=الأرجنتين|=अर्जेंटीना|=Argentyna; argentine|argentinian|argentino|=argentinos|=argentinas;; buenos aires|córdoba|cordoba|rosario|mendoza
COL CO; colombia|kolumbien|=Colombie|=Kolombiya|=Kolombia|=Колумбия|=Колумбии|=コロンビア|=콜롬비아|=哥伦比亚|=哥倫比亞|=كولومبيا|=कोलंबिया|=Kolumbia; colombian|colombiano|=colombianos|=colombianas;; bogota|bogotá|medellin|medellín|=cali|cartagena
CHL CL; =chile|=Cile|=Şili|=Чили|=チリ|=칠레|=智利|=تشيلي|=चिली; chilean|chileno;; santiago|valparaiso|valparaíso
PER PE; =peru|=perú|=Pérou|=Перу|=ペルー|=페루|=秘鲁|=秘魯|=بيرو|=पेरू; peruvian|peruano;; =lima|cusco
VEN VE; venezuela|=Венесуэла|=Венесуэлы|=Венесуэле|=Венесуэли|=ベネズエラ|=베네수엘라|=委内瑞拉|=委內瑞拉|=فنزويلا|=वेनेज़ुएला|=Wenezuela; venezuelan;; caracas
ECU EC; ecuador|=Equador|=Équateur|=Ekvador|=Ekuador|=Эквадор|=Эквадора|=Эквадоре|=エクアドル|=에콰도르|=厄瓜多尔|=厄瓜多|=الإكوادور|=इक्वाडोर|=Ekwador; ecuadorian;; quito|guayaquil
BOL BO; bolivia|=Bolivie|=Bolivien|=Bolivya|=Боливия|=Боливии|=ボリビア|=볼리비아|=玻利维亚|=玻利維亞|=بوليفيا|=बोलीविया|=Boliwia; bolivian;
PRY PY; paraguay|=Paraguai|=Парагвай|=Парагвая|=Парагвае|=パラグアイ|=파라과이|=巴拉圭|=باراغواي|=पराग्वे|=Paragwaj; paraguayan;
URY UY; uruguay|=Uruguai|=Уругвай|=Уругвая|=Уругвае|=ウルグアイ|=우루과이|=乌拉圭|=烏拉圭|=أورغواي|=उरूग्वे|=Urugwaj; uruguayan;; montevideo
GTM GT; guatemala|=Гватемала|=Гватемалы|=Гватемале|=Гватемали|=グアテマラ|=과테말라|=危地马拉|=瓜地馬拉|=غواتيمالا|=ग्वाटेमाला|=Gwatemala; guatemalan;
CRI CR; costa rica|=Kosta Rika|=Коста-Рика|=Коста-Рикы|=Коста-Рике|=Коста-Рики|=コスタリカ|=코스타리카|=哥斯达黎加|=哥斯大黎加|=كوستاريكا|=कोस्टारिका|=Kostaryka; costa rican;
PAN PA; panama|=Панама|=Панамы|=Панаме|=Панами|=パナマ|=파나마|=巴拿马|=巴拿馬|=بنما|=पनामा; panamanian;
DOM DO; dominican republic|=República Dominicana|=République dominicaine|=Dominikanische Republik|=Repubblica Dominicana|=Dominicaanse Republiek|=Dominik Cumhuriyeti|=Republik Dominika|=Доминиканская Республика|=Доминиканская Республикы|=Доминиканская Республике|=Доминиканская Республики|=ドミニカ共和国|=도미니카 공화국|=多米尼加共和国|=多明尼加共和國|=جمهورية الدومينيكان|=डोमिनिकन गणराज्य|=Dominikana|=Dominikanska republiken; dominican;
CUB CU; =cuba|=kuba|=Küba|=Куба|=Кубы|=Кубе|=Куби|=キューバ|=쿠바|=古巴|=كوبا|=क्यूबा; cuban;
BRA BR; brazil|brasil|brésil|brasilien|brasile|=brasileiros|=brasileiras|=бразилии|ブラジル|브라질|巴西|البرازيل|=Brazilië|=Brezilya|=Бразилия|=ब्राज़ील|=Brazylia; brazilian|brasileiro|brasileira;; são paulo|rio de janeiro|=rio|belo horizonte|salvador|curitiba|recife|florianópolis|brasilia|brasília|porto alegre|fortaleza
PRT PT; portugal|=Portogallo|=Portekiz|=Португалия|=Португалии|=ポルトガル|=포르투갈|=葡萄牙|=البرتغال|=पुर्तगाल|=Portugalia; portuguese|português|portuguesa; por; lisbon|lisboa|=porto|=braga|coimbra|algarve
AGO AO; angola|=Ангола|=Анголы|=Анголе|=Анголи|=アンゴラ|=앙골라|=安哥拉|=أنغولا|=अंगोला; angolan;
MOZ MZ; mozambique|=Moçambique|=Mosambik|=Mozambico|=Mozambik|=Мозамбик|=Мозамбика|=Мозамбике|=モザンビーク|=모잠비크|=莫桑比克|=莫三比克|=موزمبيق|=मोज़ांबिक; mozambican;
FRA FR; france|francia|frankreich|frança|=frankrijk|=fransa|prancis|=франция|=франции|フランス|프랑스|法国|法國|فرنسا|=फ़्रांस|=Francja|=Frankrike; french|frenchman|=français|=française|=françaises; fra; paris|lyon|marseille|bordeaux|toulouse|nantes|lille|strasbourg|montpellier|provence|パリ|파리|巴黎|باريس|=nice
BEL BE; belgium|belgique|=belgië|=belgien|=bélgica|=belgio|=Belçika|=Belgia|=Бельгия|=Бельгии|=ベルギー|=벨기에|=比利时|=比利時|=بلجيكا|=बेल्जियम; belgian;; brussels|bruxelles|antwerp|ghent|liège|namur|=brussel|=antwerpen|=anvers
NLD NL; netherlands|holland|nederland|niederlande|países bajos|pays bas|=Países Baixos|=Pays-Bas|=Paesi Bassi|=Hollanda|=Belanda|=Нидерланды|=オランダ|=네덜란드|=荷兰|=荷蘭|=هولندا|=नीदरलैंड|=Holandia|=Nederländerna; dutch|=nederlandse|=niederländische; nld; amsterdam|rotterdam|utrecht|the hague|den haag|eindhoven
LUX LU; luxembourg|=Luxemburgo|=Luxemburg|=Lussemburgo|=Lüksemburg|=Люксембург|=Люксембурга|=Люксембурге|=ルクセンブルク|=룩셈부르크|=卢森堡|=盧森堡|=لوكسمبورغ|=लग्ज़मबर्ग; luxembourgish;; luxembourg city
DEU DE; germany|deutschland|alemania|allemagne|germania|alemanha|=duitsland|=almanya|jerman|=германия|=германии|ドイツ|독일|德国|德國|ألمانيا|=जर्मनी|=Niemcy|=Tyskland; german|=deutsche|=deutscher|=deutschen; deu; berlin|munich|münchen|hamburg|cologne|köln|frankfurt|leipzig|stuttgart|düsseldorf|dresden|freiburg|bavaria|bayern|ベルリン|베를린|柏林
AUT AT; austria|österreich|autriche|=österreichische|=Oostenrijk|=Avusturya|=Австрия|=Австрии|=オーストリア|=오스트리아|=奥地利|=奧地利|=النمسا|=ऑस्ट्रिया|=Österrike; austrian;; vienna|=wien|salzburg|=graz|innsbruck|=linz
CHE CH; switzerland|schweiz|suisse|suiza|svizzera|=Suíça|=Zwitserland|=İsviçre|=Швейцария|=Швейцарии|=スイス|=스위스|=瑞士|=سويسرا|=स्विट्ज़रलैंड|=Szwajcaria; swiss;; zurich|zürich|geneva|genève|basel|=bern|lausanne|lucerne|luzern|=genf
ITA IT; italy|italia|italie|italien|=italië|=italiani|=italiane|=италия|=италии|イタリア|이탈리아|意大利|義大利|إيطاليا|=İtalya|=इटली|=Włochy; italian|italiano|italiana; ita; rome|=roma|milan|=milano|naples|=napoli|turin|=torino|florence|firenze|bologna|venice|venezia|palermo|sicily|sicilia|tuscany|toscana|ローマ|ミラノ|로마|밀라노|罗马|米兰
POL PL; poland|polska|=polsce|=Polonia|=Pologne|=Polen|=Polonya|=Polandia|=Польша|=Польшы|=Польше|=Польши|=ポーランド|=폴란드|=波兰|=波蘭|=بولندا|=पोलैंड; =polish;; warsaw|warszawa|krakow|kraków|wroclaw|gdansk|=warszawy|=krakowa|=wrocławia|=gdańska|=poznania|=warszawie|=krakowie
CZE CZ; czechia|czech republic|=Chequia|=Tchéquia|=Tchéquie|=Tschechien|=Cechia|=Tsjechië|=Çekya|=Ceko|=Чехия|=Чехии|=チェコ|=체코|=捷克|=التشيك|=चेकिया|=Czechy|=Tjeckien; czech;; prague|praha|=brno
HUN HU; hungary|=Hungría|=Hongrie|=Ungarn|=Ungheria|=Hongarije|=Macaristan|=Hungaria|=Венгрия|=Венгрии|=ハンガリー|=헝가리|=匈牙利|=هنغاريا|=हंगरी|=Węgry|=Ungern; hungarian;; budapest
ROU RO; romania|=Rumanía|=Romênia|=Roumanie|=Rumänien|=Roemenië|=Romanya|=Румыния|=Румынии|=ルーマニア|=루마니아|=罗马尼亚|=羅馬尼亞|=رومانيا|=रोमानिया|=Rumunia; romanian;; bucharest
BGR BG; bulgaria|=Bulgarie|=Bulgarien|=Bulgarije|=Bulgaristan|=Болгария|=Болгарии|=ブルガリア|=불가리아|=保加利亚|=保加利亞|=بلغاريا|=बुल्गारिया|=Bułgaria; bulgarian;; sofia bulgaria
GRC GR; greece|=Grecia|=Grèce|=Griechenland|=Griekenland|=Yunanistan|=Yunani|=Греция|=Греции|=ギリシャ|=그리스|=希腊|=希臘|=اليونان|=यूनान|=Grecja|=Grekland; greek; ell; athens|thessaloniki
UKR UA; ukraine|=Ucrania|=Ucraina|=Oekraïne|=Ukrayna|=Ukraina|=Украина|=Украины|=Украине|=Украини|=ウクライナ|=우크라이나|=乌克兰|=烏克蘭|=أوكرانيا|=यूक्रेन; ukrainian; ukr; kyiv|kiev|=lviv|=київ|=киев|=киева
RUS RU; russia|россия|=россии|russland|=Rusia|=Russie|=Rusland|=Rusya|=ロシア|=러시아|=俄罗斯|=俄羅斯|=روسيا|=रूस|=Rosja|=Ryssland; russian; rus; moscow|saint petersburg|st petersburg|москва|москвы|=москве|=питер|=петербург|=санкт-петербург|=казань|=новосибирск|=екатеринбург
SWE SE; sweden|=Suecia|=Suède|=Schweden|=Svezia|=Zweden|=İsveç|=Swedia|=Швеция|=Швеции|=スウェーデン|=스웨덴|=瑞典|=السويد|=स्वीडन|=Szwecja|=Sverige; swedish|swede; swe; stockholm|gothenburg|malmö
NOR NO; norway|=Noruega|=Norvège|=Norwegen|=Norvegia|=Noorwegen|=Norveç|=Norwegia|=Норвегия|=Норвегии|=ノルウェー|=노르웨이|=挪威|=النرويج|=नॉर्वे|=Norge; norwegian; nor; =oslo|bergen
DNK DK; denmark|=Dinamarca|=Danemark|=Danimarca|=Denemarken|=Danimarka|=Дания|=Дании|=デンマーク|=덴마크|=丹麦|=丹麥|=الدانمرك|=डेनमार्क|=Dania|=Danmark; danish|dane; dan; copenhagen|aarhus
FIN FI; finland|=Finlandia|=Finlande|=Finnland|=Finlandiya|=Финляндия|=Финляндии|=フィンランド|=핀란드|=芬兰|=芬蘭|=فنلندا|=फ़िनलैंड; finnish; fin; helsinki
ISL IS; iceland|=Islandia|=Islande|=Island|=Islanda|=IJsland|=İzlanda|=Исландия|=Исландии|=アイスランド|=아이슬란드|=冰岛|=冰島|=آيسلندا|=आइसलैंड; icelandic;; reykjavik
ISR IL; israel|=Israele|=İsrail|=Израиль|=イスラエル|=이스라엘|=以色列|=إسرائيل|=इज़राइल|=Izrael; israeli;; tel aviv|jerusalem|haifa
TUR TR; =türkiye|=turkiye|=turkey|トルコ|터키|土耳其|تركيا|=Turquía|=Turquie|=Türkei|=Turchia|=Turkije|=Turki|=Турция|=Турции|=튀르키예|=तुर्किये|=Turcja|=Turkiet; turkish|=turk|=turks; tur; istanbul|ankara|izmir|antalya|=bursa|eskişehir|イスタンブール
IDN ID; indonesia|インドネシア|인도네시아|印尼|=Indonésie|=Indonesien|=Endonezya|=Индонезия|=Индонезии|=印度尼西亚|=إندونيسيا|=इंडोनेशिया|=Indonezja; indonesian; ind; jakarta|=bali|bandung|surabaya|yogyakarta|denpasar|medan
MYS MY; malaysia|马来西亚|馬來西亞|=Malasia|=Malaisie|=Maleisië|=Malezya|=Малайзия|=Малайзии|=マレーシア|=말레이시아|=ماليزيا|=मलेशिया|=Malezja; malaysian;; kuala lumpur|penang|johor|吉隆坡|槟城|怡保|新山
SGP SG; singapore|新加坡|=Singapur|=Singapura|=Singapour|=Сингапур|=Сингапура|=Сингапуре|=シンガポール|=싱가포르|=سنغافورة|=सिंगापुर; singaporean;; tiong bahru|katong
PHL PH; philippines|=Filipinas|=Philippinen|=Filippine|=Filipijnen|=Filipinler|=Филиппины|=フィリピン|=필리핀|=菲律宾|=菲律賓|=الفلبين|=फ़िलिपींस|=Filipiny|=Filippinerna; filipino|filipina|pinoy;; manila|=cebu|davao
THA TH; thailand|ประเทศไทย|=Tailandia|=Thaïlande|=Thailandia|=Tayland|=Таиланд|=Таиланда|=Таиланде|=タイ|=태국|=泰国|=泰國|=تايلاند|=थाईलैंड|=Tajlandia; thai; tha; bangkok|chiang mai|phuket
VNM VN; vietnam|việt nam|=Vietnã|=Вьетнам|=Вьетнама|=Вьетнаме|=ベトナム|=베트남|=越南|=فيتنام|=वियतनाम|=Wietnam; vietnamese; vie; hanoi|ho chi minh city|saigon
JPN JP; japan|nippon|japón|japon|giappone|japão|日本|일본|اليابان|जापान|=Japonya|=Jepang|=Япония|=Японии|=Japonia; japanese|japonés; jpn; tokyo|osaka|kyoto|fukuoka|sapporo|nagoya|yokohama|okinawa|東京|大阪|京都|福岡|札幌|名古屋|鎌倉|横浜|沖縄|도쿄|오사카|东京
KOR KR; south korea|=korea|corea|한국|韓国|韩国|كوريا|=Corea del Sur|=Coreia do Sul|=Corée du Sud|=Südkorea|=Corea del Sud|=Zuid-Korea|=Güney Kore|=Korea Selatan|=Республика Корея|=Республика Кореи|=Республика Корее|=대한민국|=南韓|=كوريا الجنوبية|=दक्षिण कोरिया|=Korea Południowa|=Sydkorea; korean; kor; seoul|busan|=jeju|incheon|daegu|서울|부산|대구|제주|인천|전주|ソウル|首尔|首爾
CHN CN; =china|中国大陆|中國大陸|中国|中國|중국|الصين|=Chine|=Cina|=Çin|=Tiongkok|=Китай|=Китая|=Китае|=चीन|=Chiny|=Kina; chinese; zhs zht; beijing|shanghai|shenzhen|guangzhou|chengdu|北京|上海|深圳|广州|成都
TWN TW; taiwan|中国台湾|中國台灣|台湾|台灣|대만|=Tayvan|=Тайвань|=تايوان|=ताइवान|=Tajwan; taiwanese;; taipei|taichung|tainan|kaohsiung|台北|台中|台南|高雄|花蓮
HKG HK; hong kong|中国香港|中國香港|香港|홍콩|=RAE de Hong Kong|=Hong Kong, RAE da China|=R.A.S. chinoise de Hong Kong|=Sonderverwaltungsregion Hongkong|=RAS di Hong Kong|=Hongkong SAR van China|=Çin Hong Kong ÖİB|=Hong Kong DAK Tiongkok|=Гонконг|=Гонконга|=Гонконге|=中国香港特别行政区|=هونغ كونغ الصينية|=हाँग काँग|=SRA Hongkong|=Hongkong SAR; hongkonger;; kowloon|九龍|沙田
EGY EG; egypt|مصر|エジプト|=Egipto|=Egito|=Égypte|=Ägypten|=Egitto|=Mısır|=Mesir|=Египет|=Египета|=Египете|=이집트|=埃及|=मिस्र|=Egipt|=Egypten; egyptian;; cairo|القاهرة|alexandria|الإسكندرية|الجيزة|أسوان|الأقصر
SAU SA; saudi arabia|السعودية|=ksa|=Arabia Saudí|=Arábia Saudita|=Arabie saoudite|=Saudi-Arabien|=Saoedi-Arabië|=Suudi Arabistan|=Arab Saudi|=Саудовская Аравия|=Саудовская Аравии|=サウジアラビア|=사우디아라비아|=沙特阿拉伯|=沙烏地阿拉伯|=المملكة العربية السعودية|=सऊदी अरब|=Arabia Saudyjska|=Saudiarabien; saudi;; riyadh|jeddah|الرياض|جدة|الدمام|أبها
ARE AE; united arab emirates|emirates|الإمارات|=uae|=Emiratos Árabes Unidos|=Emirados Árabes Unidos|=Émirats arabes unis|=Vereinigte Arabische Emirate|=Emirati Arabi Uniti|=Verenigde Arabische Emiraten|=Birleşik Arap Emirlikleri|=Uni Emirat Arab|=ОАЭ|=アラブ首長国連邦|=아랍에미리트|=阿拉伯联合酋长国|=阿拉伯聯合大公國|=الإمارات العربية المتحدة|=संयुक्त अरब अमीरात|=Zjednoczone Emiraty Arabskie|=Förenade Arabemiraten; emirati;; dubai|=dubái|=dubaï|=dubaju|=dubaj|=дубай|=дубае|=दुबई|abu dhabi|sharjah|دبي|أبوظبي|الشارقة|ドバイ|두바이|迪拜
QAT QA; qatar|=Catar|=Katar|=Катар|=Катара|=Катаре|=カタール|=카타르|=卡塔尔|=卡達|=قطر|=क़तर; qatari;; =doha
KWT KW; kuwait|=Koweït|=Koeweit|=Kuveyt|=Кувейт|=Кувейта|=Кувейте|=クウェート|=쿠웨이트|=科威特|=الكويت|=कुवैत|=Kuwejt; kuwaiti;; kuwait city
BHR BH; bahrain|=Baréin|=Bahreïn|=Bahreyn|=Бахрейн|=Бахрейна|=Бахрейне|=バーレーン|=바레인|=巴林|=البحرين|=बहरीन|=Bahrajn; bahraini;
OMN OM; =oman|=Omã|=Umman|=Оман|=Омана|=Омане|=オマーン|=오만|=阿曼|=عُمان|=ओमान; omani;
MAR MA; morocco|maroc|المغرب|=Marruecos|=Marrocos|=Marokko|=Marocco|=Maroko|=Марокко|=モロッコ|=모로코|=摩洛哥|=मोरक्को|=Marocko; moroccan;; casablanca|marrakech|marrakesh|=rabat|مراكش|الدار البيضاء|فاس|طنجة
DZA DZ; algeria|=Argelia|=Algérie|=Algerien|=Algerije|=Cezayir|=Aljazair|=Алжир|=Алжира|=Алжире|=アルジェリア|=알제리|=阿尔及利亚|=阿爾及利亞|=الجزائر|=अल्जीरिया|=Algieria|=Algeriet; algerian;
TUN TN; tunisia|=Túnez|=Tunisie|=Tunesien|=Tunesië|=Tunus|=Тунис|=Туниса|=Тунисе|=チュニジア|=튀니지|=突尼斯|=突尼西亞|=تونس|=ट्यूनीशिया|=Tunezja|=Tunisien; tunisian;; =tunis
IRQ IQ; iraq|=Irak|=Iraque|=Ирак|=Ирака|=Ираке|=イラク|=이라크|=伊拉克|=العراق|=इराक; iraqi;; baghdad
JOR JO; jordan|=Jordania|=Jordanie|=Jordanien|=Giordania|=Ürdün|=Yordania|=Иордания|=Иордании|=ヨルダン|=요르단|=约旦|=約旦|=الأردن|=जॉर्डन; jordanian;; amman
LBN LB; lebanon|=Líbano|=Liban|=Libanon|=Lübnan|=Ливан|=Ливана|=Ливане|=レバノン|=레바논|=黎巴嫩|=لبنان|=लेबनान; lebanese;; beirut
SEN SN; senegal|=Сенегал|=Сенегала|=Сенегале|=セネガル|=세네갈|=塞内加尔|=塞內加爾|=السنغال|=सेनेगल; senegalese;; dakar
`);

export interface CountryWords {
  code: string;
  alpha2: string;
  /** Alternatives, separated by `|`. */
  names: string;
  adjectives: string;
  languages: readonly string[];
  /** Its cities and states. No filter knows them, so the country replaces them, and a note says so (assumed: nls-places). */
  cities: string;
}

export const europe =
  'GBR IRL ESP PRT FRA BEL NLD LUX DEU AUT CHE ITA POL CZE HUN ROU BGR GRC SWE NOR DNK FIN ISL';

/** Regions, as lists of countries. */
export const regions: Readonly<Record<string, string>> = {
  'latin america|latam|latino|latina|latin american|hispanic america|américa latina|latinoamérica':
    'MEX ARG COL BRA CHL PER VEN ECU BOL PRY URY GTM CRI PAN DOM CUB',
  'south america|south american': 'ARG COL BRA CHL PER VEN ECU BOL PRY URY',
  'central america|central american': 'GTM CRI PAN',
  'north america|north american': 'USA CAN MEX',
  'europe|european|european union|europa': europe,
  'western europe|western european': 'GBR IRL ESP PRT FRA BEL NLD LUX DEU AUT CHE ITA',
  'eastern europe|eastern european': 'POL CZE HUN ROU BGR UKR',
  'southern europe|southern european|mediterranean': 'ESP PRT ITA GRC',
  'iberia|iberian': 'ESP PRT',
  '=dach|german speaking countries|german speaking region': 'DEU AUT CHE',
  benelux: 'BEL NLD LUX',
  'nordics|nordic|nordic countries|scandinavia|scandinavian': 'SWE NOR DNK FIN ISL',
  'middle east|middle eastern': 'SAU ARE QAT KWT BHR OMN IRQ JOR LBN EGY ISR TUR',
  '=mena|middle east and north africa|arab world|arab countries|arab':
    'SAU ARE QAT KWT BHR OMN IRQ JOR LBN EGY MAR DZA TUN',
  '=gcc|gulf countries|the gulf': 'SAU ARE QAT KWT BHR OMN',
  'north africa|north african|maghreb': 'EGY MAR DZA TUN',
  'africa|african': 'NGA ZAF KEN GHA EGY MAR DZA TUN SEN AGO MOZ',
  'sub saharan africa|west africa|east africa': 'NGA ZAF KEN GHA SEN AGO MOZ',
  'asia|asian': 'IND PAK BGD NPL LKA IDN MYS SGP PHL THA VNM JPN KOR CHN TWN HKG',
  '=apac|asia pacific': 'IND IDN MYS SGP PHL THA VNM JPN KOR CHN TWN HKG AUS NZL',
  'southeast asia|south east asia|southeast asian|=asean': 'IDN MYS SGP PHL THA VNM',
  'east asia|east asian': 'JPN KOR CHN TWN HKG',
  'south asia|south asian|=desi': 'IND PAK BGD NPL LKA',
  'oceania|down under': 'AUS NZL',
  'english speaking countries|english speaking world|anglosphere': 'USA GBR CAN AUS IRL NZL',
  'spanish speaking countries|spanish speaking world':
    'ESP MEX ARG COL CHL PER VEN ECU BOL PRY URY GTM CRI PAN DOM CUB',
};

/** One line per country: codes; names; adjectives; languages; cities. */
function parseCountries(text: string): readonly CountryWords[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [codes = '', names = '', adjectives = '', languages = '', cities = ''] = line
        .split(';')
        .map((part) => part.trim());
      const [code = '', alpha2 = ''] = codes.split(' ');
      return {
        code,
        alpha2,
        names,
        adjectives,
        languages: languages.split(' ').filter((tag) => tag !== ''),
        cities,
      };
    });
}
