import type { Compare, Meaning } from '../meanings.ts';
import type { PhraseEntry } from '../phrases.ts';

/**
 * The closed words of each language: negations, comparisons, units, subjects and the words between them. A word that a
 * table lacks makes its constraint one that is not understood. English is in the other tables.
 */
const compare = (name: Compare, after = false, aged = false): Meaning => ({
  kind: 'compare',
  compare: name,
  ...(after && { after: true }),
  ...(aged && { aged: true }),
});

const slots = {
  not: { kind: 'not' },
  whole: { kind: 'not', whole: true },
  notIn: { kind: 'not', placesOnly: true },
  notAfter: { kind: 'not', after: true },
  above: compare('above'),
  atLeast: compare('atLeast'),
  below: compare('below'),
  atMost: compare('atMost'),
  about: compare('about'),
  aboveAfter: compare('above', true),
  atLeastAfter: compare('atLeast', true),
  belowAfter: compare('below', true),
  atMostAfter: compare('atMost', true),
  aboutAfter: compare('about', true),
  older: compare('above', false, true),
  younger: compare('below', false, true),
  between: { kind: 'between' },
  to: { kind: 'to' },
  and: { kind: 'joint' },
  followers: { kind: 'measure', measure: 'followers' },
  views: { kind: 'measure', measure: 'views' },
  likes: { kind: 'measure', measure: 'likes' },
  comments: { kind: 'measure', measure: 'comments' },
  engagement: { kind: 'measure', measure: 'engagement' },
  growth: { kind: 'measure', measure: 'followerGrowth' },
  average: { kind: 'statistic', statistic: 'avg' },
  median: { kind: 'statistic', statistic: 'median' },
  audience: { kind: 'audience' },
  creator: { kind: 'creator' },
  content: { kind: 'content' },
  mostly: { kind: 'mostly' },
  speaking: { kind: 'speaking' },
  women: { kind: 'gender', gender: 'female' },
  men: { kind: 'gender', gender: 'male' },
  aged: { kind: 'aged' },
  verified: { kind: 'verified', yes: true },
  unverified: { kind: 'verified', yes: false },
  sponsored: { kind: 'sponsored', yes: true },
  unsponsored: { kind: 'sponsored', yes: false },
  active: { kind: 'activity', yes: true },
  inactive: { kind: 'activity', yes: false },
  last: { kind: 'last' },
  day: { kind: 'unit', days: 1 },
  week: { kind: 'unit', days: 7 },
  month: { kind: 'unit', days: 30 },
  year: { kind: 'unit', days: 365 },
  thisWeek: { kind: 'since', days: 7 },
  thisMonth: { kind: 'since', days: 30 },
  daily: { kind: 'often', perMonth: 30 },
  weekly: { kind: 'often', perMonth: 30 / 7 },
  monthly: { kind: 'often', perMonth: 1 },
  times: { kind: 'times' },
  growing: { kind: 'growing', yes: true },
  shrinking: { kind: 'growing', yes: false },
  lively: { kind: 'lively', yes: true },
  biggest: { kind: 'order', by: 'followers', desc: true },
  smallest: { kind: 'order', by: 'followers', desc: false },
  newest: { kind: 'order', by: 'lastPublished', desc: true },
  fastest: { kind: 'order', by: 'followerGrowth', desc: true },
  mostViewed: { kind: 'order', by: 'views', desc: true },
  most: { kind: 'rank', desc: true },
  least: { kind: 'rank', desc: false },
  by: { kind: 'by' },
  first: { kind: 'sortBy' },
  descending: { kind: 'direction', desc: true },
  ascending: { kind: 'direction', desc: false },
  nano: { kind: 'size', from: 1_000, to: 9_999 },
  micro: { kind: 'size', from: 10_000, to: 99_999 },
  macro: { kind: 'size', from: 500_000, to: 999_999 },
  small: { kind: 'size', from: 0, to: 99_999 },
  having: { kind: 'having' },
  glue: { kind: 'glue' },
  ignored: { kind: 'ignored' },
} as const satisfies Record<string, Meaning>;

