import type { Meaning } from '../meanings.ts';
import type { PhraseEntry } from '../phrases.ts';

/** Audiences, habits and properties of creators, times, and the words between them. */
export const peopleWords: readonly PhraseEntry<Meaning>[] = [
  [
    'audience|viewer|=viewers|viewership base|=fans|fan base|fanbase|followed by|watched by|demographic|demographics|spectators|audiencia|público|publikum|viewed by|reach people|watchers|followers are|視聴者|시청자|观众|受众|جمهور',
    { kind: 'audience' },
  ],
  [
    'creator|influencer|=folks|=guys|blogger|=of them|channel|youtuber|instagrammer|vlogger|tiktokers|account|=people|someone|personality|personalities|talent|ambassador|profile|=users|star|page|tiktoker|streamers|content creator|=results|=suggestions|=candidates|=matches|kol|kols|founder|coach|owner|reviewer|educator|teacher|expert|maker|enthusiast|creadores|creadoras|creador|=cuentas|=contas|=comptes|=konten|=persone|=creatori|=blogueros|=blogueras|=blogueurs|=blogueuses|=influencers|=influenceuse|=influenceuses|=influenceur|=influenceurs|=блогеры|=блогеров|=блогер|=pembuat konten|=içerik üretici|=fenomen|=içerik üreticisi|=içerik üreticileri|=içerik üreticiler|=kreator|=creatives|=creative|=kanal|=kanäle|=canales|=canais|=chaînes|=canali|=youtubeurs|créateurs|créatrices|=ersteller|criadores|influenciador|influenciadores|influenciadora|クリエイター|インフルエンサー|크리에이터|인플루언서|博主|达人|網紅|网红|مؤثر|مؤثرين|صناع المحتوى',
    { kind: 'creator' },
  ],
  [
    'content|video|post|photo|reel|=shorts|=clips|short video|long video|contenido|=vidéos|subtitles|captions|動画|영상',
    { kind: 'content' },
  ],
  [
    'mostly|mainly|=skewing|=skewed|=skews|=leaning|primarily|predominantly|largely|chiefly|majority|mostly made of|principalmente|principalement|überwiegend|hauptsächlich|sobre todo|主に|主要|주로',
    { kind: 'mostly' },
  ],
  [
    'speaking|speaker|speak|speaks|spoken|=habla|=falam|=sprechen|=spricht|=parlano|=parlant|language|idioma|langue|=hablan|=parlent',
    { kind: 'speaking' },
  ],
  [
    'women|woman|female|=weiblich|=weibliche|=femenina|=femenino|=feminino|=féminin|=féminine|=femminile|=vrouwen|=женщин|=женщины|girl|lady|ladies|mujeres|mulheres|femmes|frauen|donne|女性|여성|女生|نساء|महिलाएं|kadın|wanita',
    { kind: 'gender', gender: 'female' },
  ],
  [
    'men|man|male|=männlich|=männliche|=masculino|=masculina|=masculin|=maschile|=mannen|=мужчин|=мужчины|guy|boy|gentlemen|hombres|homens|hommes|männer|uomini|男性|남성|男生|رجال|पुरुष|erkek|pria',
    { kind: 'gender', gender: 'male' },
  ],
  people('13-17', 'teen|teenager|adolescent|high schooler|adolescentes|10代'),
  people('13-27', 'gen z|generation z|=zoomers|genz|zillennial'),
  people('18-24', 'college student|university student|students|young adult|young people|jóvenes'),
  people('28-43', 'millennial|generation y'),
  people('44-59', 'gen x|generation x|middle aged'),
  people('55-120', 'boomer|baby boomer|senior|elderly|retiree|pensioner|older people|older adults'),
  people('20-29', 'twenties|twentysomething|20代'),
  people('30-39', 'thirties|thirtysomething|30代'),
  people('40-49', 'forties|40代'),
  people('50-59', 'fifties|50代'),
  [
    'young audience|younger audience|young viewers|younger viewers|young fans|youth|young followers|younger followers|younger crowd',
    { kind: 'age', from: 13, to: 24, about: 'audience' },
  ],
  [
    'older audience|old audience|mature audience|older viewers|older followers|older crowd|adult audience',
    { kind: 'age', from: 45, to: 120, about: 'audience' },
  ],
  [
    'aged|age|ages|years old|year old|year olds|=yo|=yrs|=y o|years of age|age group|age range|age bracket|=años|=anos|=ans|=jahre|=歳|세',
    { kind: 'aged' },
  ],
  [
    'verified|verification|verified account|verified badge|blue check|blue tick|blue checkmark|checkmark|blue badge|verificado|verificada|=verificadas|verificados|=verificati|=верифицированные|=terverifikasi|=onaylı|=geverifieerd|vérifié|vérifiés|verifiziert|verifizierte|認証済み|인증|已认证|☑|✔|موثق',
    { kind: 'verified', yes: true },
  ],
  [
    'unverified|non verified|without verification|without a blue check|no blue check|no checkmark|sin verificar',
    { kind: 'verified', yes: false },
  ],
  [
    'sponsored|sponsorship|=ads|=sponsors|=sponsor|has sponsors|brand deal|brand partnership|brand collaboration|brand collab|paid partnership|paid promotion|paid collaborations|promote brands|promotes brands|collaborated with brands|collaborate with brands|partner with brands|partnered with brands|works with brands|work with brands|worked with brands|does ads|brand ambassador|sponsored content|sponsored posts|sponsored videos|patrocinado|patrocinados|patrocinio|sponsorisé|gesponsert|広告案件|협찬|广告合作',
    { kind: 'sponsored', yes: true },
  ],
  [
    'unsponsored|never sponsored|no sponsors|no sponsor|without sponsors|without sponsor|no sponsorships|without sponsorships|no brand deals|without brand deals|ad free|no ads|without ads|non sponsored|never done sponsorships|never done a brand deal|never had sponsors|never had a sponsor|organic only|sin patrocinio|sans sponsor',
    { kind: 'sponsored', yes: false },
  ],
  ['want to sponsor|looking to sponsor|we sponsor|to sponsor|to be sponsored by us', { kind: 'ignored' }],
  [
    'active|last post|latest post|last upload|last posted|latest upload|posted|=posts|=posting|=post regularly|=upload|=uploads|uploaded|uploading|published|publishing|publishes|=active in|recent activity|activity|new content|still active|updated|=activos|=activas|=actifs|=aktiv|=aktive|投稿|활동|更新',
    { kind: 'activity', yes: true },
  ],
  [
    "inactive|not active|dormant|=silent|gone quiet|been quiet|=quiet|on hiatus|=hiatus|=quit|stopped posting|not posted|no longer active|no longer posting|abandoned|havent posted|haven't posted|have not posted|has not posted|hasnt posted|hasn't posted|didnt post|not posting|no posts|no uploads|no new content|not uploaded|inactivos",
    { kind: 'activity', yes: false },
  ],
  [
    'last|past|previous|within|within the last|within the past|during the last|in the last|in the past|=últimos|=últimas|letzten|=derniers|ces derniers|最近',
    { kind: 'last' },
  ],
  ['=ago|=old', { kind: 'last' }],
  ['=hour|=hours|hrs', { kind: 'unit', days: 1 / 24 }],
  ['day|=días|=jours|=tage|=tagen|=dias|天|일', { kind: 'unit', days: 1 }],
  ['week|=semanas|=semana|=semaines|=wochen|週間|周|주', { kind: 'unit', days: 7 }],
  ['fortnight', { kind: 'unit', days: 14 }],
  ['month|=meses|=mes|=mois|=monate|=monat|ヶ月|개월', { kind: 'unit', days: 30 }],
  ['quarter', { kind: 'unit', days: 90 }],
  ['year|=año', { kind: 'unit', days: 365 }],
  ['today|=hoy', { kind: 'since', days: 1 }],
  ['yesterday', { kind: 'since', days: 2 }],
  ['this week|=weekly active|esta semana|今週', { kind: 'since', days: 7 }],
  ['this month|este mes|今月', { kind: 'since', days: 30 }],
  ['this quarter', { kind: 'since', days: 90 }],
  ['this year|este año|今年', { kind: 'since', days: 365 }],
  [
    'recently|lately|currently|these days|right now|=now|récemment|recientemente|kürzlich|最近',
    { kind: 'since', days: 30 },
  ],
  ['daily|every day|each day|a day|per day|once a day', { kind: 'often', perMonth: 30 }],
  ['weekly|every week|each week|a week|per week|once a week', { kind: 'often', perMonth: 30 / 7 }],
  ['monthly|every month|each month|a month|per month|once a month', { kind: 'often', perMonth: 1 }],
  [
    "not|❌|🚫|⛔|✖|🙅|non|never|without|besides|apart from|aside from|rather than|other than|instead of|minus|=isn't|=aren't|=isnt|=arent|=don't|=dont|=doesn't|=doesnt|=haven't|=havent|=hasn't|=hasnt|=didn't|=didnt|=won't|=wont|=cannot|=can't|=cant|=wasn't|=weren't|=shouldn't|=neither|=nor|nothing to do with|anything but|everything but|anything except|everything except|all but|all except|not into|far from|except|=except for|but not",
    { kind: 'not' },
  ],
  [
    "no|=nothing|excluding|exclude|excludes|excl|avoid|avoiding|leave out|leaving out|=remove|=removing|filter out|filtering out|=drop|=skip|skipping|=ignore|=omit|=omitting|no one|=nobody|=noone|=none|=none of|anyone but|everyone but|anybody but|everybody but|everyone except|anyone except|any platform but|every platform but|all platforms but|any platform except|every platform except|do not want|don't want|dont want|doesn't want|do not need|don't need|not interested in|not looking for|no more of|we do not work with|stay away from|steer clear of",
    { kind: 'not', whole: true },
  ],
  [
    'outside of|not from|not in|not based in|not located in|not living in|anywhere but|anywhere except|everywhere but|everywhere except|anywhere besides|any country but|any country except|every country but|every country except|all countries but|all countries except|outside',
    { kind: 'not', placesOnly: true },
  ],
  [
    'left out|to be left out|should be left out|should be excluded|must be excluded|to be excluded|ruled out|kept out|off limits|a no go|=no go|=excluded|=are excluded|=is excluded|not included|not allowed|not wanted|not welcome|=aside',
    { kind: 'not', after: true },
  ],
  [
    "not only|not just|don't just|doesn't just|do not just|can't find|cannot find|couldn't find|don't mind|do not mind|don't know|doesn't matter|does not matter|don't care|one of the|=5 star|five star|=4 star|four star|=3 star|three star|nothing but|none but|not necessarily|no matter|no problem|no need|no preference|whether or not|verified or not|verified or unverified|sponsored or not|why not|not sure|not too|24/7|=24 7|9 to 5|nine to five|50/50|=b2b|=b2c|=d2c|=web3|=y2k|=4k|=3d|non fiction|nonfiction|non profit|nonprofit|non stop|looking 4|all over|over and over|no limit|no rush|no specific|no particular|never ending|not limited to|more or less|at least one of|not needed|not required|not necessary|not a must|not important|is optional|=optional|=follow up|top quality|a1|must not miss",
    { kind: 'ignored' },
  ],
  [
    'topic|topics|on the topic of|about|talk about|talks about|talking about|cover|covering|themed',
    { kind: 'topic' },
  ],
  ['like|similar to|just like|such as|comparable to', { kind: 'similar' }],
  ['named|called|by the name of|name contains|whose name|llamado|llamada', { kind: 'named' }],
  ['=with|=have|=has|=having|=get|=gets|=getting|=mit|=con|=avec', { kind: 'having' }],
  // Words that mean nothing by themselves; the last line has those of other languages.
  [
    'at least once|=in|=from|=the|=of|=a|=an|=is|=are|=who|=that|=which|=at|=for|=on|=based|=located|=living|=live|=lives|=their|=whose|=rate|=than|=i|=we|=me|=want|=need|=find|=looking|=look|=search|=show|=please|=across|=all|=any|=also|=very|=really|=should|=be|=do|=does|=can|=them|=ones|=both|=only|=just|=into|=out|=as|=around the|=living in',
    { kind: 'glue' },
  ],
  [
    'number of|amount of|=range|=ranging|total number of|=number|=count|=sort|=sorted|=order|=ordered|=rank|=ranked|=ranking|=arrange|=arranged|everyone|anyone|everybody|=give|=stay|=stays|=staying|=remain|=remains|=list|=suggest|=include|=including|=limit|=there|=make|=makes|=making|=many|=lot|=lots|=work|=works|=recommend|=help|hashtag|overall|altogether|in total|anything|=my|=our|=your|=you|=it|=they|=this|=these|=those|=other|=only if|=must|=preferably|=ideally|=prefer|=if|=so|=hi|=hello|=hey|=thanks|=thank you|=each other|=where|=what|=how|=niche|=niches|=country|=countries|=market|=category|=platform|=campaign|=brand|=brands|=something|=anywhere|=everywhere|=using|=use|=tutorials|=done|=did|=doing|=social media|=share|=shares|=sharing|=create|=creates|=creating|=produce|=producing|=focus|=focused|=focusing|=focuses|=review|=reviews|=reviewing|=specialise|=specializing|=specialised|=interested|=come|=comes|=coming|=reside|=residing|=also|=well|=plus point|=per post|=promote|=promoting|=launch|=launching|=collab|=collaborate|=collaboration|=partner|=partners|=loyal|=real|=actual|=organic|=total|=currently|=already|=not less|=still|=every kind|=w|=w/|=if possible|=etc|=kind|=kinds|=type|=types|=same|=being|=been|=will|=would|=could|=may|=might|=let|=know|=see|=keep|=take|=people who|=ok|=okay|=then|=though|=year round|=mid|=new|=good|=great|=nice|=cool|=fun|=creating content',
    { kind: 'glue' },
  ],
  [
    '=ordenado|=ordenados|=ordenadas|=trié|=triés|=sortiert|=quiero|=busco|=buscamos|=necesito|=je|=cherche|=recherche|=nous|=ich|=suche|=wir|=suchen|=eine|=einen|=ein|=una|=uno|=un|=une|=unas|=uma|=procuro|=cerco|=zoek|=ik|=sono|=sind|=sont|=son|=qui|=quienes|=die|=den|=dem|=im|=na|=nos|=op zoek naar|=auf|=met|=uit|=sur|=dari|=marcas|=triées|=в|=с|=из|=de|=en|=del|=la|=el|=los|=las|=que|=da|=em|=com|=des|=le|=les|=du|=der|=das|=aus|=für|=di|=per|の|が|は|を|に|で|から|と|인|의|在|的|和',
    { kind: 'glue' },
  ],
  ['=by|=por|=par|=nach|=op|ordinati per|ordinate per|=berdasarkan|=по|حسب|按照|按', { kind: 'by' }],
  ['double the|twice as|twice the|half as|half the|triple the|twice their|double their', { kind: 'lost' }],
  [
    'business account|business profile|phone number|=whatsapp|professional account|brand account|company account|corporate account|commercial account|=business page|=business pages|=e-mail|=email|=email address|=e-mail address|=contact email|=public email',
    { kind: 'lost' },
  ],
  [
    'at home|home country|home town|hometown|state of the art|running ads|running a campaign|long running|work from home|discount code|promo code|in order to|look like|looks like|feels like|i d like|i would like|we would like|would like to|we d like|game changer|house style|new zealand based|baby boomer generation|=anime|plus size|top notch|model turned',
    { kind: 'ignored' },
  ],
];

function people(range: string, phrases: string): PhraseEntry<Meaning> {
  const [from = 0, to = 0] = range.split('-').map(Number);
  return [phrases, { kind: 'age', from, to, about: 'people' }];
}
