/** English, whose words match with any ending; a phrase after `=` matches exactly. */
export const eng = `
#food: food|=フード|=طبخات|=طبخ|=أكل|=кулинарные|=кулинарных|=рецептах|=खाने|=gastronomie|=gastronomía|=gastronómicos|=culinaires|=culinária|=kulinarische|=culinario|=eten en drinken|=요리 레시피|=餐饮|cibo|=ricette|=rezepte|=recetas|=receitas|=recettes|=gastronomia|кулинария|кулинарии|рецепты|kuliner|kulinarisch|foodie|cuisine|culinary|gastronomy|recipe|chef|restaurant|vegan|vegetarian|plant based|meal prep|eating|=mukbang|snack|dessert|coffee|comida|gastronomía|nourriture|cucina|طبخ|makanan|yemek|🍕|🍔|🍣|🍜|🍳|🍝|😋
#baking: baking|baker|bakery|bread|sourdough|cake|pastry|cookies|cupcake|patisserie|repostería|backen|🥐|🍞|🎂|🧁|🍰
#homecooking: home cooking|=cocinero|=köche|=cook|=cooks|=cooking|cook at home|home cook|home chef|weeknight dinner|family meals|easy recipes|cocina|cozinha|kochen|요리|做飯
#streetfood: street food|food truck|food market|night market|comida callejera
#fashion: fashion|=модные|=модных|=модой|=стиль|=stil|=فاشن|=estilismo|мода|моде|stylist|outfit|clothes|clothing|apparel|lookbook|wardrobe|=ootd|model|時尚|👗|👠
#everydaystyle: everyday style|everyday fashion|casual style|capsule wardrobe|minimalist wardrobe|daily outfits|office outfits|personal style
#thrift: thrift|thrifting|thrifted|second hand|secondhand|vintage clothing|vintage fashion|upcycle|upcycling|charity shop|flea market
#streetwear: streetwear|street style|street fashion|sneaker|sneakerhead|hypebeast|👟
#beauty: beauty|=красоте|=мейкапе|=beauté et soins|=cosmetici|=彩妆|=メイク|=सौंदर्य प्रसाधन|nail|=nails|nail art|nail artist|manicure|=schönheits|красота|красоте|beautician|cosmetics|glow up|belleza|beleza|bellezza|美妝|जमाल|kecantikan
#makeup: makeup|=maquillage|=макияже|makeup artist|make up artist|=make-up|make up|mua|lipstick|eyeliner|eyeshadow|maquillaje|maquiagem|maquillage|schminken|💄
#skincare: skincare|=уходе за кожей|=soins|soin de la peau|skin care|skin|acne|sunscreen|dermatology|dermatologist|anti aging|k beauty|🧴
#hair: hair|hair stylist|hairstyle|hairdresser|hair care|haircut|curls|curly hair|braids|barber|cabello|cheveux|💇
#fitness: home gym|home workout|at home workout|fitness|=フィットネス系|=фитнесе|=спортивные|=спортивных|=спорте|=健身房|=sportives|=allenamento|=إنترنت رياضي|=लियाकत|=sportief|musculation|=sportif|=sportler|=deporte|=esporte|fit|gym|workout|work out|exercise|athlete|athletic|sport|wellness|personal trainer|fitness coach|=hiit|pilates|kebugaran|💪
#strength: strength|weightlifting|weight lifting|powerlifting|bodybuilding|bodybuilder|lifting|lifter|crossfit|calisthenics|🏋
#yoga: yoga|=йоге|=йогой|=yoga|йога|yogi|yogini|vinyasa|🧘
#running: running|=course|=corredores|=running|=runner|=runners|jogging|jogger|marathon|half marathon|trail running|🏃
#travel: travel|=مسافرون|=مسافرين|=رحالة|=путешествий|=turismo|=tourisme|=旅行者|=여행지|=travel|=viajeros|=viajeras|=viajar|=viajantes|=voyageur|=voyageurs|путешествия|путешествиях|путешественники|=jalan jalan|=viaggiatori|traveller|wanderlust|nomad|digital nomad|tourism|tourist|vacation|holiday destinations|backpacker|adventure|viaje|viajes|viagem|voyage|voyages|viaggi|✈|🧳
#citytrips: city trips|city trip|city break|city guide|weekend trips|urban travel|urban exploration
#hiking: hiking|hike|hiker|trekking|trek|mountaineering|mountain|outdoors|outdoor|camping|trail|wandern|senderismo|randonnée|🏔|🥾
#budgettravel: budget travel|cheap travel|backpacking|low cost travel|travel on a budget|travel hacks
#gaming: gaming|=игровые|=игровых|=гейминг|=gaming|=videogame|=gioco|=game|=ゲーミング|=eSports|=jugadores|=joueurs|=spieler|игры|играх|=videojogos|game|gamer|gameplay|video game|videogame|esports|e sports|streamer|lets play|twitch|playstation|xbox|nintendo|minecraft|fortnite|roblox|juegos|videojuegos|jogos|spiele|遊戲|🎮|🕹
#cozygames: cozy gamer|cosy gamer|cozy games|cozy game|cosy game|cosy gaming|cozy gaming|farming game|animal crossing|stardew valley|simulation games
#shooters: shooters|shooter game|fps|first person shooter|battle royale|call of duty|valorant|counter strike
#retrogames: retro games|retro gaming|retro game|arcade|old school games|classic games|👾
#tech: tech|=प्रौद्योगिकी|=технологиях|=техно|=technologies|=IT|технологии|=tecnologici|technology|techie|electronics|science and technology|software|hardware|artificial intelligence|=ai|tecnología|tecnologia|technologie|teknologi|teknoloji|💻|📱|🤖
#gadgets: gadgets|=phone|=phones|mobile phones|gadget|gadget reviews|smartphone|phone reviews|unboxing
#coding: coding|=coding|=coder|=coders|programming|programmer|developer|software engineer|software engineering|web development|python tutorials|javascript|=code tutorials|learn to code
#desksetups: desk setups|desk setup|desk tour|battlestation|home office setup|workspace|keyboard builds|⌨
#comedy: comedy|=юмористические|=юморе|=комедии|=humoristiques|=umorismo|=humor|=お笑い系|=笑话|=humoristas|=comediantes|=humoriste|=humoristes|=comici|=lustige|comedian|comic|funny|humor|humour|humorous|hilarious|memes|meme|jokes|joke|prank|stand up|standup|satire|parody|humorista|lustig|divertente|komedi|😂|🤣
#sketches: sketches|comedy sketch|comedy sketches|sketch comedy|skit|skits
#officehumor: office humor|office humour|office comedy|corporate humor|corporate comedy|work humor|office memes|workplace humor
#familyhumor: family humor|family humour|family comedy|dad jokes|parenting humor|funny family
#music: music|=موسيقي|=музыкальные|=музыкальных|=музыкой|=गाने|=musicali|=musicales|=ミュージック|=músico|=músicos|=musiciens|=musiker|=musicisti|музыка|музыке|musician|music artist|recording artist|musical|band|=songs|=song|songwriter|musique|musica|🎶|🎵
#guitar: guitar|guitarist|acoustic guitar|electric guitar|fingerstyle|guitarra|🎸
#singing: singing|=cantantes|=cantora|=cantores|=sängerin|=cantanti|singer|vocalist|vocal|vocals|cover songs|=covers|canto|cantante|chanteur|chanteuse|歌ってみた|🎤
#musicproduction: music production|music producer|beatmaker|beat making|beats|=dj|=djs|electronic music|studio production|synth|🎹|🎧
#dance: dance|=رقصات|=танцев|=танцах|=танцевальные|=dansers|=danseres|=tarian|=bailarines|=bailarinas|=dançarinos|=dançarinas|=danseurs|=danseuses|=ballerini|танцы|dancer|ballet|baile|danse|💃|🕺
#choreography: choreography|choreographer|choreo|dance routine|dance tutorial
#hiphop: hip hop|hiphop|hip hop dance|breakdance|street dance|popping|krump
#latindance: latin dance|salsa|bachata|tango|merengue|samba|reggaeton dance|cumbia
#parenting: parenting|=родительство|=материнство|=تربية|=मातृत्व|=mamme|=famille|=famiglia|=semilla|=madres|=mamans|=anneler|parent|mom|mum|mommy|mummy|mother|motherhood|dad|father|fatherhood|family|families|kids content|momfluencer|maternidad|maternidade|親子|परिवार|👪
#newborns: newborns|newborn|baby|babies|infant|pregnancy|pregnant|breastfeeding|expecting|👶|🍼|🤰
#toddlers: preschooler|pre schooler|pre-schooler|toddlers|toddler|preschool|preschooler|montessori|potty training|little ones|🧸
#schoolkids: school kids|school kid|school age|schoolchildren|homeschool|homeschooling|back to school|kids activities|lunch box|🎒
#pets: pets|pet parent|pet owner|pet mom|=питомцы|=питомцах|=домашние животные|=mascotas|=huisdieren|=ペット系|=animales|животные|pet|animal|animals|vet|veterinary|wildlife|mascotas|mascota|animaux|haustiere|animali|寵物|hewan|🐾
#dogs: dogs|dog parent|dog mom|dog dad|dog owner|dog mum|=chiens|собаки|=dog|puppy|puppies|canine|dog trainer|golden retriever|perro|perros|cachorro|chien|hunde|🐶|🐕
#cats: cats|cat parent|cat mom|cat dad|cat owner|cat mum|=gatti|кошки|=cat|kitten|kitty|feline|gato|gatos|chat mignon|katzen|貓|🐱|🐈|😹
#aquariums: aquariums|aquarium|fish tank|fishkeeping|aquascape|aquascaping|🐠
#home: home|=интерьер|=домашний уют|=घर की सजावट|=decoração|=decoración|=décoration|=deko|=inrichting|=ev dekorasyonu|=インテリア系|=家装|=arredamento|=haus|homemaking|homemaker|household|homestead|house|home improvement|home and garden|hogar|maison|=wohnen|🏡|🏠
#interiors: interiors|interior|interior design|interior designer|home decor|decor|decoration|furniture|room makeover|architecture|🛋|🪑
#diy: diy|diyer|diyers|do it yourself|handmade|crafts|crafting|craft|renovation|woodworking|woodwork|carpentry|upholstery|bricolage|🔨|🛠
#plants: plants|plant parent|plant mom|plant dad|plant|houseplant|gardening|gardener|garden|succulent|botanical|jardinería|jardinage|🪴|🌱|🌿
#finance: finance|=финансах|=инвестиции|=فاينانس|=finanzas personales|=finances personnelles|=finanza personale|=financiën|=keuangan pribadi|=재무|=finances|=finanza|финансы|financial|money|personal finance|economics|economy|business|entrepreneur|entrepreneurship|finanzas|finanças|argent|keuangan|💸|💰
#saving: saving|=savings|save money|saving money|frugal|budgeting|debt free|couponing|ahorro|🐖
#investing: investing|investor|investment|stocks|stock market|trading|trader|crypto|cryptocurrency|bitcoin|real estate|etf|inversión|investissement|📈
#freelancing: freelancing|freelance|freelancer|self employed|side hustle|remote work|solopreneur
#books: books|=книгах|=книжные|=чтение|=kitaplar|=読書系|=북|книги|книгах|=bookstagrammer|book|reading|reader|bookish|booktok|bookstagram|booktube|literature|novel|author|writer|libros|livros|livres|libri|閱讀|📚|📖
#romancebooks: romance books|romance|romance novel|love stories|rom com books|romantasy
#fantasybooks: fantasy books|fantasy|fantasy novel|epic fantasy|🐉
#crimebooks: crime books|crime|crime novel|thriller|thrillers|mystery|detective stories|true crime
#art: art|=искусстве|=рисование|=фنون|=рисунок|=आर्ट|=illustration|=ilustración|=ilustração|=sanatçı|=seniman|=イラストレーター|=artistas|=artiste|=illustratori|искусство|=dibujo|artist|artistic|illustrator|illustration|painter|painting|drawing|drawings|artwork|arte|藝術|sanat|🎨|🖌
#watercolor: watercolor|watercolour|watercolorist|acuarela|aquarelle
#digitalart: digital art|digital artist|digital painting|procreate|concept art|3d art|animation|animator
#pottery: pottery|potter|ceramics|ceramic|ceramicist|clay|wheel throwing|cerámica|🏺
#dance singing: cover dance|dance cover|cover dances|dance covers
#home everydaystyle: lifestyle|life style|daily life|day in my life|estilo de vida|=lebensstil
audience: top country|top countries|top audience|top location|top audience country|main country|followed mostly by|followed mainly by|followed largely by|mostly followed by|mainly followed by|followed primarily by|audience|viewer|=viewers|viewership base|=fans|fan base|fanbase|followed by|watched by|demographic|demographics|spectators|viewed by|reach people|watchers|followers are
creator: creator|influencer|=folks|=guys|blogger|=of them|channel|youtuber|instagrammer|vlogger|tiktokers|account|=people|someone|personality|personalities|talent|ambassador|profile|=users|star|page|tiktoker|streamers|content creator|=results|=suggestions|=candidates|=matches|kol|kols|founder|coach|owner|reviewer|educator|teacher|expert|maker|enthusiast|=blogueros|=blogueras|=influencers|=içerik üreticiler|=creatives|=creative
content: content|video|post|photo|reel|=shorts|=clips|short video|long video|subtitles|captions
mostly: mostly|mainly|=skewing|=skewed|=skews|=leaning|primarily|predominantly|largely|chiefly|majority|mostly made of
speaking: =lang|speaking|speaker|speak|speaks|spoken|language
women: women|woman|female|girl|lady|ladies
men: men|man|male|guy|boy|gentlemen
13-17: teen|teenager|adolescent|high schooler|adolescentes
13-27: gen z|generation z|=zoomers|genz|zillennial
18-24: college student|university student|students|young adult|young people|jóvenes
28-43: millennial|generation y
44-59: gen x|generation x|middle aged
55-120: boomer|baby boomer|senior|elderly|retiree|pensioner|older people|older adults
20-29: twenties|twentysomething|20代
30-39: thirties|thirtysomething|30代
40-49: forties|40代
50-59: fifties|50代
audience 13-24: young audience|younger audience|young viewers|younger viewers|young fans|youth|young followers|younger followers|younger crowd
audience 45-120: older audience|old audience|mature audience|older viewers|older followers|older crowd|adult audience
aged: aged|age|ages|years old|year old|year olds|=yo|=yrs|=y o|years of age|age group|age range|age bracket
verified: verified|verification|verified account|verified badge|blue check|blue tick|blue checkmark|checkmark|blue badge|☑|✔
unverified: unverified|non verified|without verification|without a blue check|no blue check|no checkmark
sponsored: sponsored|sponsorship|=ads|=sponsors|=sponsor|has sponsors|brand deal|brand partnership|brand collaboration|brand collab|paid partnership|paid promotion|paid collaborations|promote brands|promotes brands|collaborated with brands|collaborate with brands|partner with brands|partnered with brands|works with brands|work with brands|worked with brands|does ads|brand ambassador|sponsored content|sponsored posts|sponsored videos
unsponsored: never did an ad|never did ads|never done an ad|never done ads|zero brand deals|zero sponsors|zero sponsorships|zero sponsored posts|0 sponsors|0 brand deals|0 sponsored posts|0 sponsorships|=aren't promoting anything|=isn't promoting anything|don't promote anything|doesn't promote anything|don't advertise|doesn't advertise|never advertise|never promote|not advertising|no advertising|not promoting anything|never promoting anything|=promoting nothing|=promote nothing|unsponsored|no brands|no brand work|no brand collab|no collabs|no paid posts|no paid partnership|without paid partnership|no paid collaborations|no sponsored posts|no sponsored content|never sponsored|no sponsors|no sponsor|without sponsors|without sponsor|no sponsorships|without sponsorships|no brand deals|without brand deals|ad free|no ads|without ads|non sponsored|never done sponsorships|never done a brand deal|never had sponsors|never had a sponsor|organic only
ignored: are fine|is fine|are ok|are okay|is ok|is okay|are welcome|not a problem|not an issue|are also fine|are fine too|we don't care about|don't care about|do not care about|want to sponsor|looking to sponsor|we sponsor|to sponsor|to be sponsored by us
active: last seen|active|last post|latest post|last upload|last posted|latest upload|posted|=posts|=posting|=post regularly|=upload|=uploads|uploaded|uploading|published|publishing|publishes|=active in|recent activity|activity|new content|still active|updated|投稿
inactive: gone dark|went dark|gone silent|went silent|gone missing|gone offline|inactive|not active|dormant|=silent|gone quiet|been quiet|=quiet|on hiatus|=hiatus|=quit|stopped posting|not posted|no longer active|no longer posting|abandoned|havent posted|haven't posted|have not posted|has not posted|hasnt posted|hasn't posted|didnt post|not posting|no posts|no uploads|no new content|not uploaded
last: last|past|previous|within|within the last|within the past|during the last|in the last|in the past
last: =ago|=old
hour: =h|=hr|=hrs|=hour|=hours|hrs
day: day
week: =wk|=wks|week
fortnight: fortnight
month: =mo|=mth|month
quarter: quarter
year: year
1d: today
2d: yesterday
7d: this week|=weekly active
30d: this month
90d: this quarter
365d: this year|este año|今年
30d: recently|lately|currently|these days|right now|=now
daily: daily|every day|each day|a day|per day|once a day
everySecondDay: every other day|every second day|every two days|every 2 days|alternate days
fortnightly: every two weeks|every 2 weeks|every other week|every fortnight|=fortnightly|=biweekly
weekly: weekly|every week|each week|a week|per week|once a week
monthly: monthly|every month|each month|a month|per month|once a month
not: =nto|=withot|=exept|unless|=mustn't|=mustnt|=ain't|=aint|=wouldn't|=couldn't|=shan't|=hadn't|different from|different than|≠|!=|yet to be|have yet to|has yet to|yet to|hardly any|barely any|scarcely any|next to no|almost no|virtually no|practically no|=with few|=has few|=have few|=having few|=very few|=w/o|=w/out|=rarely|seldom|hardly ever|=too big if|=too small if|=too large if|=too many if|=too few if|not|❌|🚫|⛔|✖|🙅|non|never|without|besides|apart from|aside from|rather than|other than|instead of|minus|=isn't|=aren't|=isnt|=arent|=don't|=dont|=doesn't|=doesnt|=haven't|=havent|=hasn't|=hasnt|=didn't|=didnt|=won't|=wont|=cannot|=can't|=cant|=wasn't|=weren't|=shouldn't|=neither|=nor|nothing to do with|anything but|everything but|anything except|everything except|all but|all except|not into|far from|=except|=excepting|=excepted|=except for|but not|never did|never ran|never made
whole: not after|not chasing|no|refuse|refusing|=barring|=nix|exclusive of|do away with|get rid of|=rid of|cut out|take out|=hide|=mute|=block|=blocking|=blocklist|=blacklist|free of|devoid of|=lacking|forget about|=forget|stay off|=against|hold the|=hate|=hates|=nothing|excluding|exclude|excludes|excl|avoid|avoiding|leave out|leaving out|=remove|=removing|filter out|ditch|reject|=ban|everyone bar|anyone bar|all bar|everywhere bar|anywhere bar|everybody bar|every country bar|any country bar|rule out|ruling out|=discard|discarding|disregard|eliminate|weed out|screen out|keep out|pass on|=not a fan of|filtering out|=drop|=skip|skipping|=ignore|=omit|=omitting|no one|=nobody|=noone|=none|=none of|anyone but|everyone but|anybody but|everybody but|everyone except|anyone except|any platform but|every platform but|all platforms but|any platform except|every platform except|do not want|don't want|dont want|doesn't want|do not need|don't need|not interested in|not looking for|no more of|we do not work with|stay away from|steer clear of
notIn: outside of|not from|not in|not based in|not located in|not living in|anywhere but|anywhere except|everywhere but|everywhere except|anywhere besides|any country but|any country except|every country but|every country except|all countries but|all countries except|outside
notAfter: off the table|out of the question|not an option|not a fit|=too big|=too large|=too small|=too many|=too few|is too big|are too big|is too large|are too large|is too much|is too many|are too many|is too small|are too small|is too few|are too few|is too little|is too low|is too high|too big for us|too small for us|is too expensive|left out|=are out|=is out|are forbidden|=unwelcome|unwanted|prohibited|forbidden|=banned|=barred|disallowed|blacklisted|need not apply|can stay home|to be left out|should be left out|should be excluded|must be excluded|to be excluded|ruled out|off limits|a no go|=no go|=excluded|=are excluded|=is excluded|not included|not allowed|not wanted|not welcome|=aside
regardless: regardless of|irrespective of|whether or not|no matter if|no matter whether|independent of|independently of|needn't be|need not be|doesn't have to be|don't have to be|don't need to be|doesn't need to be|doesn't matter if|don't care if|don't care whether
notOnly: not only|not just|do not just|not merely|not solely|not exclusively|=no only
ignored: don't just|doesn't just|can't find|cannot find|couldn't find|don't mind|do not mind|don't know|doesn't matter|don't matter|irrelevant|not relevant|does not matter|don't care|one of the|=5 star|five star|=4 star|four star|=3 star|three star|nothing but|none but|not necessarily|no matter|no problem|no need|no preference|verified or not|verified or unverified|sponsored or not|why not|not sure|not too|24/7|=24 7|9 to 5|nine to five|50/50|=b2b|=b2c|=d2c|=web3|=y2k|=4k|=3d|non fiction|nonfiction|non profit|nonprofit|non stop|looking 4|all over|over and over|no limit|no rush|no specific|no particular|never ending|not limited to|more or less|at least one of|not needed|not required|not necessary|not a must|not important|is optional|=optional|=follow up|top quality|must not miss
topic: topic|topics|on the topic of|talk about|talks about|talking about|cover|covering|themed
similar: like|similar to|just like|such as|comparable to
named: named|called|by the name of|name contains|whose name|llamado|llamada
having: =with|=have|=has|=having|=get|=gets|=getting
glue: =skewing|=leaning|=dominated|=heavy|=they're|=they've|=it's|=that's|in either|from either|=either from|=either in|at least once|=in|=from|=the|=of|=a|=an|=is|=are|=who|=that|=which|=at|=for|=on|=based|=located|=living|=live|=lives|=their|=whose|=rate|=than|=i|=we|=me|=want|=need|=find|=looking|=look|=search|=show|=please|=across|=all|=any|=also|=very|=really|=should|=be|=do|=does|=can|=them|=ones|=both|=only|=just|=into|=out|=as|=around the|=living in|=sits|=sit
glue: location|locations|=geo|=region|number of|amount of|=range|=ranging|total number of|=number|=count|=sort|=sorted|=order|=ordered|=rank|=ranked|=ranking|=arrange|=arranged|everyone|anyone|everybody|=give|=stay|=stays|=staying|=remain|=remains|=list|=suggest|=include|=including|=limit|=there|=make|=makes|=making|=many|=lot|=lots|=work|=works|=recommend|=help|hashtag|overall|altogether|in total|anything|=my|=our|=your|=you|=it|=they|=this|=these|=those|=other|=only if|=must|=preferably|=ideally|=prefer|=if|=so|=hi|=hello|=hey|=thanks|=thank you|=each other|=where|=what|=how|=niche|=niches|=country|=countries|=market|=category|=platform|=campaign|=brand|=brands|=something|=anywhere|=everywhere|=using|=use|=tutorials|=done|=did|=doing|=social media|=share|=shares|=sharing|=create|=creates|=creating|=produce|=producing|=focus|=focused|=focusing|=focuses|=review|=reviews|=reviewing|=specialise|=specializing|=specialised|=interested|=come|=comes|=coming|=reside|=residing|=also|=well|=plus point|=per post|=promote|=promoting|=launch|=launching|=collab|=collaborate|=collaboration|=partner|=partners|=loyal|=real|=actual|=organic|=total|=currently|=already|=not less|=still|=every kind|=w|=w/|=if possible|=etc|=kind|=kinds|=type|=types|=same|=being|=been|=will|=would|=could|=may|=might|=let|=know|=see|=keep|=take|=people who|=ok|=okay|=then|=though|=year round|=mid|=new|=good|=great|=nice|=cool|=fun|=creating content
glue: =ordenado|=ordenados|=ordenadas|=trié|=triés|=sortiert|=unas|=quienes|=die|=den|=met|=triées|=с|=de|=en|=com|=per
by: =by
lost: since january|since february|since march|since april|since may|since june|since july|since august|since september|since october|since november|since december|double the|twice as|twice the|half as|half the|triple the|twice their|double their
lost: business account|business profile|phone number|=whatsapp|professional account|brand account|company account|corporate account|commercial account|=business page|=business pages|=e-mail|=email|=email address|=e-mail address|=contact email|=public email
ignored: at home|home country|home town|hometown|state of the art|running ads|running a campaign|long running|work from home|discount code|promo code|in order to|look like|looks like|feels like|i d like|i would like|we would like|would like to|we d like|game changer|house style|new zealand based|baby boomer generation|=anime|plus size|top notch|model turned
followers: =following|=followers|=follower|follower count|=sub count|=subs count|account size|=size:|channel size|community size|followership|=following of|whose following|following is|their following|=subs|=subscribers|=subscriber|subscriber count
views: views/video|views/reel|views/post|=views|=view|viewership|view count|views per video|views per reel|=plays|=play count
totalViews: total views|overall views|lifetime views|all time views|views in total|channel views
likes: likes/video|likes/reel|likes/post|=likes|=hearts|=diggs
comments: comments/video|comments/reel|comments/post|=comments|=comment|comments per post
engagement: engagement|engagement rate|=er|engagement ratio|interaction rate|taux d’engagement
viewGrowth: view growth|views growth|growth in views|growing views|growth of views
growth: follower growth|growth rate|growth|subscriber growth|followers growth|audience growth|growth in followers
contents: total videos|total posts|=videos in total|=posts in total|total contents|=uploads in total|videos published|posts published
score: =score|platform score|=rating
likeGrowth: like growth|likes growth|growth in likes|growing likes|growth of likes
commentGrowth: comment growth|comments growth|growth in comments|growth of comments
engagementGrowth: engagement growth|engagement rate growth|growth in engagement|growth of engagement|growing engagement|rising engagement
activity: posting frequency|upload frequency|posts per month|uploads per month|videos per month|recent posts|=activity
womenShare: female ratio|female share|share of women|percentage of women|ratio of women|female percentage
menShare: male ratio|male share|share of men|percentage of men|ratio of men|male percentage
unknown: budget|=cost|=costs|=price|=cpm|=fee|=rate card|=dollar|=dollars|=usd|=eur|=euro|=euros|per post rate|campaign value|cost per view|cost per click|cost per like|cost per post|cost per follower|price per view|price per post|=cpv|=cpc
average: average|=avg|averaging|mean|typical|typically|on average|per video average
median: median
above: more then|mor than|higher then|rise above|climb above|climb over|over|above|beats|beating|tops|topping|surpasses|surpassing|clears|passes|more than|faster than|quicker than|by more than|in excess of|greater than|higher than|bigger than|larger than|exceeding|exceed|north of|>|beyond|mehr als
atLeast: =atleast|=minimun|at lest|floor of|lower limit|lower limit of|at or above|at or over|at least|minimum|not go below|not fall below|not drop below|no lower than|no worse than|not worse than|no smaller than|not smaller than|no fewer than|nothing below|nothing under|no slower than|at minimum|not worse than|not lower than|=min|min of|minimum of|no less than|not less than|starting at|starting from|from at least|upwards of|upward of|≥|>=
below: less then|fewer then|lower then|=sub -|fall below|fall under|drop below|drop under|dip below|sink below|under|below|less than|fewer than|lower than|smaller than|<
atMost: =upto|=atmost|=maximun|the limit is|limit is|topping out at|maxing out at|maxes out at|tops out at|top out at|peaking at|not to exceed|don't give me more than|don't send more than|don't show more than|don't list more than|not give me more than|cap of|ceiling of|upper limit|upper limit of|=ceiling|=cap|=capped|at or below|at or under|don't go over|don't go above|do not go over|at most|maximum|not go above|not go over|no higher than|no bigger than|not bigger than|no greater than|not greater than|nothing above|nothing over|no better than|no faster than|not higher than|no larger than|=max|max of|maximum of|up to|and up to|no more than|not more than|not over|not above|capped at|≤|<=
about: about|around|approximately|approx|roughly|circa|=ca|=~|≈|some|close to|nearly|almost
exactly: exactly|precisely|equal to|equals|==
aboutAfter: give or take|=or so|or thereabouts|thereabouts|ish
atLeastAfter: is the minimum|is the min|or more|or longer|and longer|or above|or higher|or over|or greater|and up|=plus|=upwards|minimum required|at the least
atMostAfter: and below|and under|no more|not more|nothing more|is the maximum|is the max|is the limit|at the outside|or so at most|or less|or fewer|or below|or lower|or under|=tops|at the most|maximum allowed|or smaller
olderAfter: and older|or older|years and older|years or older
youngerAfter: and younger|or younger|years and younger|years or younger
older: older than|over the age of|above the age of
younger: younger than|under the age of|below the age of
nano: =nano|nano influencer|nanoinfluencer|tiny creator|tiny influencer|tiny account|tiny channel
micro: =micro|micro influencer|microinfluencer|microinfluenciador
mid: mid tier|mid sized|midsize|mid size|medium sized|middle tier|mid level
macro: =macro|macro influencer|macroinfluencer
mega: =mega|mega influencer|=celebs|=celeb|celebrity|celebrities|superstar|household name
small: with few followers|has few followers|have few followers|very few followers|small creator|small influencer|small account|small channel|smaller creator|smaller influencer|smaller account|smaller channel|little known|lesser known|up and coming|emerging|undiscovered|small audience|small following|few followers|a few followers
big: big creator|big influencer|big account|big channel|large creator|large influencer|large account|large channel|huge creator|huge account|huge channel|huge following|lots of followers|a lot of followers|many followers|large following|big following|massive following|famous creator|big name|well known|grandes creadores
+followers: most to least followed|from most to least followed|biggest|largest|most followed|most popular|most famous|top creator|top influencer|top account|top channel|top youtuber|=top|leading creator|best known|=mayores|biggest first|largest first|most subscribed|descending by followers
-followers: smallest|least followed|smallest first|least popular|least known
+engagement: most engaging|most engaged|best engaging|most interactive|highly engaged first|loyal first
-engagement: least engaging|least engaged
+views: most to least viewed|from most to least viewed|most to least watched|most viewed|most watched|most played|=viral|most viral
+likes: most to least liked|from most to least liked|most liked|most loved
+comments: most commented|most discussed
-comments: least commented|least discussed
-likes: least liked
-views: least viewed|least watched
+growth: fastest growing|fastest grower|quickest growing|fastest growth|most growth|trending first|rising fastest
+lastPublished: newest|freshest|latest posts first|newest posts first|most recent posts first|newest first|most recent first|latest first|most recently active|most recently posted|most recent activity|recently active first|freshest first
-lastPublished: oldest first|longest inactive
+contents: most videos|most posts|most contents|most uploads|most content
-contents: fewest videos|fewest posts|fewest contents|least content
+activity: most active|most prolific|most frequent|busiest|most productive
+score: best rated|highest rated|best creators|best ones|best first|top rated|highest ranked
-name: alphabetically|alphabetical|in alphabetical order|by name|by names|from a to z|a to z
-handle: by handle|by username|by user name
-country: by country|by countries|by nationality
-language: by language|by main language
-audienceCountry: by audience country|by audience location|by country of the audience
-audienceAge: by audience age|by age of the audience|by age|youngest audience|youngest viewers|youngest followers
+lastPublished: by recency|by last post|by last publish time|by date|by date of the last post
most: most|highest|best|greatest|maximum number of|highest number of|最多
least: fewest|lowest|least|worst|lowest number of
first: =first|göre
descending: from highest|from the highest|from biggest|from largest|from the biggest|from the largest|starting with the highest|starting with the biggest|starting with the largest|descending|=desc|↓|high to low|highest to lowest|most to least|best to worst|highest first|largest to smallest|biggest to smallest|most first
ascending: from lowest|from the lowest|from smallest|from the smallest|starting with the lowest|starting with the smallest|from low|ascending|bottom|worst first|=asc|↑|low to high|lowest to highest|least to most|lowest first|smallest to largest|fewest first
growing: followers rose|subscribers rose|following rose|=are up|=is up|positive growth|growth positive|growth is positive|went up|gone up|going up|increased|increasing|growing|grew|grown|gained|gaining|=trending|fast growing|rising|rising star|rapidly growing|quickly growing|on the rise|breakout
lively: high engagement rate|engagement: high|high engagement|strong engagement|good engagement|great engagement|solid engagement|excellent engagement|highly engaged|very engaged|high er|loyal audience|engaged audience|engaged community
dull: low engagement|poor engagement|weak engagement|little engagement|bad engagement
between: =btwn|=b/w|=btw|=bw|somewhere between|anywhere between|anywhere from|between|tra
to: to|-|–|—|until|till|through|~
and: and|&|or|/|as well as|and or|=y|=o|=e|=noch
shrinking: has been negative|is negative|was negative|turned negative|=are down|=is down|=fell|=dropped|=sank|=dipped|negative growth|growth negative|growth is negative|went down|gone down|going down|go down|decreased|decreasing|shrinking|shrank|shrunk|declining|losing followers|losing subscribers|lost followers|lost subscribers|=lost|losing|falling|dropping|in decline|on the decline|followers down|followers are down|down in followers|subscribers down
per: per|each|every
times: times|time|=x
`;