/** By language, one slot a line. */
const tongues = {
  spa: `
not: sin|excepto|salvo|menos|excluyendo|exceptuando|a excepción de|aparte de|ni|nunca|tampoco|que no sea|que no sean|que no estén|que no tengan|no sean|fuera de
whole: excluir|excluye|evitar|evita|no quiero|no queremos|no buscamos|ningún|ninguno|ninguna|nadie|descartar|descarta
notIn: que no sea de|que no sean de|cualquier país menos|todo el mundo menos|de todas partes menos|en todas partes menos
notAfter: excluidos|excluidas|excluido|excluida
above: más de|mayor a|mayor que|mayores de|superior a|superior al|por encima de|por encima del|más que|superan|supera|supere|de más de|sobre los|arriba de|superiores a|mayores a|por arriba de
atLeast: al menos|por lo menos|mínimo|como mínimo|un mínimo de|mínimo de|a partir de|desde|no menos de
below: menos de|menor a|menor que|inferior a|inferior al|por debajo de|por debajo del|de menos de|debajo de|abajo de|inferiores a|menores a
atMost: como máximo|máximo|máximo de|un máximo de|no más de|hasta|a lo sumo|que no superen|que no supere
about: unos|unas|alrededor de|aproximadamente|cerca de|en torno a
atLeastAfter: o más|en adelante|y más|o superior
atMostAfter: o menos
older: mayores de|mayor de
younger: menores de|menor de
between: entre
and: y|o|u|e|así como
followers: seguidores|seguidoras|suscriptores|suscriptoras|suscritos|seguidor
views: vistas|visualizaciones|reproducciones|visitas
likes: me gusta|likes
comments: comentarios
engagement: interacción|interacciones|engagement|tasa de interacción|tasa de engagement|participación|porcentaje de interacción
growth: crecimiento|crecimiento de seguidores|tasa de crecimiento
average: promedio|en promedio|media|de media|de promedio
median: mediana|mediana de
audience: audiencia|público|espectadores|su audiencia|cuya audiencia|cuyo público
creator: creador|creadora|creadores|creadoras|cuentas|cuenta|perfiles|perfil|influencers|influencer|tiktokers|youtubers|instagramers|canales|canal|personas|gente|creadores de contenido|creadoras de contenido|influenciadores
content: videos|vídeos|contenido|contenidos|publicaciones|video|vídeo
mostly: mayoritariamente|principalmente|sobre todo|mayormente|en su mayoría|mayoría|la mayoría|predominantemente
speaking: que hablan|que habla|hablan|habla|que hablen|hablen|hispanohablantes|idioma|en idioma
women: mujeres|mujer|femenina|femenino|chicas|femeninas
men: hombres|hombre|masculina|masculino|chicos|varones
aged: años|de edad|edad|años de edad|de años
verified: verificado|verificada|verificados|verificadas|cuenta verificada|cuentas verificadas|insignia de verificación
unverified: sin verificar|no verificado|no verificada|no verificados|no verificadas
sponsored: patrocinado|patrocinada|patrocinados|patrocinadas|con patrocinio|patrocinios|marcas patrocinadas|colaboraciones pagadas|con publicidad|contenido patrocinado|colaboraciones con marcas|patrocinadores
unsponsored: sin patrocinio|sin patrocinios|sin patrocinadores|sin publicidad|no patrocinados|no patrocinadas|sin marcas patrocinadas|sin contenido patrocinado|sin colaboraciones pagadas
active: activos|activas|activo|activa|publican|publicaron|publicado|han publicado|que publiquen|publiquen|publica|que publican|que hayan publicado|hayan publicado|suben|que suben|suben videos|última publicación
inactive: inactivos|inactivas|inactivo|inactiva|que no publican|no publican|que no han publicado|no han publicado|no hayan publicado
last: últimos|últimas|último|última|en los últimos|en las últimas|en el último|en la última|durante los últimos|hace
day: días|día
week: semanas|semana
month: meses|mes
year: año
thisWeek: esta semana
thisMonth: este mes
daily: a diario|diariamente|cada día|todos los días|al día|por día
weekly: semanalmente|cada semana|a la semana|por semana|semanales|todas las semanas
monthly: mensualmente|cada mes|al mes|por mes|mensuales
times: veces|vez
growing: en crecimiento|creciendo|que crecen|crecen|crece|que crezcan|crezcan|en alza|con crecimiento
shrinking: que pierden seguidores|pierden seguidores|perdiendo seguidores|en declive|que decrecen|decreciendo
lively: alta interacción|buena interacción|alto engagement|buen engagement|mucha interacción
biggest: más grandes|más populares|los más grandes|las más grandes|más seguidos|más seguidas|primero los más grandes|de mayor a menor|con más seguidores|mayores primero
smallest: más pequeños|más pequeñas|los más pequeños|con menos seguidores|menores primero
newest: más recientes|más recientes primero|primero los más recientes
fastest: que más crecen|mayor crecimiento|de más rápido crecimiento|que crecen más rápido
mostViewed: más vistos|más vistas
most: mejor|mejores|mayor|más alta|más alto
least: menor|peor|más baja|más bajo
by: por|ordenados por|ordenadas por|ordenado por|según
first: primero
descending: de mayor a menor|descendente
ascending: de menor a mayor|ascendente
micro: microinfluencers|micro influencers|microinfluenciadores
small: pequeños creadores|cuentas pequeñas|creadores pequeños
having: con|que tengan|tengan|que tienen|tienen|tiene|tenga
glue: de|del|la|el|los|las|que|en|para|su|sus|un|una|uno|unos|al|lo|es|son|sean|sea|estén|están|está|se|cuya|cuyo|cuyos|cuyas|busco|buscamos|buscando|quiero|queremos|necesito|necesitamos|solo|sólo|solamente|también|pero que|sobre|dedicados|dedicadas|basados|basadas|ubicados|ubicadas|radicados|viven|vivan|cada uno|campaña|marca|marcas|por favor|hagan|hacen|tipo|tema|temas|país|plataforma|nicho|otros|otras|gran|nuestra|nuestro|nueva|nuevo|lanzamiento|además|colaborar|colaboración|tasa|nivel|a|donde`,
  por: `
not: não|sem|exceto|salvo|menos|fora de|fora do|fora da|excluindo|nem|nunca|que não sejam|não sejam|que não seja|que não estejam|a não ser
whole: excluir|exclua|evitar|evite|não quero|não queremos|nenhum|nenhuma|ninguém
notIn: que não sejam do|que não sejam da|todos os países menos|qualquer país menos|de qualquer lugar menos
notAfter: excluídos|excluídas|excluído|excluída
above: mais de|maior que|acima de|acima dos|superior a|mais que|de mais de|passam de|ultrapassam|acima da|superiores a
atLeast: pelo menos|no mínimo|mínimo de|a partir de|ao menos|não menos de|um mínimo de
below: menos de|menor que|abaixo de|abaixo dos|inferior a|de menos de|menos que|inferiores a
atMost: no máximo|até|máximo de|não mais de|não mais que|um máximo de
about: cerca de|aproximadamente|em torno de|por volta de
atLeastAfter: ou mais|para cima|e acima
atMostAfter: ou menos
older: maiores de
younger: menores de
between: entre
and: e|ou|assim como
followers: seguidores|seguidoras|inscritos|assinantes
views: visualizações|reproduções|views|visualizacoes
likes: curtidas|gostos|likes
comments: comentários
engagement: engajamento|taxa de engajamento|interação|taxa de interação|envolvimento
growth: crescimento|crescimento de seguidores|taxa de crescimento
average: média|em média|média de
median: mediana|mediana de
audience: audiência|público|espectadores|cuja audiência|cujo público
creator: criador|criadora|criadores|criadoras|contas|conta|perfis|perfil|influenciadores|influenciadoras|influenciador|influenciadora|canais|canal|pessoas|gente|criadores de conteúdo|criadoras de conteúdo|tiktokers|youtubers|blogueiras|blogueiros
content: vídeos|vídeo|conteúdo|conteúdos|publicações
mostly: majoritariamente|principalmente|na maioria|maioria|em sua maioria|sobretudo|predominantemente|maioritariamente
speaking: que falam|falam|fala|que falem|falem|idioma|falantes de
women: mulheres|mulher|feminino|feminina|meninas|garotas
men: homens|homem|masculino|masculina|rapazes
aged: anos|de idade|idade|anos de idade|faixa etária
verified: verificado|verificada|verificados|verificadas|selo de verificação|selo azul
unverified: não verificado|não verificada|não verificados|não verificadas|sem verificação
sponsored: patrocinado|patrocinada|patrocinados|patrocinadas|com patrocínio|patrocínios|conteúdo patrocinado|com publis|publis|parcerias pagas|patrocínio
unsponsored: sem patrocínio|sem patrocínios|não patrocinados|sem publicidade|sem publis|sem conteúdo patrocinado|sem parcerias pagas|sem patrocinadores
active: ativos|ativas|ativo|ativa|postam|publicam|postaram|publicaram|que postam|posta|que publicam|postado|publicado|que postaram|que publicaram|que postem
inactive: inativos|inativas|inativo|inativa|que não postam|não postam|não publicam|que não postaram|não postaram|que não publicaram
last: últimos|últimas|último|última|nos últimos|nas últimas|no último|na última|há
day: dias|dia
week: semanas|semana
month: meses|mês
year: ano
thisWeek: esta semana|nesta semana
thisMonth: este mês|neste mês
daily: diariamente|todos os dias|todo dia|por dia|ao dia|cada dia
weekly: semanalmente|toda semana|por semana|todas as semanas|na semana
monthly: mensalmente|por mês|todo mês|ao mês
times: vezes|vez
growing: em crescimento|crescendo|que crescem|crescem|em alta
shrinking: que perdem seguidores|perdem seguidores|perdendo seguidores|em queda|em declínio
lively: alto engajamento|bom engajamento|ótimo engajamento
biggest: maiores|os maiores|as maiores|mais populares|mais seguidos|mais seguidas|maiores primeiro|com mais seguidores
smallest: menores|os menores|menores primeiro|com menos seguidores
newest: mais recentes|mais recentes primeiro
fastest: que mais crescem|maior crescimento|que crescem mais rápido
mostViewed: mais vistos|mais assistidos
most: melhor|melhores|maior|mais alta|mais alto
least: pior|mais baixa|mais baixo
by: por|ordenados por|ordenadas por|ordenado por
first: primeiro
descending: do maior para o menor|decrescente
ascending: do menor para o maior|crescente
micro: microinfluenciadores|micro influenciadores|microinfluenciadoras
small: pequenos criadores|criadores pequenos|contas pequenas
having: com|que tenham|tenham|que têm|têm|tem|que tem|tenha
glue: de|do|da|dos|das|em|na|nos|nas|a|os|as|um|uma|ao|que|para|seu|sua|seus|suas|é|são|sejam|seja|estão|está|cuja|cujo|quero|preciso|procuro|procuramos|queremos|buscamos|precisamos|apenas|somente|só|também|sobre|moram|vivem|baseados|localizados|por favor|campanha|marca|marcas|fazem|faça|país|plataforma|nicho|taxa|nosso|nossa|novo|nova|além disso|à|às|aos|pelo|pela`,
  fra: `
not: pas|sans|sauf|hors|excepté|hormis|à l'exception de|à l'exception des|en dehors de|en dehors du|en dehors des|ni|jamais|n'est pas|ne sont pas|non|ne pas|qui ne sont pas|mais pas|à part|autre que|autres que|exclusion de
whole: exclure|excluez|éviter|évitez|en excluant|aucun|aucune|pas de|pas d'|nous ne voulons pas|je ne veux pas|on ne veut pas
notIn: partout sauf|tous les pays sauf|qui ne sont pas en|qui ne vivent pas en
notAfter: exclus|exclues|exclu|exclue
above: plus de|plus d'|supérieur à|supérieure à|au-dessus de|au dessus de|dépassant|plus que|de plus de|dépassent|dépasse|supérieures à|supérieurs à|dépassant les
atLeast: au moins|au minimum|minimum|un minimum de|minimum de|à partir de|dès|pas moins de|min
below: moins de|moins d'|inférieur à|inférieure à|en dessous de|au-dessous de|sous les|de moins de|en-dessous de|sous|inférieures à|inférieurs à
atMost: au plus|au maximum|maximum|jusqu'à|jusqu à|pas plus de|un maximum de|maximum de|max
about: environ|autour de|à peu près|près de
atLeastAfter: ou plus|et plus
atMostAfter: ou moins
between: entre
and: et|ou|ainsi que
followers: abonnés|abonnées|followers|abonné|abonnés youtube|suiveurs
views: vues|visionnages|lectures
likes: j'aime|likes|mentions j'aime
comments: commentaires
engagement: engagement|taux d'engagement|interaction|taux d'interaction|interactions
growth: croissance|croissance des abonnés|taux de croissance
average: moyenne|en moyenne|de moyenne|moyen|moyens|moyennes
median: médiane|médianes|médian
audience: audience|public|spectateurs|communauté|dont l'audience|dont le public|l'audience
creator: créateur|créatrice|créateurs|créatrices|influenceur|influenceuse|influenceurs|influenceuses|comptes|compte|profils|profil|chaînes|chaîne|personnes|gens|créateurs de contenu|créatrices de contenu|tiktokeurs|tiktokeuses|youtubeurs|youtubeuses|blogueurs|blogueuses|instagrammeurs|instagrammeuses
content: vidéos|vidéo|contenu|contenus|publications
mostly: majoritairement|principalement|surtout|en majorité|majorité|essentiellement
speaking: parlant|qui parlent|parlent|parle|langue|qui parle|francophones
women: femmes|femme|féminine|féminin|filles|féminines
men: hommes|homme|masculine|masculin|garçons
aged: ans|âge|âgés de|âgées de|âgé de|âgée de|d'âge
verified: vérifié|vérifiée|vérifiés|vérifiées|certifié|certifiée|certifiés|certifiées
unverified: non vérifié|non vérifiés|non vérifiée|non vérifiées|non certifiés|non certifiées
sponsored: sponsorisé|sponsorisée|sponsorisés|sponsorisées|partenariats rémunérés|partenariats payants|contenu sponsorisé|collaborations rémunérées|partenariats|sponsors
unsponsored: sans sponsor|sans sponsors|sans partenariat|sans partenariats|non sponsorisé|non sponsorisés|non sponsorisées|sans publicité|sans contenu sponsorisé
active: actifs|actives|actif|active|publient|ont publié|publié|publiant|postent|ayant publié|qui publient|qui ont publié|qui postent|publie|poste
inactive: inactifs|inactives|inactif|qui ne publient pas|n'ont pas publié|qui n'ont pas publié|qui ne publient plus|n'ont rien publié|qui n'ont rien publié
last: derniers|dernières|dernier|dernière|ces derniers|ces dernières|au cours des|depuis moins de|les derniers|il y a
day: jours|jour
week: semaines|semaine
month: mois
year: année|années
thisWeek: cette semaine
thisMonth: ce mois-ci|ce mois
daily: quotidiennement|tous les jours|chaque jour|par jour
weekly: hebdomadaire|chaque semaine|toutes les semaines|par semaine|hebdomadairement
monthly: mensuellement|chaque mois|par mois|tous les mois
times: fois
growing: en croissance|en pleine croissance|qui grandissent|en progression|qui progressent|progressent|croissant|qui croissent|en hausse
shrinking: qui perdent des abonnés|perdent des abonnés|perdant des abonnés|en baisse|en déclin|en perte de vitesse
lively: fort engagement|bon engagement|engagement élevé|très engagé
biggest: plus grands|plus grandes|plus populaires|plus suivis|plus suivies|les plus grands|les plus suivis|les plus populaires|plus gros|les plus gros
smallest: plus petits|les plus petits|plus petites|les plus petites
newest: plus récents|plus récentes|les plus récents|plus récents d'abord
fastest: plus forte croissance|croissance la plus rapide|qui grandissent le plus vite
mostViewed: les plus vus|les plus vues|plus vues
most: meilleur|meilleurs|meilleures|meilleure|plus élevé|le plus de|le plus d'
least: le moins de|plus faible|le moins d'
by: par|triés par|triées par|classés par|classées par|trié par|selon
first: d'abord|en premier
descending: décroissant|par ordre décroissant|du plus grand au plus petit
ascending: par ordre croissant|du plus petit au plus grand
micro: micro influenceurs|micro-influenceurs|micro-influenceuses|microinfluenceurs
small: petits créateurs|petits comptes
having: avec|ayant|qui ont|ont|avec un|avec une|avoir
glue: de|du|des|d'|la|le|les|l'|en|au|aux|pour|qui|que|sur|un|une|leur|leurs|dont|est|sont|soit|soient|je|cherche|cherchons|recherche|recherchons|nous|on|veux|voulons|il|faut|uniquement|seulement|aussi|basé|basés|basée|basées|vivant|situés|habitant|s'il vous plaît|svp|campagne|marque|marques|pays|plateforme|niche|taux|notre|nos|nouveau|nouvelle|font|faisant|parmi|chez|et qui|ne|à|besoin|avons|j'ai|ces|ce|cette`,
  deu: `
not: nicht|ohne|außer|ausser|ausgenommen|nie|niemals|weder|noch|abgesehen von|bis auf|mit ausnahme von|außerhalb von|außerhalb|aber nicht|nicht aus|ausschließlich nicht
whole: kein|keine|keinen|keiner|keinem|ausschließen|vermeiden|niemand|niemanden|wir wollen keine|ich will keine|wir suchen keine|exklusive
notIn: überall außer|alle länder außer|nicht in|nicht aus|überall ausser
notAfter: ausgeschlossen|ausgenommen|exkludiert
above: mehr als|über|größer als|oberhalb von|höher als|mehr wie|von über|übersteigt
atLeast: mindestens|wenigstens|ab|minimum|min|nicht weniger als|zumindest|von mindestens
below: weniger als|unter|kleiner als|unterhalb von|niedriger als|von unter
atMost: höchstens|maximal|max|bis zu|bis|nicht mehr als|maximum
about: etwa|ungefähr|rund|circa|ca|zirka
atLeastAfter: oder mehr|und mehr|aufwärts|plus|oder höher
atMostAfter: oder weniger
older: älter als
younger: jünger als
between: zwischen
and: und|oder|sowie|noch|bzw
followers: follower|abonnenten|abonnent|followern|abonnentinnen|abos
views: aufrufe|aufrufen|ansichten|views|videoaufrufe|klicks
likes: likes|gefällt mir|gefällt-mir-angaben
comments: kommentare|kommentaren
engagement: engagement|engagementrate|engagement-rate|interaktionsrate|interaktion|engagement rate|interaktionen
growth: wachstum|followerwachstum|wachstumsrate|abonnentenwachstum
average: durchschnittlich|im durchschnitt|im schnitt|durchschnittliche|durchschnittlichen|durchschnitt
median: median|im median
audience: publikum|zielgruppe|zuschauer|zuschauern|deren publikum|community|zuschauerschaft
creator: creator|creators|influencer|influencerin|influencerinnen|ersteller|kanäle|kanal|kanälen|accounts|account|konten|profile|leute|personen|tiktoker|youtuber|instagrammer|bloggerinnen|blogger|content creator|content-creator|creatorn|influencern
content: videos|video|inhalte|inhalt|beiträge|beiträgen
mostly: überwiegend|hauptsächlich|mehrheitlich|vor allem|größtenteils|vorwiegend|mehrheit|meist|meistens
speaking: sprechen|spricht|sprachig|sprache|sprechende|sprachige|sprechenden
women: frauen|weiblich|weibliche|weiblichen|weibliches|mädchen
men: männer|männlich|männliche|männlichen|männliches|jungs
aged: jahre|jahren|jahre alt|alter|im alter von|jährige|jährigen|jähriger|altersgruppe|im alter
verified: verifiziert|verifizierte|verifizierten|verifizierter|verifiziertem
unverified: nicht verifiziert|nicht verifizierte|unverifiziert|unverifizierte
sponsored: gesponsert|gesponserte|gesponserten|mit sponsoren|werbekooperationen|bezahlte kooperationen|markenkooperationen|kooperationen|werbung|sponsoren
unsponsored: ohne sponsoren|nicht gesponsert|ohne werbung|ohne kooperationen|ungesponsert|ohne sponsoring|ohne markenkooperationen|ohne bezahlte kooperationen|keine werbung|keine kooperationen
active: aktiv|aktive|aktiven|gepostet|posten|veröffentlicht|hochgeladen|postet|veröffentlichen|hochladen|die posten|aktiver
inactive: inaktiv|inaktive|inaktiven|nicht gepostet|nichts gepostet|nicht aktiv|nichts veröffentlicht|nicht mehr posten
last: letzten|letzte|letzter|vergangenen|in den letzten|innerhalb der letzten|im letzten|in der letzten|vor weniger als|seit
day: tage|tagen|tag
week: wochen|woche
month: monate|monaten|monat|monats
year: jahr|jahres
thisWeek: diese woche
thisMonth: diesen monat|diesem monat|in diesem monat
daily: täglich|jeden tag|pro tag|am tag
weekly: wöchentlich|jede woche|pro woche|die woche|in der woche
monthly: monatlich|jeden monat|pro monat|im monat
times: mal|x
growing: wachsend|wachsende|wachsenden|wachsen|im wachstum|die wachsen|wächst
shrinking: schrumpfend|schrumpfende|schrumpfenden|schrumpfen|die follower verlieren|follower verlieren|verlieren follower|rückläufig
lively: hohes engagement|hohem engagement|hohe interaktion|starkes engagement|gutes engagement
biggest: größte|größten|größter|die größten|beliebteste|beliebtesten|meistgefolgten|größte zuerst|die größten zuerst|bekanntesten
smallest: kleinste|kleinsten|kleinste zuerst|die kleinsten
newest: neueste|neuesten|neueste zuerst|aktuellste
fastest: am schnellsten wachsend|am schnellsten wachsende|am schnellsten wachsenden|schnellstes wachstum
mostViewed: meistgesehen|meistgesehene|meistgesehenen
most: beste|besten|höchste|höchstem|höchsten|höchster|meisten|die meisten
least: niedrigste|niedrigsten|niedrigster|wenigsten|schlechteste
by: nach|sortiert nach|geordnet nach
first: zuerst
descending: absteigend
ascending: aufsteigend
nano: nano influencer|nano-influencer
micro: mikro influencer|mikroinfluencer|mikro-influencer|micro influencer|micro-influencer
small: kleine creator|kleine accounts|kleine kanäle|kleinere accounts
having: mit|haben|hat|die haben
glue: der|die|das|den|dem|des|ein|eine|einen|einem|einer|in|im|aus|auf|für|von|vom|zu|zum|zur|an|am|bei|deren|dessen|ist|sind|sein|ich|wir|suche|suchen|gesucht|brauche|brauchen|bitte|nur|auch|welche|welcher|die aus|leben|wohnen|ansässig|kommen|kommt|kampagne|marke|land|plattform|nische|thema|themen|rate|unsere|unser|neue|neuen|sowie die|machen|rund um|bereich|als|soll|sollen|sollte|dürfen|einer rate|es|aller|alle|werden`,
  ita: `
not: non|senza|tranne|eccetto|salvo|escluso|esclusi|esclusa|ad eccezione di|a parte|mai|fuori da|fuori dall|che non siano|al di fuori di|fuorché|meno che
whole: escludere|escludi|evitare|evita|nessun|nessuno|nessuna|niente|non vogliamo|non voglio
notIn: ovunque tranne|da tutto il mondo tranne|tutti i paesi tranne|che non siano di
notAfter: esclusi|escluse|escluso|esclusa
above: più di|oltre|sopra i|sopra|superiore a|superiore al|maggiore di|al di sopra di|sopra il|oltre i|superano|più che|superiori a|superiori al|maggiori di
atLeast: almeno|minimo|come minimo|a partire da|un minimo di|minimo di|non meno di|da almeno
below: meno di|sotto i|sotto|inferiore a|inferiore al|minore di|al di sotto di|sotto il|inferiori a|inferiori al|minori di
atMost: al massimo|massimo|fino a|non più di|un massimo di|massimo di
about: circa|intorno a|all'incirca|attorno a
atLeastAfter: o più|in su|e oltre
atMostAfter: o meno
between: tra|fra
and: e|o|oppure|ed|nonché
followers: follower|followers|iscritti|seguaci
views: visualizzazioni|riproduzioni|views
likes: mi piace|likes
comments: commenti
engagement: engagement|tasso di engagement|coinvolgimento|interazione|interazioni|tasso di coinvolgimento|tasso di interazione
growth: crescita|crescita dei follower|tasso di crescita
average: media|in media|medie|di media|medio
median: mediana|mediana di
audience: pubblico|spettatori|audience|il cui pubblico|target
creator: creatori|creatrici|creator|influencer|account|profili|profilo|canali|canale|persone|creatore|creatrice|creatori di contenuti|tiktoker|youtuber|blogger|content creator
content: video|contenuti|contenuto|post
mostly: prevalentemente|principalmente|soprattutto|per lo più|in maggioranza|maggioranza|maggior parte
speaking: che parlano|parlano|parla|di lingua|lingua|parlanti
women: donne|donna|femminile|ragazze|femminili
men: uomini|uomo|maschile|ragazzi|maschili
aged: anni|età|di età|anni di età|d'età
verified: verificato|verificata|verificati|verificate|spunta blu
unverified: non verificato|non verificati|non verificata|non verificate
sponsored: sponsorizzato|sponsorizzata|sponsorizzati|sponsorizzate|con sponsor|collaborazioni pagate|contenuti sponsorizzati|partnership a pagamento|sponsor
unsponsored: senza sponsor|non sponsorizzati|non sponsorizzate|senza sponsorizzazioni|senza pubblicità|senza contenuti sponsorizzati|senza collaborazioni pagate
active: attivi|attive|attivo|attiva|pubblicano|pubblicato|che hanno pubblicato|hanno pubblicato|postano|che pubblicano|pubblica|posta
inactive: inattivi|inattive|che non pubblicano|non pubblicano|non hanno pubblicato|che non hanno pubblicato
last: ultimi|ultime|ultimo|ultima|negli ultimi|nelle ultime|nell'ultimo|nell'ultima|da meno di|fa
day: giorni|giorno
week: settimane|settimana
month: mesi|mese
year: anno
thisWeek: questa settimana
thisMonth: questo mese
daily: ogni giorno|quotidianamente|tutti i giorni|al giorno|giornalmente
weekly: ogni settimana|settimanalmente|alla settimana|a settimana|settimanali
monthly: ogni mese|mensilmente|al mese
times: volte|volta
growing: in crescita|crescono|che crescono|crescenti|in forte crescita
shrinking: in calo|che perdono follower|perdono follower|in declino
lively: alto engagement|buon engagement|alto coinvolgimento
biggest: più grandi|i più grandi|più popolari|i più popolari|più seguiti|i più seguiti|più famosi|dal più grande
smallest: più piccoli|i più piccoli
newest: più recenti|i più recenti|prima i più recenti
fastest: in più rapida crescita|crescita più rapida|che crescono di più
mostViewed: più visti|più viste
most: migliori|migliore|più alto|più alta|maggiore
least: più basso|più bassa|peggiori|minore
by: per|ordinati per|ordinate per|in base a
first: prima|per primi
descending: decrescente|dal più alto al più basso
ascending: crescente|dal più basso al più alto
micro: micro influencer|micro-influencer|microinfluencer
small: piccoli creatori|piccoli account
having: con|che hanno|hanno|abbiano|ha|con un|con una
glue: di|del|della|dei|delle|degli|da|dal|dalla|dall|in|nel|nella|a|al|alla|il|lo|la|i|gli|le|un|una|uno|che|per|su|sul|cui|è|sono|siano|sia|cerco|cerchiamo|vogliamo|voglio|servono|solo|soltanto|anche|basati|con sede|residenti|vivono|campagna|marca|brand|paese|piattaforma|nicchia|tasso|nostra|nostro|nuovo|nuova|per favore|fanno|parlano di|tema|ci|l|dell|si|occupano|che si occupano di|negli|nello|nelle|nei|nell|dello|sulla|sugli|dagli|dai|dalle|dallo|agli|alle|allo|tra i|sui`,
  nld: `
not: niet|zonder|behalve|uitgezonderd|nooit|buiten|maar niet|met uitzondering van|noch|op na
whole: geen|uitsluiten|vermijd|niemand|vermijden|sluit uit|exclusief
notIn: overal behalve|niet uit|niet in|alle landen behalve|buiten
notAfter: uitgesloten|uitgezonderd
above: meer dan|boven|boven de|hoger dan|groter dan|ruim
atLeast: minstens|ten minste|tenminste|minimaal|vanaf|op zijn minst|niet minder dan|minimum
below: minder dan|onder|onder de|lager dan|kleiner dan
atMost: hoogstens|maximaal|ten hoogste|tot|niet meer dan|maximum|hooguit
about: ongeveer|rond|circa|zo'n
atLeastAfter: of meer|en meer|plus
atMostAfter: of minder
older: ouder dan
younger: jonger dan
between: tussen
and: evenals|noch
followers: volgers|abonnees|volger
views: weergaven|views|kijkers per video
likes: likes|vind ik leuks
comments: reacties
engagement: engagement|interactie|betrokkenheid|engagementpercentage|engagementratio|interacties
growth: groei|volgersgroei
average: gemiddeld|gemiddelde|gemiddelden
median: mediaan
audience: publiek|kijkers|doelgroep|wiens publiek
creator: makers|maker|kanalen|kanaal|accounts|account|profielen|mensen|influencers|creators|contentmakers|bloggers|tiktokkers|youtubers
content: video's|videos|berichten|content|filmpjes
mostly: voornamelijk|vooral|hoofdzakelijk|overwegend|meerderheid|grotendeels|meestal
speaking: spreken|spreekt|sprekende|sprekend|talige|taal|talig|sprekende makers
women: vrouwen|vrouwelijk|vrouwelijke|meisjes
men: mannen|mannelijk|mannelijke|jongens
aged: jaar|jaar oud|leeftijd|jarigen
verified: geverifieerd|geverifieerde
unverified: niet geverifieerd|niet geverifieerde|ongeverifieerd
sponsored: gesponsord|gesponsorde|betaalde samenwerkingen|met sponsors|gesponsorde content|samenwerkingen met merken
unsponsored: zonder sponsors|niet gesponsord|niet gesponsorde|zonder sponsoring|zonder betaalde samenwerkingen|zonder reclame
active: actief|actieve|gepost|geplaatst|plaatsen|plaatst
inactive: inactief|inactieve|niet gepost|niets gepost|niet actief|niet meer posten
last: laatste|afgelopen|de afgelopen|in de afgelopen|in de laatste|geleden
day: dagen|dag
week: weken|week
month: maanden|maand
thisWeek: deze week
thisMonth: deze maand
daily: dagelijks|elke dag|per dag
weekly: wekelijks|elke week|per week
monthly: maandelijks|elke maand|per maand
times: keer|maal
growing: groeiend|groeiende|groeien|in de groei|die groeien
shrinking: krimpend|krimpende|die volgers verliezen|volgers verliezen|dalend
lively: hoge betrokkenheid|hoge engagement|hoge interactie
biggest: grootste|de grootste|populairste|meest gevolgde|grootste eerst|bekendste
smallest: kleinste|de kleinste|kleinste eerst
newest: nieuwste|nieuwste eerst|meest recente
fastest: snelst groeiende|snelst groeiend
mostViewed: meest bekeken
most: beste|hoogste|meeste|de meeste
least: laagste|minste
by: op|gesorteerd op|op basis van|geordend op
first: eerst
descending: aflopend
ascending: oplopend
micro: micro-influencers|micro influencers
small: kleine makers|kleine accounts|kleine creators
having: met|hebben|heeft|die hebben
glue: de|het|een|in|uit|van|voor|op|die|dat|is|zijn|hun|wij|we|ik|zoek|zoeken|zoekt|op zoek naar|alleen|ook|graag|gevestigd|wonen|woonachtig|campagne|merk|land|platform|niche|onze|nieuwe|wil|willen|nodig|bij|om|te|ter|wiens|waarvan|doen|gericht|te hebben|per stuk|ze|komen|maken`,
  tur: `
whole: asla
notAfter: hariç|dışında|dışındaki|olmayan|değil|olmasın|olmadan|istemiyorum|istemiyoruz|haricinde|hariç olmak üzere|hariç tutulsun|yapmayan|içermeyen|olmayanlar|olmamalı
above: fazlası
atLeast: en az|minimum|asgari
atMost: en fazla|en çok|maksimum|azami
about: yaklaşık|ortalama olarak|civarında
aboveAfter: fazla|üzerinde|üstünde|üzeri|üstü|dan fazla|den fazla|aşan|üzerindeki|üstündeki|dan çok|den çok|ten fazla|tan fazla
atLeastAfter: ve üzeri|ve üstü|veya daha fazla|ve daha fazla
belowAfter: az|altında|altı|dan az|den az|aşağı|altındaki|ten az|tan az|daha az|dan daha az|den daha az
atMostAfter: ve altı|veya daha az|kadar|e kadar|a kadar|ye kadar
older: yaşından büyük
to: ila
and: ve|veya|ya da|yahut|ile
followers: takipçi|takipçisi|takipçili|abone|abonesi|aboneli|takipçiye|takipçiden|takipçi sayısı|abone sayısı|takipçisi olan|takipçiye sahip|takipçinin
views: izlenme|görüntüleme|izlenmesi|görüntülenme|izlenmeye
likes: beğeni|beğenisi
comments: yorum|yorumu
engagement: etkileşim|etkileşimi|etkileşim oranı|etkileşim oranına|etkileşime
growth: büyüme|takipçi artışı|büyüme oranı
average: ortalama
median: medyan
audience: kitle|kitlesi|izleyici|izleyicisi|izleyicileri|hedef kitlesi|takipçi kitlesi|izleyici kitlesi
creator: içerik üreticileri|içerik üreticisi|içerik üretici|üreticiler|hesaplar|hesap|kanallar|kanal|influencer|influencerlar|kişiler|fenomenler|fenomen|youtuberlar|tiktokerlar|üreticileri|kanalları|hesapları|blogger|bloggerlar|yayıncılar
content: video|videolar|içerik|gönderi|paylaşım|içerikler|videosu
mostly: çoğunlukla|ağırlıklı olarak|çoğunluğu|ağırlıklı|genellikle
speaking: konuşan|dilinde|dili
women: kadın|kadınlar|kadınlardan|kadınlardan oluşan
men: erkek|erkekler|erkeklerden|erkeklerden oluşan
aged: yaş|yaşında|yaş arası|yaşındaki|yaş aralığı|yaş grubu
verified: doğrulanmış|onaylı|onaylanmış|mavi tikli
unverified: doğrulanmamış|onaysız|onaylanmamış
sponsored: sponsorlu|sponsoru olan|reklam iş birliği|markalarla çalışan|marka iş birliği
unsponsored: sponsorsuz|sponsoru olmayan|reklamsız|reklam yapmayan|sponsorlu olmayan
active: aktif|paylaşım yapan|paylaşan|yükleyen|paylaşmış|video yükleyen|içerik paylaşan|gönderi paylaşan|video paylaşan|paylaşım yapmış
inactive: pasif|aktif olmayan|paylaşım yapmayan|paylaşmayan|paylaşmamış|içerik paylaşmayan
last: son|geçen
day: gün|günde|gündür
week: hafta|haftada|haftadır
month: ay|ayda|aydır
year: yıl|yılda|yıldır
thisWeek: bu hafta
thisMonth: bu ay
daily: her gün|günlük
weekly: her hafta|haftalık
monthly: her ay|aylık
times: kez|kere|defa
growing: büyüyen|yükselen|büyümekte olan|hızla büyüyen
shrinking: küçülen|takipçi kaybeden|düşüşte
lively: yüksek etkileşim|yüksek etkileşimli
biggest: en büyük|en popüler|en çok takip edilen|en çok takipçili|en çok takipçisi olan|en büyükten küçüğe
smallest: en küçük
newest: en yeni|en güncel
fastest: en hızlı büyüyen
mostViewed: en çok izlenen
most: en iyi|en yüksek
least: en düşük
by: göre
first: sırala|sıralı|sıralanmış|önce|göre sırala|göre sıralı|göre sıralanmış
descending: azalan|büyükten küçüğe
ascending: artan|küçükten büyüğe
micro: mikro influencer|mikro influencerlar
having: sahip|olan
glue: bir|için|bu|da|de|daki|deki|olan|arıyorum|arıyoruz|istiyorum|istiyoruz|lütfen|sadece|yapan|yaşayan|hakkında|ilgili|olsun|lazım|gerekiyor|bize|bana|kampanya|marka|ülke|platform|niş|den|dan|nin|nın|ve ayrıca|olmalı|konulu|konusunda|alanında|üreten|çeken|bulunan|te|ta|ten|tan|kişi|tane|adet|oranı
between: arası|arasında|arasındaki`,
  ind: `
not: bukan|tanpa|kecuali|selain|tidak|di luar|bukan dari|tidak termasuk|jangan|belum|tak
whole: hindari|jangan ada|tidak mau|tidak ingin
notIn: di mana saja kecuali|semua negara kecuali|tidak dari
notAfter: dikecualikan
above: lebih dari|di atas|melebihi|lebih besar dari|lebih tinggi dari
atLeast: minimal|setidaknya|paling sedikit|sekurang-kurangnya|mulai dari|tidak kurang dari|sedikitnya
below: kurang dari|di bawah|lebih kecil dari|lebih rendah dari
atMost: maksimal|paling banyak|hingga|sampai|tidak lebih dari|maksimum
about: sekitar|kira-kira|kurang lebih
atLeastAfter: atau lebih|ke atas
atMostAfter: atau kurang|ke bawah
older: di atas usia
younger: di bawah usia
between: antara
to: s/d
and: dan|atau|serta|maupun
followers: pengikut|follower|followers|subscriber|pelanggan
views: tayangan|penayangan|views|ditonton
likes: suka|likes
comments: komentar
engagement: keterlibatan|engagement|tingkat keterlibatan|interaksi|engagement rate|tingkat interaksi
growth: pertumbuhan|pertumbuhan pengikut
average: rata-rata|rata rata
median: median
audience: audiens|penonton|pemirsa|audiensnya|penontonnya
creator: kreator|pembuat konten|akun|saluran|kanal|influencer|orang|konten kreator|kreator konten|youtuber|tiktoker|selebgram
content: video|konten|postingan|unggahan
mostly: sebagian besar|kebanyakan|mayoritas|terutama|utamanya
speaking: berbahasa|berbicara|bahasa
women: wanita|perempuan|cewek
men: pria|laki-laki|cowok
aged: tahun|berusia|usia|umur|berumur
verified: terverifikasi|centang biru
unverified: tidak terverifikasi|belum terverifikasi
sponsored: bersponsor|disponsori|kerja sama merek|konten berbayar|sponsor
unsponsored: tanpa sponsor|tidak disponsori|tanpa iklan|tidak bersponsor
active: aktif|memposting|mengunggah|posting|mengupload|upload|yang aktif|unggah|rutin posting
inactive: tidak aktif|tidak memposting|tidak mengunggah|tidak posting|tidak upload
last: terakhir|dalam|lalu|yang lalu
day: hari
week: minggu|pekan
month: bulan
thisWeek: minggu ini
thisMonth: bulan ini
daily: setiap hari|harian|tiap hari|per hari|sehari
weekly: setiap minggu|mingguan|tiap minggu|per minggu|seminggu
monthly: setiap bulan|bulanan|per bulan|sebulan
times: kali
growing: berkembang|bertumbuh|tumbuh|sedang naik|yang berkembang
shrinking: menurun|kehilangan pengikut|menyusut
lively: keterlibatan tinggi|engagement tinggi
biggest: terbesar|terpopuler|paling populer|paling besar|pengikut terbanyak|dari yang terbesar
smallest: terkecil|paling kecil
newest: terbaru|paling baru
fastest: tumbuh paling cepat|paling cepat berkembang
mostViewed: paling banyak ditonton
most: terbaik|tertinggi|terbanyak
least: terendah
by: berdasarkan|urutkan berdasarkan|diurutkan berdasarkan|menurut
first: dulu|terlebih dahulu
descending: menurun dari terbesar|dari terbesar ke terkecil
ascending: dari terkecil ke terbesar
micro: mikro influencer|influencer mikro|micro influencer
having: dengan|memiliki|punya|yang memiliki|mempunyai
glue: yang|di|dari|untuk|ini|itu|adalah|ke|pada|tentang|seputar|mencari|cari|butuh|kami|saya|ingin|hanya|juga|berbasis|tinggal|berlokasi|kampanye|merek|negara|platform|tolong|para|nya|harus|bertema|berasal|asal|sebuah|mana|saja|oleh|membahas|buat|bidang`,
  rus: `
not: не|без|кроме|за исключением|исключая|ни|никогда|вне|помимо|а не|но не
whole: исключить|никаких|никто|избегать|исключите|не нужны|не хотим
notIn: не из|отовсюду кроме|все страны кроме|из любой страны кроме
notAfter: исключены|исключить|не нужны
above: более|больше|свыше|выше|более чем|больше чем|превышает|от более
atLeast: не менее|не меньше|минимум|как минимум|от|по крайней мере|хотя бы|не ниже
below: менее|меньше|ниже|до менее|менее чем|меньше чем
atMost: не более|не больше|максимум|до|не выше|не свыше
about: около|примерно|порядка
atLeastAfter: и более|и больше|или больше|и выше|и старше
atMostAfter: и менее|и меньше|или меньше|и ниже|и младше
older: старше
younger: младше|моложе
between: между
and: и|или|либо|а также
followers: подписчиков|подписчики|подписчика|подписчик|подписчиками|подписчикам|фолловеров
views: просмотров|просмотры|просмотра|просмотрами|просмотрам
likes: лайков|лайки|лайками|лайка
comments: комментариев|комментарии|комментариями
engagement: вовлеченность|вовлечённость|вовлеченности|вовлечённости|вовлеченностью|вовлечённостью
growth: рост|рост подписчиков|прирост|ростом|приростом подписчиков
average: в среднем|средний|среднее|средние|средним|среднем|средняя
median: медиана|медианные|медианой
audience: аудитория|аудиторией|аудитории|зрители|зрителей|зрителями|аудиторию|чья аудитория
creator: блогеры|блогеров|блогер|авторы|авторов|каналы|каналов|канал|аккаунты|аккаунтов|инфлюенсеры|инфлюенсеров|креаторы|креаторов|люди|людей|тиктокеры|ютуберы|тиктокеров|ютуберов|блогеров
content: видео|контент|посты|постов|публикации|публикаций|роликов|ролики|поста|ролика
mostly: в основном|преимущественно|главным образом|большинство|в большинстве
speaking: говорящие|говорящих|говорят|на языке|языке|язык|русскоязычные
women: женщин|женщины|женская|женской|девушки|девушек|женщинами|женщинам
men: мужчин|мужчины|мужская|мужской|парни|парней|мужчинами
aged: лет|возраст|в возрасте|года|возрасте|возраста
verified: верифицированные|верифицированный|верифицированных|подтвержденные|подтверждённые|с галочкой|верифицированы
unverified: неверифицированные|неверифицированных|без галочки|не верифицированные|неподтвержденные|без верификации
sponsored: с рекламой|рекламируют|рекламой|спонсируемые|с рекламными интеграциями|рекламные интеграции|спонсорами|со спонсорами
unsponsored: без рекламы|без спонсоров|без рекламных интеграций|без спонсорства
active: активные|активных|активны|публикуют|выкладывают|публиковали|публикующие|постят|выкладывали|публиковавшие|которые публикуют|опубликовали|постящие|выкладывающие
inactive: неактивные|неактивных|не публиковали|не публикуют|не постили|не активные|не выкладывали|неактивны
last: последние|последних|за последние|последний|за последний|последнюю|за последнюю|назад|последнего|в последние
day: дней|дня|день
week: недель|недели|неделю|неделя
month: месяцев|месяца|месяц
year: год|годы
thisWeek: на этой неделе
thisMonth: в этом месяце
daily: ежедневно|каждый день|в день
weekly: еженедельно|каждую неделю|в неделю
monthly: ежемесячно|каждый месяц|в месяц
times: раз|раза
growing: растущие|растут|растущих|растёт|растет|быстрорастущие
shrinking: теряющие подписчиков|теряют подписчиков|падающие|снижающиеся
lively: высокая вовлеченность|высокой вовлеченностью|высокой вовлечённостью|хорошей вовлеченностью
biggest: крупнейшие|самые большие|самые популярные|самые крупные|сначала самые крупные|крупнейших|самых крупных|самых больших|самых популярных
smallest: самые маленькие|самые мелкие|самых маленьких
newest: самые новые|самые свежие|сначала новые|самых новых
fastest: самые быстрорастущие|быстрее всего растущие
mostViewed: самые просматриваемые
most: лучшие|лучших|самая высокая|самой высокой|наибольшее|больше всего|наибольшей
least: самая низкая|самой низкой|наименьшее|меньше всего
by: по|отсортированные по|отсортировать по|сортировка по|упорядоченные по
first: сначала
descending: по убыванию
ascending: по возрастанию
micro: микроинфлюенсеры|микроблогеры|микроинфлюенсеров|микроблогеров
small: небольшие блогеры|маленькие блогеры|мелкие блогеры
having: с|со|имеют|имеющие|у которых|имеющих
glue: в|из|на|о|об|про|для|и которые|которые|которых|чей|чья|ищу|ищем|нужны|нужен|нам|мне|только|также|это|есть|во|у|при|за|живущие|страна|платформа|ниша|бренда|кампании|бренд|а|что|пожалуйста|найти|найдите|их|тема|теме|от лица|делают|снимают|пишут|пишущие|человек`,
  jpn: `
notAfter: 以外|以外の|を除く|除く|を除いて|除いて|ではない|じゃない|でない|ではなく|なし|無し|のない|がない|していない|してない|しない|ない|されていない|は除外|除外|抜き|は不要|不要|いらない
above: 超え
atLeast: 最低|少なくとも|最低でも
atMost: 最大|最大で|最大でも|多くても
about: 約|およそ|大体
aboveAfter: 超|より多い|を超える|以上超|を上回る|より大きい|を超えて|より上|より高い|超の
atLeastAfter: 以上|以上の|以降
belowAfter: 未満|未満の|より少ない|を下回る|より小さい|より下|より低い
atMostAfter: 以下|以下の|まで|まで の|以内
aboutAfter: 程度|前後|くらい|ぐらい
between: の間
to: 〜|～|ー
and: と|や|または|か|もしくは|および|及び|あるいは|かつ
followers: フォロワー|フォロワー数|フォロワー数が|フォロワーが|登録者|登録者数|チャンネル登録者|チャンネル登録者数|登録者が|登録者数が
views: 再生回数|再生数|再生|視聴回数|閲覧数
likes: いいね|いいね数|高評価
comments: コメント|コメント数
engagement: エンゲージメント|エンゲージメント率|エンゲージメント率が|反応率
growth: フォロワー増加率|成長率|フォロワーの伸び
average: 平均|平均で|の平均
median: 中央値|中央値の
audience: 視聴者|オーディエンス|ファン|視聴者が|視聴者の|視聴者層|ファン層|フォロワー層
creator: クリエイター|インフルエンサー|アカウント|チャンネル|投稿者|配信者|ユーチューバー|ティックトッカー|インスタグラマー|人物|発信者|動画投稿者|クリエーター
content: 動画|投稿|コンテンツ|映像
mostly: 主に|ほとんど|大半が|大半|中心|が中心|中心の|メイン|多め|多くが|の多くが
speaking: を話す|話す|話者|を話せる|発信する|で発信
women: 女性|女子|女性が|女
men: 男性|男子|男性が
aged: 歳|才|年齢|代の年齢
verified: 認証済み|認証済|公式マーク|認証バッジ|認証された|公式認証|認証されて|認証
unverified: 未認証|認証されていない|認証なし|認証済みではない
sponsored: スポンサー|広告案件|企業案件|タイアップ|スポンサー付き|PR案件|案件あり|スポンサーが
unsponsored: スポンサーなし|案件なし|広告案件なし|企業案件なし|広告なし|スポンサーのない|企業案件のない|PRなし|スポンサーがいない
active: アクティブ|アクティブな|投稿した|投稿して|投稿している|更新|更新して|更新している|活動して|活動中|活動している|投稿する|投稿があ|更新した|投稿がある
inactive: 非アクティブ|投稿していない|更新していない|休止中|投稿がない|更新がない|投稿のない|活動していない|更新が止まっている
last: 直近|過去|ここ|最近|この|前
day: 日|日間|日以内|日間で
week: 週間|週|週間以内|週に
month: ヶ月|か月|カ月|ヵ月|ケ月|月間|ヶ月以内|か月以内|月に
year: 年|年間|年以内
thisWeek: 今週
thisMonth: 今月
daily: 毎日|日々|毎日のように
weekly: 毎週
monthly: 毎月
times: 回|度|回以上投稿
growing: 成長中|成長中の|伸びている|急成長|成長している|増加中|伸びて
shrinking: 減少中|フォロワーが減っている|減っている|減少している|フォロワーを失っている
lively: 高いエンゲージメント|エンゲージメントが高い|エンゲージメントの高い|エンゲージメント率が高い
biggest: 最大の|人気順|フォロワーの多い順|フォロワーが多い順|フォロワー数順|フォロワー順|大きい順|一番大きい|登録者の多い順|登録者が多い順|登録者数順
smallest: 最小の|フォロワーの少ない順|フォロワーが少ない順|小さい順|登録者の少ない順
newest: 最新|新着順|新しい順|投稿が新しい順
fastest: 最も成長している|成長率の高い順|急上昇順
mostViewed: 再生回数の多い順|再生数順|再生回数順|再生回数が多い順
most: 最も|一番|トップ|上位|最高|最も高い
least: 最も低い|最低の
first: 順|順に|順で|の順|の順で|高い順|多い順|が高い順|の高い順|の多い順|が多い順|高い順に|多い順に
descending: 降順|高い順に並べて
ascending: 昇順|低い順|少ない順|の低い順|が低い順|が少ない順
nano: ナノインフルエンサー
micro: マイクロインフルエンサー
macro: マクロインフルエンサー
glue: の|が|は|を|に|で|も|な|へ|人|名|人の|件|者|系|さん|する|した|して|いる|います|ある|あり|です|ます|だ|的|たち|向け|について|関連|在住|在住の|出身|出身の|拠点|拠点の|住む|人数|数|方|探して|探しています|ください|したい|欲しい|希望|求む|募集|国|ジャンル|プラットフォーム|その|それ|これ|など|中|だけ|のみ|全て|すべて|お願いします|層|率|上|内|もの|持つ|を持つ|作る|紹介|教えて|見つけて|本|個|万人の|れ|ら|こと|における|による|にて|以前|から`,
  kor: `
notAfter: 제외|제외한|제외하고|말고|아닌|빼고|없는|없이|않은|않는|않고|하지 않는|하지 않은|이 아닌|가 아닌|안 하는|제외해|제외해주세요|이외|이외의|외의|아니고|없음|은 제외|는 제외|을 제외한|를 제외한|을 제외하고|를 제외하고|않음|되지 않은|안 된|빼주세요
atLeast: 최소|적어도|최소한
atMost: 최대|많아도
about: 약|대략
aboveAfter: 초과|을 넘는|를 넘는|넘는|보다 많은|보다 높은|을 초과하는|이 넘는
atLeastAfter: 이상|이상의|이상인|부터
belowAfter: 미만|미만의|미만인|보다 적은|보다 낮은|이 안 되는|을 밑도는
atMostAfter: 이하|이하의|이하인|까지|이내
aboutAfter: 정도|안팎|내외
between: 사이
to: ~
and: 와|과|및|또는|이나|나|하고|그리고|혹은|이거나|랑
followers: 팔로워|팔로워가|팔로워 수|팔로워 수가|구독자|구독자가|구독자 수|구독자 수가|팔로워를
views: 조회수|조회수가|재생수|뷰|조회
likes: 좋아요|좋아요 수|좋아요가
comments: 댓글|댓글 수|댓글이
engagement: 참여율|참여율이|인게이지먼트|반응률|참여도|인게이지먼트율
growth: 팔로워 증가율|성장률|증가율
average: 평균
median: 중앙값
audience: 시청자|시청자가|오디언스|시청자층|팬|팬층|구독자층|시청층|시청자의|팔로워층
creator: 크리에이터|인플루언서|채널|계정|유튜버|틱톡커|사람|블로거|크리에이터를|인플루언서를|인스타그래머|유튜버를|채널을|계정을
content: 영상|콘텐츠|게시물|동영상|컨텐츠
mostly: 주로|대부분|위주|대부분이|위주의|주요
speaking: 사용하는|말하는|를 하는|로 말하는|구사하는|로 된|로 하는|로 방송하는
women: 여성|여자|여성이|여성인
men: 남성|남자|남성이|남성인
aged: 세|살|나이|연령|연령대
verified: 인증된|인증|인증받은|인증 계정|공식 인증
unverified: 미인증|인증되지 않은|인증 안 된|비인증|인증 없는
sponsored: 협찬|광고|스폰서|협찬을|협찬받는|유료 광고|광고하는|협찬 받은|협찬이 있는|스폰서가 있는
unsponsored: 협찬 없는|광고 없는|협찬을 안 하는|협찬 없이|광고 안 하는|스폰서 없는|협찬이 없는|광고가 없는|스폰서가 없는
active: 활동|활동하는|활동 중인|업로드|업로드하는|업로드한|게시한|올린|올리는|게시하는|활발한|활동한|활발히 활동하는|활동중인|포스팅|포스팅하는
inactive: 비활성|활동하지 않는|업로드하지 않은|활동 없는|게시하지 않은|올리지 않은|활동이 없는|업로드가 없는|업로드 없는
last: 최근|지난|이내에|전
day: 일|일간|일 이내|일 동안
week: 주|주일|주간|주 이내
month: 개월|달|개월간|개월 이내
year: 년|년간
thisWeek: 이번 주
thisMonth: 이번 달
daily: 매일|날마다|하루에
weekly: 매주|일주일에|주에
monthly: 매월|매달|한 달에
times: 번|회
growing: 성장 중인|성장하는|급성장하는|떠오르는|성장중인|뜨는|급성장
shrinking: 감소하는|구독자가 줄어드는|줄어드는|팔로워가 줄어드는|감소 중인|팔로워를 잃는
lively: 참여율 높은|참여율이 높은|높은 참여율|반응이 좋은
biggest: 가장 큰|가장 인기 있는|팔로워 많은 순|팔로워가 많은 순|팔로워순|팔로워 순|인기순|큰 순서|구독자 순|구독자 많은 순|구독자순|구독자가 많은 순|가장 인기있는
smallest: 가장 작은|팔로워 적은 순
newest: 최신|최신순|최근 업로드순|최근 업로드 순
fastest: 가장 빠르게 성장하는|가장 빨리 성장하는
mostViewed: 조회수 높은 순|조회수순|조회수 순
most: 가장|최고|상위|가장 높은|탑
least: 가장 낮은|최저
first: 순|순으로|순서|높은 순|많은 순|높은 순으로|많은 순으로|순서로|순서대로
descending: 내림차순
ascending: 오름차순|낮은 순|적은 순
nano: 나노 인플루언서
micro: 마이크로 인플루언서
macro: 매크로 인플루언서
glue: 의|이|가|은|는|을|를|에|로|으로|도|만|인|명|명의|한|하는|있는|사는|거주|거주하는|출신|기반|기반의|찾아|찾아줘|찾습니다|찾고|찾아주세요|있습니다|있어요|해주세요|주세요|보여줘|추천|추천해줘|원합니다|필요|필요합니다|필요해요|관련|분야|국가|플랫폼|캠페인|브랜드|대상|그|들|들을|분|님|수|것|다루는|만드는|하고 있는|된|보유한|보유|가진|갖고|이고|이며|인데|에게|에게서|전문|위한|대|율|건|개|에서`,
  zho: `
not: 不要|不是|不含|没有|沒有|非|除了|除|不|排除|不在|不包括|不包含|无|無|别|不来自|并非|除開|除开|未|不说|不講
whole: 不想要|拒绝|避开|避免
notAfter: 除外|以外|之外|以外的|之外的|不算|不要的|排除在外
above: 超过|超過|大于|大於|高于|高於|多于|多於|超
atLeast: 至少|不少于|不少於|不低于|不低於|最少|起码|起碼
below: 少于|少於|低于|低於|不到|小于|小於|不足|未满|未滿
atMost: 最多|不超过|不超過|不高于|不高於|不多于|至多
about: 大约|大約|约|約|大概|左右
aboveAfter: 以上不含
atLeastAfter: 以上|以上的|及以上|或以上|或更多|起
atMostAfter: 以下|以下的|及以下|以内|或更少|或以下|以內
aboutAfter: 上下
between: 介于|介於|之间|之間
to: 到|至|～
and: 和|与|與|或|或者|及|以及|还是|并且|且|跟
followers: 粉丝|粉絲|粉丝数|粉絲數|粉丝量|订阅者|訂閱者|订阅|订阅数|訂閱|关注者|粉|粉丝数量|订阅用户|訂閱數
views: 播放量|播放|观看量|觀看次數|观看次数|浏览量|观看|播放數|播放数
likes: 点赞|点赞数|點讚|赞|按讚|點讚數|点赞量
comments: 评论|评论数|評論|留言|评论量|留言數
engagement: 互动率|互動率|互动|参与度|互動|参与率
growth: 粉丝增长率|增长率|涨粉率|粉絲成長率|粉丝增长
average: 平均|均
median: 中位数|中位數
audience: 受众|受眾|观众|觀眾|粉丝群体|观众群|其受众|其观众
creator: 博主|达人|達人|创作者|創作者|网红|網紅|频道|頻道|账号|帳號|账户|主播|up主|红人|KOL|博主们|用户|推主|网紅|红人们
content: 视频|影片|内容|內容|帖子|作品|貼文|贴文
mostly: 主要|大多|大部分|以|多数|主要是|主要为|主要來自|主要来自|多為|多为|為主|为主
speaking: 说|讲|說|講|使用|语言|讲的|用
women: 女性|女生|女|女人|女孩|女性用户
men: 男性|男生|男|男人|男孩|男性用户
aged: 岁|歲|年龄|年齡|岁之间|年龄段
verified: 已认证|认证|認證|已認證|已验证|加V|官方认证|经过认证|通过认证|有认证
unverified: 未认证|未認證|没有认证|非认证|未验证|未经认证|没认证
sponsored: 赞助|广告合作|贊助|品牌合作|商业合作|有赞助|有品牌合作|有广告|接广告|廣告合作|商单|業配
unsponsored: 没有赞助|无赞助|不接广告|没有广告|无广告|没有品牌合作|無贊助|没有商业合作|沒有業配|没有接过广告|未接广告|没有广告合作
active: 活跃|活躍|发布|發布|更新|发过|发布过|发帖|发视频|更新过|發過|发文|有更新|發影片|发布视频|活跃的
inactive: 不活跃|停更|没有更新|没有发布|未更新|沒有更新|未发布|不更新|不活躍|断更|没发|没更新
last: 最近|过去|過去|近|前|内|內|以来|之前
day: 天|日
week: 周|星期|週|个星期|礼拜
month: 个月|個月|月
year: 年
thisWeek: 本周|这周|這週|本週
thisMonth: 本月|这个月|這個月
daily: 每天|每日|日更|天天
weekly: 每周|每星期|每週|周更
monthly: 每月|每个月|每個月
times: 次|条|條|个视频
growing: 增长|成长中|快速增长|上升|成長中|涨粉|增长中|正在增长|快速成长
shrinking: 掉粉|下滑|下降|流失粉丝|粉丝减少|粉丝下降
lively: 高互动|高互动率
biggest: 最大|最受欢迎|粉丝最多|最红|最大的|最受歡迎|粉絲最多|按粉丝数|按粉丝|从大到小|按粉絲數
smallest: 最小|粉丝最少|最小的
newest: 最新|最新的|最近更新优先
fastest: 增长最快|涨粉最快|成長最快
mostViewed: 播放量最高|播放最多|观看最多
most: 最高|最多|最好|最佳|前|排名前
least: 最低|最少的
by: 按|按照|根据|依|依照
first: 排序|优先|排列|高到低|最高优先
descending: 从高到低|降序|由高到低|從高到低|由大到小
ascending: 从低到高|升序|由低到高|从小到大|從低到高
nano: 纳米网红
micro: 微网红|微型网红|小红人
small: 小博主|小网红|素人博主
having: 有|拥有|擁有|带|带有|具有
glue: 的|在|是|我|我们|找|想|要|请|請|给|一|个|個|位|名|所有|任何|做|来自|來自|位于|位於|国家|平台|活动|品牌|寻找|尋找|需要|帮我|幫我|介绍|推荐|推薦|只|只要|也|都|为|為|于|了|过|類|类|领域|相关|相關|方面|上|里|裡|中|对|关于|關於|地区|地區|国|的话|他们|其|群体|人群|居住|住在|条件|视頻|等|并|占|佔|比|率|数|數|量
ignored: 非常|不错|特别|未来|不同|不仅|不只|不限|无论|个别|类别|级别|性别|无所谓|不管|不断|不一样`,
  ara: `
not: ليس|ليسوا|بدون|باستثناء|غير|لا|ما عدا|عدا|سوى|دون|خارج|من غير|إلا|ليست|لم|وليس|لكن ليس|ماعدا
whole: استبعاد|تجنب|استبعد|لا أريد|لا نريد|لا أحد
notIn: من كل مكان باستثناء|من أي مكان إلا|ليسوا من|ليس من|من جميع الدول باستثناء
notAfter: مستثنى|مستبعد
above: أكثر من|فوق|يزيد عن|تزيد عن|أعلى من|أكبر من|يتجاوز|تتجاوز|بأكثر من|يفوق
atLeast: على الأقل|لا يقل عن|لا تقل عن|ما لا يقل عن|ابتداء من|بحد أدنى|الحد الأدنى
below: أقل من|تحت|يقل عن|تقل عن|أدنى من|أصغر من|بأقل من|دون
atMost: على الأكثر|لا يزيد عن|لا تزيد عن|حتى|بحد أقصى|كحد أقصى|لا يتجاوز
about: حوالي|تقريبا|نحو|قرابة
atLeastAfter: أو أكثر|فما فوق|فأكثر|وما فوق|كحد أدنى
atMostAfter: أو أقل|فما دون
older: أكبر من
younger: أصغر من
between: بين|ما بين
to: إلى|الى
and: و|أو|او|وكذلك|ولا
followers: متابع|متابعين|متابعون|مشترك|مشتركين|المتابعين|متابعيهم|متابعا|المشتركين|عدد المتابعين|عدد المشتركين|متابعاً
views: مشاهدة|مشاهدات|المشاهدات|متوسط المشاهدات
likes: إعجاب|إعجابات|إعجابا|لايك
comments: تعليق|تعليقات|تعليقا
engagement: تفاعل|التفاعل|معدل التفاعل|نسبة التفاعل|معدل تفاعل|نسبة تفاعل
growth: نمو|معدل النمو|نمو المتابعين|معدل نمو
average: متوسط|بمتوسط|معدل
audience: جمهور|جمهورهم|جمهوره|المشاهدين|الجمهور|مشاهدين|جمهورها|مشاهدوهم|بجمهور
creator: مؤثر|مؤثرين|مؤثرون|مؤثرات|المؤثرين|صناع محتوى|صناع المحتوى|صانع محتوى|حسابات|حساب|قنوات|قناة|منشئي المحتوى|أشخاص|مؤثري|يوتيوبر|مدونين|منشئي محتوى|صانعات محتوى|المؤثرون
content: فيديو|فيديوهات|محتوى|منشورات|مقاطع|منشور|منشورا
mostly: معظمهم|أغلبهم|غالبا|غالبيتهم|معظمه|أغلبه|بشكل رئيسي|معظم|أغلب|غالبية
speaking: يتحدثون|يتكلمون|يتحدث|الناطقين|ناطقين|بلغة|اللغة
women: نساء|النساء|إناث|بنات|نسائي|فتيات|من النساء
men: رجال|الرجال|ذكور|شباب ذكور|من الرجال
aged: سنة|عام|سن|عمر|أعمارهم|أعمار|سنوات|عاما
verified: موثق|موثقة|موثقين|الموثقة|موثقون|موثقه|الموثقين
unverified: غير موثق|غير موثقة|غير موثقين
sponsored: ممول|إعلانات|رعاية|برعاية|محتوى ممول|إعلانات مدفوعة|شراكات مدفوعة|رعايات
unsponsored: بدون إعلانات|بدون رعاية|بلا إعلانات|غير ممول|بدون رعايات|بدون شراكات مدفوعة
active: نشط|نشطين|نشطون|نشروا|ينشرون|نشطة|نشر|النشطين|ينشر|نشرت
inactive: غير نشط|غير نشطين|لم ينشروا|غير نشطة|لا ينشرون|لم ينشر
last: آخر|خلال آخر|الماضي|الماضية|الأخيرة|الأخير|في آخر|خلال
day: يوم|أيام|يوما
week: أسبوع|أسابيع|الأسبوع
month: شهر|أشهر|الشهر|شهور|شهرا
thisWeek: هذا الأسبوع
thisMonth: هذا الشهر
daily: يوميا|كل يوم|في اليوم|يومياً
weekly: أسبوعيا|كل أسبوع|في الأسبوع|أسبوعياً
monthly: شهريا|كل شهر|في الشهر|شهرياً
times: مرات|مرة|مرتين
growing: ينمو|صاعد|صاعدين|متزايد|تنمو|ينمون|النامية|نمو سريع|الصاعدين
shrinking: يتراجع|يفقدون متابعين|متراجع|تفقد متابعين|في تراجع
lively: تفاعل عالي|تفاعل مرتفع|تفاعل عال
biggest: الأكبر|أكبر|الأكثر شهرة|الأكثر متابعة|أشهر|الأكثر شعبية
smallest: الأصغر|أصغر
newest: الأحدث|أحدث|الأحدث أولا
fastest: الأسرع نموا|الأسرع نمواً
mostViewed: الأكثر مشاهدة
most: أفضل|أعلى
least: أدنى
by: حسب|مرتبين حسب|مرتبة حسب|بحسب
first: أولا|أولاً
descending: تنازليا|من الأعلى إلى الأدنى|تنازلي
ascending: تصاعديا|من الأدنى إلى الأعلى|تصاعدي
having: لديهم|لديه|مع|لديها|ولديهم|يملكون|بعدد|وعدد
glue: في|من|على|عن|الذين|التي|الذي|إلى|هم|أريد|نريد|أبحث|نبحث|ابحث|يعيشون|المقيمين|دولة|منصة|حملة|علامة|فقط|أيضا|هو|هي|مجال|بـ|ل|ب|ومن|ويكون|يكون|كان|كانوا|عدد|اللواتي|نسبة|مقيمين|متخصصين|يهتمون|لحملة|بين متابعيهم`,
  hin: `
not: बिना|सिवाय
notAfter: नहीं|को छोड़कर|छोड़कर|के अलावा|के बिना|के सिवाय|ना हो|न हो|नहीं हैं|नहीं है|न हों|के अतिरिक्त|से बाहर|के बाहर|रहित|मत|न|से नहीं
above: ऊपर
atLeast: कम से कम|न्यूनतम
atMost: अधिकतम|ज़्यादा से ज़्यादा|ज्यादा से ज्यादा
about: लगभग|करीब|तकरीबन
aboveAfter: से अधिक|से ज्यादा|से ज़्यादा|से ऊपर|से बड़ा|से अधिक के|से ज्यादा के
atLeastAfter: या अधिक|या उससे अधिक|और अधिक|या ज्यादा|से शुरू
belowAfter: से कम|से नीचे|के नीचे
atMostAfter: तक|या कम|तक के
between: के बीच
to: से
and: और|या|तथा|एवं|व
followers: फॉलोअर्स|फ़ॉलोअर्स|सब्सक्राइबर|सब्सक्राइबर्स|फॉलोअर|फॉलोवर्स|फॉलोवर|सब्सक्राइबर्स वाले
views: व्यूज|व्यूज़|व्यू|बार देखा
likes: लाइक|लाइक्स
comments: कमेंट|कमेंट्स|टिप्पणियां
engagement: एंगेजमेंट|एंगेजमेंट रेट|इंगेजमेंट|इंगेजमेंट रेट|जुड़ाव
growth: वृद्धि|ग्रोथ|फॉलोअर ग्रोथ
average: औसत|औसतन
audience: दर्शक|ऑडियंस|दर्शकों|जिनके दर्शक|दर्शक वर्ग|जिनकी ऑडियंस
creator: क्रिएटर|क्रिएटर्स|इन्फ्लुएंसर|इन्फ्लुएंसर्स|चैनल|अकाउंट|लोग|यूट्यूबर|इंफ्लुएंसर|ब्लॉगर|यूट्यूबर्स|टिकटॉकर|खाते
content: वीडियो|कंटेंट|पोस्ट|सामग्री
mostly: ज्यादातर|अधिकतर|मुख्य रूप से|मुख्यतः|ज़्यादातर
speaking: बोलने वाले|भाषी|भाषा|बोलते|में बात करने वाले
women: महिलाएं|महिला|महिलाओं|लड़कियां|औरतें|महिलाएँ
men: पुरुष|पुरुषों|लड़के|आदमी
aged: साल|वर्ष|उम्र|आयु|वर्षीय|साल के|साल की
verified: वेरिफाइड|सत्यापित|वेरीफाइड
unverified: असत्यापित|अनवेरिफाइड|बिना वेरिफिकेशन
sponsored: प्रायोजित|स्पॉन्सर्ड|स्पॉन्सर|ब्रांड डील
unsponsored: बिना स्पॉन्सर|बिना विज्ञापन|बिना प्रायोजन|बिना ब्रांड डील
active: सक्रिय|पोस्ट किया|पोस्ट करने वाले|अपलोड करने वाले|एक्टिव|पोस्ट करते|अपलोड करते|पोस्ट किया हो
inactive: निष्क्रिय|पोस्ट नहीं किया|पोस्ट नहीं करते|इनएक्टिव
last: पिछले|पिछला|हाल के|पिछली|बीते
day: दिन|दिनों
week: हफ्ते|सप्ताह|हफ़्ते|हफ्तों
month: महीने|महीनों|माह
thisWeek: इस हफ्ते|इस सप्ताह
thisMonth: इस महीने
daily: रोज|रोजाना|हर दिन|प्रतिदिन|रोज़|दैनिक|रोज़ाना
weekly: हर हफ्ते|साप्ताहिक|हर सप्ताह|प्रति सप्ताह|हफ्ते में|सप्ताह में
monthly: हर महीने|मासिक|महीने में|प्रति माह
times: बार
growing: बढ़ते हुए|बढ़ रहे|तेजी से बढ़ते|बढ़ने वाले|उभरते|बढ़ते
shrinking: घटते|गिरते|फॉलोअर्स खो रहे|घट रहे
lively: उच्च एंगेजमेंट|ज्यादा एंगेजमेंट|अच्छा एंगेजमेंट
biggest: सबसे बड़े|सबसे लोकप्रिय|सबसे बड़े पहले|सबसे ज्यादा फॉलोअर्स|सबसे मशहूर
smallest: सबसे छोटे
newest: सबसे नए|नवीनतम
fastest: सबसे तेजी से बढ़ने वाले|सबसे तेजी से बढ़ते
mostViewed: सबसे ज्यादा देखे गए
most: सर्वश्रेष्ठ|सबसे अच्छे|शीर्ष|टॉप|सबसे ज्यादा|सबसे अधिक
least: सबसे कम
first: के अनुसार|के हिसाब से|पहले|क्रम में
descending: अवरोही|घटते क्रम में
ascending: आरोही|बढ़ते क्रम में
micro: माइक्रो इन्फ्लुएंसर|माइक्रो इन्फ्लुएंसर्स
glue: का|के|की|में|से|पर|को|ने|जो|वाले|वाली|वाला|हैं|है|हो|हों|मुझे|हमें|चाहिए|खोज|ढूंढ|रहे|जिनके|जिनकी|जिसके|यह|वह|ही|भी|सिर्फ|केवल|लिए|के लिए|ऐसे|कृपया|देश|प्लेटफॉर्म|ब्रांड|अभियान|रहने वाले|बनाने वाले|करने वाले|जिनका|उनके|उनकी|इनके|कम|द्वारा|एक|पास|जिनके पास|हूं|खोज रहे|कैंपेन|होने चाहिए|होनी चाहिए|करते|करने|जुड़े|संबंधित`,
  others: `
not: bez|oprócz|poza|nie|ikke|uten|uden|inte|utan|ilman|nem|kivéve|όχι|χωρίς|לא|בלי|חוץ|ไม่|ยกเว้น|không|trừ|ngoại trừ|maliban|fără|cu excepția|kromě|mimo|undtagen|unntatt|förutom|no son|без участия
whole: żadnych|inga|ingen|ingen fra|žádné
above: powyżej|ponad|więcej niż|mere end|mer enn|mer än|trên|hơn|peste|více než
below: poniżej|mniej niż|mindre end|mindre enn|mindre än|dưới|méně než
atLeast: co najmniej|minst|mindst|ít nhất|cel puțin|alespoň
atMost: co najwyżej|högst|højst|tối đa|cel mult|nejvýše
followers: obserwujących|følgere|följare|người theo dõi|urmăritori|sledujících|subskrybentów`,
} as const;

export const tongueWords: readonly PhraseEntry<Meaning>[] = Object.values(tongues).flatMap((table) =>
  table
    .trim()
    .split('\n')
    .map((line): PhraseEntry<Meaning> => {
      const at = line.indexOf(': ');
      const meaning = slots[line.slice(0, at) as keyof typeof slots];
      return [
        line
          .slice(at + 2)
          .split('|')
          .map((phrase) => `=${phrase}`)
          .join('|'),
        meaning,
      ];
    }),
);
