/**
 * Synonyms of the world's niches by slug, here with hyphens between its words. A wide word has several slugs. The lists
 * of the world add the names, and the niches that are missing here.
 */
export const nicheWords: Readonly<Record<string, string>> = {
  food: '=フード|=gıda|=طبخات|=طبخ|=أكل|=еде|=кулинарные|=кулинарных|=рецептах|=फूड|=खाने|=gastronomie|=gastronomía|=gastronómicos|=culinaire|=culinaires|=culinária|=kulinarische|=culinario|=culinari|=eten en drinken|=음식|=요리 레시피|=吃播|=探店|=餐饮|=مطبخ|=kuliner|=resep|cibo|맛집|카페|=ricette|=rezepte|=recetas|=receitas|=recettes|=gastronomia|еда|кулинария|кулинарии|рецепты|=eten|kuliner|kulinarisch|foodie|cuisine|culinary|gastronomy|recipe|chef|restaurant|vegan|vegetarian|plant based|meal prep|eating|=mukbang|snack|dessert|coffee|comida|gastronomía|nourriture|=essen|cucina|料理|グルメ|음식|먹방|美食|طعام|طبخ|भोजन|खाना|makanan|yemek|🍕|🍔|🍣|🍜|🍳|🍝|😋',
  baking:
    'baker|bakery|bread|sourdough|cake|pastry|cookies|cupcake|patisserie|repostería|backen|お菓子作り|베이킹|烘焙|🥐|🍞|🎂|🧁|🍰',
  'home-cooking':
    '=cocinar|=cocinero|=cozinhar|=cuisiner|=koch|=köche|=cucinare|=koken|=masak|=memasak|=cook|=cooks|=cooking|cook at home|home cook|home chef|weeknight dinner|family meals|easy recipes|cocina|cozinha|kochen|家庭料理|요리|做饭|做飯',
  'street-food': 'food truck|food market|night market|comida callejera|屋台|길거리 음식|街头小吃',
  fashion:
    '=модные|=модных|=модой|=стиль|=stil|=패션|=fesyen|=فاشن|=ملابس|=फैशन|=vestuario|=estilismo|мода|моде|=kleding|stylist|outfit|clothes|clothing|apparel|lookbook|wardrobe|=ootd|model|=moda|=mode|ファッション|패션|时尚|時尚|穿搭|أزياء|फैशन|👗|👠',
  'everyday-style':
    'everyday fashion|casual style|capsule wardrobe|minimalist wardrobe|daily outfits|office outfits|personal style',
  thrift:
    'thrifting|thrifted|second hand|secondhand|vintage clothing|vintage fashion|upcycle|upcycling|charity shop|flea market|古着',
  streetwear: 'street style|street fashion|sneaker|sneakerhead|hypebeast|👟',
  beauty:
    '=бьюти|=красоте|=ब्यूटी|=सौंदर्य|=جمال|=الجمال|=التجميل|=мейкапе|=beauté et soins|=cosmétique|=cosmética|=cosmetici|=kosmetik|=cosmetica|=kozmetik|=コスメ|=화장품|=彩妆|=メイク|=सौंदर्य प्रसाधन|nail|=nails|nail art|nail artist|manicure|=schönheits|красота|красоте|beautician|cosmetics|glow up|belleza|beleza|beauté|schönheit|bellezza|美容|뷰티|美妆|美妝|تجميل|जमाल|kecantikan|güzellik',
  makeup:
    '=makyaj|=maquillage|=مكياج|=मेकअप|=макияже|=tata rias|makeup artist|make up artist|=trucco|=make-up|=makyaj|=riasan|макияж|make up|mua|lipstick|eyeliner|eyeshadow|maquillaje|maquiagem|maquillage|schminken|メイク|메이크업|化妆|💄',
  skincare:
    '=уход за кожей|=уходе за кожей|=العناية بالبشرة|=स्किनकेयर|=cuidados com a pele|=soins de la peau|=soins|=cura della pelle|=huidverzorging|=cilt bakimi|=perawatan wajah|=cuidado de la piel|soin de la peau|=hautpflege|=cilt bakımı|=perawatan kulit|skin care|skin|acne|sunscreen|dermatology|dermatologist|anti aging|k beauty|スキンケア|스킨케어|护肤|🧴',
  hair: 'hair stylist|hairstyle|hairdresser|hair care|haircut|curls|curly hair|braids|barber|cabello|cheveux|ヘア|💇',
  fitness:
    '=لياقة|=لياقة بدنية|=피트니스|=フィットネス系|=फिटनेस|=фитнесе|=спортивные|=спортивных|=спорте|=健身房|=treino|=entrenamiento|=sportives|=allenamento|=kebugaran|=إنترنت رياضي|=الرياضة|=लियाकत|=sportief|=egzersiz|=gimnasio|=academia|musculation|=salle de sport|=sportif|=sportler|=palestra|фитнес|спорт|=olahraga|=spor|=deporte|=esporte|fit|gym|workout|work out|exercise|athlete|athletic|sport|wellness|personal trainer|fitness coach|=hiit|pilates|フィットネス|운동|헬스|健身|رياضة|फिटनेस|kebugaran|💪',
  strength:
    'strength|weightlifting|weight lifting|powerlifting|bodybuilding|bodybuilder|lifting|lifter|crossfit|calisthenics|musculación|筋トレ|🏋',
  yoga: '=يوغا|=اليوغا|=йоге|=йогой|=योगा|=yoga|йога|योग|يوجا|yogi|yogini|vinyasa|ヨガ|요가|瑜伽|🧘',
  running:
    '=бег|=беге|=جري|=दौड़|=lari|=hardlopen|=koşu|=corsa|=course|=corredor|=corredores|course à pied|=laufen|=läufer|=corrida|=running|=runner|=runners|jogging|jogger|marathon|half marathon|trail running|ランニング|러닝|跑步|🏃',
  travel:
    '=مسافرون|=مسافرين|=رحالة|=رحلات|=туризм|=السفر|=ट्रैवल|=पर्यटन|=путешествий|=тревел|=turismo|=tourisme|=tourismus|=toerisme|=gezgin|=seyahat|=wisata|=perjalanan|=旅行者|=トラベル|=트래블|=여행지|=旅拍|=travel|=viajeros|=viajeras|=viajar|=viajantes|=voyageur|=voyageurs|путешествия|путешествиях|путешественники|=reizen|=jalan jalan|=gezi|=viaggiatori|traveller|wanderlust|nomad|digital nomad|tourism|tourist|vacation|holiday destinations|backpacker|adventure|viaje|viajes|viagem|voyage|voyages|=reise|=reisen|viaggi|旅行|여행|旅遊|旅游|سفر|यात्रा|=wisata|=seyahat|✈|🧳',
  'city-trips': 'city trip|city break|city guide|weekend trips|urban travel|urban exploration',
  hiking:
    'hike|hiker|trekking|trek|mountaineering|mountain|outdoors|outdoor|camping|trail|wandern|senderismo|randonnée|登山|등산|🏔|🥾',
  'budget-travel': 'cheap travel|backpacking|low cost travel|travel on a budget|travel hacks',
  gaming:
    '=игровые|=игровых|=игр|=гейминг|=الألعاب|=गेम|=gaming|=videogame|=gioco|=game|=oyuncu|=permainan|=ゲーミング|=게이밍|=电竞|=eSports|=jugador|=jugadores|=jogador|=joueur|=joueurs|=spieler|=zocken|игры|играх|=giochi|=videogiochi|=videojogos|game|gamer|gameplay|video game|videogame|esports|e sports|streamer|lets play|twitch|playstation|xbox|nintendo|minecraft|fortnite|roblox|juegos|videojuegos|jogos|jeux vidéo|spiele|ゲーム|ゲーム実況|게임|游戏|遊戲|ألعاب|गेमिंग|=oyun|🎮|🕹',
  'cozy-games':
    'cozy game|cosy game|cosy gaming|cozy gaming|farming game|animal crossing|stardew valley|simulation games',
  shooters: 'shooter game|fps|first person shooter|battle royale|call of duty|valorant|counter strike',
  'retro-games': 'retro gaming|retro game|arcade|old school games|classic games|👾',
  tech: '=تكنولوجيا|=التقنية|=التكنولوجيا|=टेक|=टेक्नोलॉजी|=प्रौद्योगिकी|=технологиях|=техно|=technologies|=high tech|=teknologi|=数码|=테크|=IT|технологии|=tecnologici|=technik|=technologie|technology|techie|electronics|science and technology|software|hardware|artificial intelligence|=ai|tecnología|tecnologia|technologie|テクノロジー|기술|科技|تقنية|तकनीक|teknologi|teknoloji|💻|📱|🤖',
  gadgets: '=phone|=phones|mobile phones|gadget|gadget reviews|smartphone|phone reviews|unboxing|ガジェット',
  coding:
    '=coding|=coder|=coders|programming|programmer|developer|software engineer|software engineering|web development|python tutorials|javascript|=code tutorials|learn to code|プログラミング|코딩|编程',
  'desk-setups': 'desk setup|desk tour|battlestation|home office setup|workspace|keyboard builds|⌨',
  comedy:
    '=كوميديا|=كوميدي|=юмористические|=юморе|=комедии|=कॉमेडी|=humoristiques|=umorismo|=humor|=mizah|=komedi|=お笑い系|=유머|=笑话|=段子|=humoristas|=comediantes|=comedia|=comédia|=comédie|=humoriste|=humoristes|=komik|=comici|юмор|=lucu|=lustige|=komiker|comedian|comic|funny|humor|humour|humorous|hilarious|memes|meme|jokes|joke|prank|stand up|standup|satire|parody|humorista|drôle|lustig|divertente|お笑い|코미디|개그|搞笑|كوميديا|हास्य|komedi|😂|🤣',
  sketches: 'comedy sketch|comedy sketches|sketch comedy|skit|skits|コント',
  'office-humor':
    'office humor|office humour|office comedy|corporate humor|corporate comedy|work humor|office memes|workplace humor',
  'family-humor': 'family humor|family humour|family comedy|dad jokes|parenting humor|funny family',
  music:
    '=موسيقي|=الموسيقى|=музыкальные|=музыкальных|=музыкой|=म्यूजिक|=गाने|=musicali|=musicales|=musicaux|=müzik|=ミュージック|=뮤직|=músico|=músicos|=musicien|=musiciens|=musiker|=musicisti|музыка|музыке|=muzik|=muziek|musician|music artist|recording artist|musical|band|=songs|=song|songwriter|música|musique|=musik|musica|音楽|음악|音乐|音樂|موسيقى|संगीत|müzik|🎶|🎵',
  guitar: 'guitarist|acoustic guitar|electric guitar|fingerstyle|guitarra|ギター|기타|吉他|🎸',
  singing:
    '=cantantes|=cantora|=cantores|=sänger|=sängerin|=cantanti|=şarkıcı|=penyanyi|singer|vocalist|vocal|vocals|cover songs|=covers|canto|cantante|chanteur|chanteuse|歌ってみた|歌手|노래|唱歌|🎤',
  'music-production':
    'music producer|beatmaker|beat making|beats|=dj|=djs|electronic music|studio production|synth|🎹|🎧',
  dance:
    '=رقصات|=الرقص|=танцев|=танцах|=танцевальные|=डांस|=dansa|=danza|=ballo|=dans|=dansers|=danseres|=tarian|=ダンサー|=댄서|=舞者|=bailarines|=bailarinas|=dançarinos|=dançarinas|=danseurs|=danseuses|=tänzer|=ballerini|=ballo|танцы|=tari|=penari|dancer|ballet|baile|dança|danse|=tanz|=tanzen|ダンス|댄스|춤|舞蹈|跳舞|رقص|नृत्य|=dans|=dansers|=danseres|💃|🕺',
  choreography: 'choreographer|choreo|dance routine|dance tutorial',
  'hip-hop': 'hiphop|hip hop dance|breakdance|street dance|popping|krump',
  'latin-dance': 'salsa|bachata|tango|merengue|samba|reggaeton dance|cumbia',
  parenting:
    '=родительство|=материнство|=мамы|=мам|=الأمومة|=تربية|=पेरेंटिंग|=मातृत्व|=maternité|=parentalité|=genitorialità|=mamme|=ouderschap|=annelik|=pengasuhan|=子育て|=ママ|=엄마|=맘|=宝妈|=母婴|=familia|=família|=famille|=familie|=famiglia|=semilla|=mamá|=mamás|=madres|=papás|=mães|=mamans|=mütter|=väter|=mamme|=ibu|=anneler|parent|mom|mum|mommy|mummy|mother|motherhood|dad|father|fatherhood|family|families|kids content|momfluencer|maternidad|maternidade|paternité|=eltern|育児|육아|育儿|親子|亲子|أمومة|परिवार|=keluarga|=aile|👪',
  newborns:
    'newborn|baby|babies|infant|pregnancy|pregnant|breastfeeding|expecting|bebé|bebê|bébé|赤ちゃん|아기|宝宝|👶|🍼|🤰',
  toddlers: 'toddler|preschool|preschooler|montessori|potty training|little ones|🧸',
  'school-kids':
    'school kid|school age|schoolchildren|homeschool|homeschooling|back to school|kids activities|lunch box|🎒',
  pets: 'pet parent|pet owner|pet mom|=питомцы|=питомцах|=домашние животные|=حيوانات أليفة|=पालतू जानवर|=mascotas|=animais de estimação|=animaux de compagnie|=animali domestici|=huisdieren|=evcil hayvan|=hewan peliharaan|=ペット系|=애완동물|=萌宠|=animales|=animais|=tiere|животные|=dieren|=hayvan|pet|animal|animals|pet owner|vet|veterinary|wildlife|mascotas|mascota|animaux|haustiere|animali|ペット|반려동물|宠物|寵物|حيوانات|पालतू|hewan|🐾',
  dogs: 'dog parent|dog mom|dog dad|dog owner|dog mum|=cães|=chiens|=hund|=cani|собаки|=anjing|=köpek|=honden|=dog|puppy|puppies|canine|dog trainer|golden retriever|perro|perros|cachorro|chien|hunde|犬|강아지|狗|🐶|🐕',
  cats: 'cat parent|cat mom|cat dad|cat owner|cat mum|=gatti|=chats|=katze|кошки|=kucing|=kedi|=katten|=cat|kitten|kitty|feline|gato|gatos|chat mignon|katzen|猫|고양이|貓|🐱|🐈|😹',
  aquariums: 'aquarium|fish tank|fishkeeping|aquascape|aquascaping|🐠',
  home: '=дом|=интерьер|=домашний уют|=घर की सजावट|=decoração|=decoración|=décoration|=deko|=inrichting|=ev dekorasyonu|=rumah tangga|=インテリア系|=홈|=家装|=arredamento|=haus|=huis|homemaking|homemaker|household|homestead|house|home improvement|home and garden|hogar|maison|=wohnen|=casa|暮らし|집|家居|منزل|घर|=rumah|=ev|🏡|🏠',
  interiors:
    'interior|interior design|interior designer|home decor|decor|decoration|furniture|room makeover|architecture|インテリア|인테리어|室内设计|🛋|🪑',
  diy: 'diyer|diyers|do it yourself|handmade|crafts|crafting|craft|renovation|woodworking|woodwork|carpentry|upholstery|bricolage|🔨|🛠',
  plants:
    'plant parent|plant mom|plant dad|=jardín|=jardin|=garten|=giardinaggio|=jardinagem|=tuinieren|plant|houseplant|gardening|gardener|garden|succulent|botanical|jardinería|jardinage|園芸|식물|植物|🪴|🌱|🌿',
  finance:
    '=финансах|=инвестиции|=المال|=مالية|=فاينانس|=फाइनेंस|=finanzas personales|=finances personnelles|=finanza personale|=financiën|=finans|=keuangan pribadi|=マネー|=재테크|=재무|=财经|=finances|=finanza|финансы|=dinero|=dinheiro|=geld|financial|money|personal finance|economics|economy|business|entrepreneur|entrepreneurship|finanzas|finanças|=finanzen|argent|お金|금융|金融|理财|مال|वित्त|keuangan|=finans|💸|💰',
  saving:
    '=savings|save money|saving money|frugal|budgeting|debt free|couponing|ahorro|économies|=sparen|節約|🐖',
  investing:
    'investor|investment|stocks|stock market|trading|trader|crypto|cryptocurrency|bitcoin|real estate|etf|inversión|investissement|投資|투자|投资|📈',
  freelancing: 'freelance|freelancer|self employed|side hustle|remote work|solopreneur|フリーランス|프리랜서',
  books:
    '=книгах|=книжные|=чтение|=قراءة|=الكتب|=पुस्तक|=किताब|=littérature|=literatura|=letteratura|=literatur|=boeken|=kitaplar|=buku|=読書系|=북|=书籍|=图书|=libro|=livro|=lecture|=lesen|=leitura|=lectura|=buch|книги|книгах|=boeken|=bookstagrammer|book|reading|reader|bookish|booktok|bookstagram|booktube|literature|novel|author|writer|libros|livros|livres|=bücher|libri|読書|책|독서|读书|閱讀|كتب|किताबें|=buku|=kitap|📚|📖',
  'romance-books': 'romance|romance novel|love stories|rom com books|romantasy',
  'fantasy-books': 'fantasy|fantasy novel|epic fantasy|🐉',
  'crime-books': 'crime|crime novel|thriller|thrillers|mystery|detective stories|true crime',
  art: '=искусстве|=рисование|=фنون|=الفن|=рисунок|=आर्ट|=illustration|=ilustración|=ilustração|=sanatçı|=seniman|=イラストレーター|=예술|=插画|=artista|=artistas|=artiste|=künstler|=illustratori|искусство|=pintura|=dibujo|artist|artistic|illustrator|illustration|painter|painting|drawing|drawings|artwork|arte|=kunst|アート|イラスト|미술|그림|艺术|藝術|绘画|=فن|कला|=seni|sanat|🎨|🖌',
  watercolor: 'watercolour|watercolorist|acuarela|aquarelle|水彩',
  'digital-art':
    'digital artist|digital painting|procreate|concept art|3d art|animation|animator|デジタルアート',
  pottery: 'potter|ceramics|ceramic|ceramicist|clay|wheel throwing|cerámica|陶芸|도예|陶艺|🏺',
  'dance singing': 'cover dance|dance cover|cover dances|dance covers',
  'home everyday-style':
    'lifestyle|life style|daily life|day in my life|estilo de vida|=lebensstil|ライフスタイル|라이프스타일|生活方式',
};
