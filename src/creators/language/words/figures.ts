import type { Compare, Meaning, Measure, Statistic } from '../meanings.ts';
import type { PhraseEntry } from '../phrases.ts';

/** Figures of a creator, comparisons, and words for the order of results. */
export const figureWords: readonly PhraseEntry<Meaning>[] = [
  measure(
    'followers',
    '=followers|=follower|follower count|=sub count|=subs count|account size|=size|community size|followership|following of|=subs|=subscribers|=subscriber|subscriber count|=seguidores|=seguidoras|=follower|=seguaci|=seguidor|=volgers|=подписчиков|=подписчики|=suscriptores|=abonnés|=abonnenten|=inscritos|=takipçi|=pengikut|フォロワー|登録者|팔로워|구독자|粉丝|粉絲|متابع|متابعين|फॉलोअर्स',
  ),
  measure(
    'views',
    '=views|=view|viewership|view count|views per video|views per reel|=plays|=play count|=vistas|=visualizaciones|=visualizações|=visualizzazioni|=reproducciones|=ansichten|=weergaven|=просмотров|=просмотры|=izlenme|=tayangan|=vues|=aufrufe|再生|再生回数|조회수|播放量|مشاهدة',
  ),
  measure(
    'totalViews',
    'total views|overall views|lifetime views|all time views|views in total|channel views',
  ),
  measure(
    'likes',
    '=likes|=curtidas|=beğeni|=лайков|=suka|=hearts|=diggs|=me gusta|いいね|좋아요|点赞|إعجاب',
  ),
  measure(
    'comments',
    '=comments|=comentarios|=comentários|=commentaires|=kommentare|=commenti|=yorum|=komentar|=comment|comments per post|コメント|댓글|评论',
  ),
  measure(
    'engagement',
    'engagement|engagement rate|=er|engagement ratio|interaction rate|=interacción|=interacciones|taux d’engagement|=engajamento|=etkileşim|=keterlibatan|вовлеченность|вовлеченности|エンゲージメント|참여율|互动率',
  ),
  measure('viewGrowth', 'view growth|views growth|growth in views|growing views|growth of views'),
  measure(
    'followerGrowth',
    'follower growth|growth rate|growth|subscriber growth|followers growth|audience growth|growth in followers',
  ),
  measure(
    'contents',
    'total videos|total posts|=videos in total|=posts in total|total contents|=uploads in total|videos published|posts published',
  ),
  measure('score', '=score|platform score|=rating'),
  measure('likeGrowth', 'like growth|likes growth|growth in likes|growing likes|growth of likes'),
  measure('commentGrowth', 'comment growth|comments growth|growth in comments|growth of comments'),
  measure(
    'engagementGrowth',
    'engagement growth|engagement rate growth|growth in engagement|growth of engagement|growing engagement|rising engagement',
  ),
  measure(
    'contentsIn30Days',
    'posting frequency|upload frequency|posts per month|uploads per month|videos per month|recent posts|=activity',
  ),
  measure(
    'women',
    'female ratio|female share|share of women|percentage of women|ratio of women|female percentage',
  ),
  measure('men', 'male ratio|male share|share of men|percentage of men|ratio of men|male percentage'),
  measure(
    'unknown',
    'budget|=cost|=costs|=price|=cpm|=fee|=rate card|=dollar|=dollars|=usd|=eur|=euro|=euros|per post rate|campaign value',
  ),

  statistic(
    'avg',
    'average|=avg|averaging|mean|typical|typically|on average|per video average|en promedio|=promedio|=moyenne|平均',
  ),
  statistic('median', 'median'),

  compare(
    'above',
    'over|above|beats|beating|tops|topping|surpasses|surpassing|clears|passes|more than|faster than|quicker than|by more than|in excess of|=supérieur à|=superior a|=meer dan|=fazla|=больше|=более|=от|greater than|higher than|bigger than|larger than|exceeding|exceed|north of|>|beyond|más de|mais de|plus de|mehr als|über|più di|lebih dari|超过|超過|أكثر من',
  ),
  compare(
    'atLeast',
    'at least|minimum|not go below|not fall below|not drop below|no lower than|not lower than|=min|min of|minimum of|no less than|not less than|starting at|starting from|from at least|upwards of|upward of|≥|>=|al menos|pelo menos|au moins|mindestens|almeno|=en az|不少于|至少',
  ),
  compare(
    'below',
    'under|below|less than|=inférieur à|=inferior a|=minder dan|=az|=меньше|=менее|fewer than|lower than|smaller than|<|menos de|moins de|weniger als|unter|meno di|kurang dari|不到|少于|أقل من',
  ),
  compare(
    'atMost',
    'at most|maximum|not go above|not go over|no higher than|not higher than|no larger than|=max|max of|maximum of|up to|and up to|no more than|not more than|not over|not above|capped at|≤|<=|hasta|até|jusqu à|höchstens|bis zu',
  ),
  compare(
    'about',
    'about|around|approximately|approx|roughly|circa|=ca|=~|≈|some|close to|nearly|almost|unos|environ|etwa|約|大约|약',
  ),
  compare('exactly', 'exactly|precisely|equal to|equals|=='),
  ['ish', { kind: 'compare', compare: 'about', after: true }],
  ...after(
    'atLeast',
    'or more|or above|or higher|or over|or greater|and up|=plus|=upwards|minimum required|at minimum|at the least',
  ),
  ...after(
    'atMost',
    'or less|or fewer|or below|or lower|or under|=tops|at the most|maximum allowed|or smaller',
  ),
  aged('atLeast', 'and older|or older|years and older|years or older', true),
  aged('atMost', 'and younger|or younger|years and younger|years or younger', true),
  aged('above', 'older than|over the age of|above the age of'),
  aged('below', 'younger than|under the age of|below the age of'),

  // Sizes of influencers in marketing; the limits are ours (assumed: nls-sizes).
  size(
    1_000,
    9_999,
    '=nano|nano influencer|nanoinfluencer|tiny creator|tiny influencer|tiny account|tiny channel',
  ),
  size(10_000, 99_999, '=micro|micro influencer|microinfluencer|microinfluenciador|マイクロインフルエンサー'),
  size(100_000, 499_999, 'mid tier|mid sized|midsize|mid size|medium sized|middle tier|mid level'),
  size(500_000, 999_999, '=macro|macro influencer|macroinfluencer'),
  size(
    1_000_000,
    Number.POSITIVE_INFINITY,
    '=mega|mega influencer|=celebs|=celeb|celebrity|celebrities|superstar|household name',
  ),
  size(
    0,
    99_999,
    'small creator|small influencer|small account|small channel|smaller creator|smaller influencer|smaller account|smaller channel|little known|lesser known|up and coming|emerging|undiscovered|small audience|small following|few followers|a few followers|pequeños creadores',
  ),
  size(
    500_000,
    Number.POSITIVE_INFINITY,
    'big creator|big influencer|big account|big channel|large creator|large influencer|large account|large channel|huge creator|huge account|huge channel|huge following|lots of followers|a lot of followers|many followers|large following|big following|massive following|famous creator|big name|well known|grandes creadores',
  ),

  order(
    'followers',
    true,
    'biggest|largest|most followed|most popular|most famous|top creator|top influencer|top account|top channel|top youtuber|=top|leading creator|best known|=más grandes|=mayores|=maiores|plus grands|plus populaires|=größten|=größte|più grandi|=más populares|=mais populares|=grootste|biggest first|largest first|most subscribed|descending by followers',
  ),
  order('followers', false, 'smallest|least followed|smallest first|least popular|least known'),
  order(
    'engagement',
    true,
    'most engaging|most engaged|best engaging|most interactive|highly engaged first|loyal first',
  ),
  order('engagement', false, 'least engaging|least engaged'),
  order('views', true, 'most viewed|most watched|most played|=viral|most viral'),
  order('likes', true, 'most liked|most loved'),
  order('comments', true, 'most commented|most discussed'),
  order('comments', false, 'least commented|least discussed'),
  order('likes', false, 'least liked'),
  order('views', false, 'least viewed|least watched'),
  order(
    'followerGrowth',
    true,
    'fastest growing|fastest grower|quickest growing|fastest growth|most growth|trending first|rising fastest',
  ),
  order(
    'lastPublished',
    true,
    'newest|freshest|latest posts first|newest posts first|most recent posts first|newest first|most recent first|latest first|most recently active|most recently posted|most recent activity|recently active first|freshest first',
  ),
  order('lastPublished', false, 'oldest first|longest inactive'),
  order('contents', true, 'most videos|most posts|most contents|most uploads|most content'),
  order('contents', false, 'fewest videos|fewest posts|fewest contents|least content'),
  order('contentsIn30Days', true, 'most active|most prolific|most frequent|busiest|most productive'),
  order(
    'score',
    true,
    'best rated|highest rated|best creators|best ones|best first|top rated|highest ranked',
  ),
  order(
    'name',
    false,
    'alphabetically|alphabetical|in alphabetical order|by name|by names|from a to z|a to z',
  ),
  order('handle', false, 'by handle|by username|by user name'),
  order('country', false, 'by country|by countries|by nationality'),
  order('language', false, 'by language|by main language'),
  order('audienceCountry', false, 'by audience country|by audience location|by country of the audience'),
  order(
    'audienceAge',
    false,
    'by audience age|by age of the audience|by age|youngest audience|youngest viewers|youngest followers',
  ),
  order(
    'lastPublished',
    true,
    'by recency|by last post|by last publish time|by date|by date of the last post',
  ),

  [
    'most|highest|best|greatest|maximum number of|highest number of|mejor|mayor|=mejores|=melhores|=meilleurs|=meilleures|=beste|=besten|=migliori|=лучшие|=terbaik|=en iyi|最高|最好|最多|가장|最も',
    { kind: 'rank', desc: true },
  ],
  ['fewest|lowest|least|worst|lowest number of', { kind: 'rank', desc: false }],
  // Follows the figure: エンゲージメント順, views first.
  ['=first|=sırala|göre|=順|順に|順で|=순|순으로|순서|排序|के अनुसार', { kind: 'sortBy' }],
  [
    'descending|=desc|↓|high to low|highest to lowest|most to least|best to worst|highest first|largest to smallest|biggest to smallest|most first',
    { kind: 'direction', desc: true },
  ],
  [
    'ascending|bottom|worst first|=asc|↑|low to high|lowest to highest|least to most|lowest first|smallest to largest|fewest first',
    { kind: 'direction', desc: false },
  ],
  [
    'growing|grew|grown|gained|gaining|=trending|fast growing|rising|rising star|rapidly growing|quickly growing|on the rise|breakout',
    { kind: 'growing', yes: true },
  ],
  [
    'high engagement|strong engagement|good engagement|great engagement|solid engagement|excellent engagement|highly engaged|very engaged|high er|loyal audience|engaged audience|engaged community',
    { kind: 'lively', yes: true },
  ],
  [
    'low engagement|poor engagement|weak engagement|little engagement|bad engagement',
    { kind: 'lively', yes: false },
  ],
  ['between|entre|zwischen|tra', { kind: 'between' }],
  ['to|-|–|—|until|till|through|~|到|至', { kind: 'to' }],
  [
    'and|&|or|/|as well as|and or|=y|=et|=und|=oder|=o|=e|=ou|=ve|=veya|=ya da|=dan|=atau|=или|=и|=noch|=sowie|や|と|および|または|和|与|或|或者|及|以及|하고|와|과|또는|및|=أو|=و|=और|=या',
    { kind: 'joint' },
  ],
  [
    'shrinking|shrank|shrunk|declining|losing followers|losing subscribers|lost followers|lost subscribers|=lost|losing|falling|dropping|in decline|on the decline',
    { kind: 'growing', yes: false },
  ],
  ['per|each|every', { kind: 'per' }],
  ['times|time|=x', { kind: 'times' }],
];

function measure(name: Measure, phrases: string): PhraseEntry<Meaning> {
  return [phrases, { kind: 'measure', measure: name }];
}
function statistic(name: Statistic, phrases: string): PhraseEntry<Meaning> {
  return [phrases, { kind: 'statistic', statistic: name }];
}
function compare(name: Compare, phrases: string): PhraseEntry<Meaning> {
  return [phrases, { kind: 'compare', compare: name }];
}
/** A comparison of ages. */
function aged(name: Compare, phrases: string, follows = false): PhraseEntry<Meaning> {
  return [phrases, { kind: 'compare', compare: name, aged: true, ...(follows && { after: true }) }];
}
/** A comparison that follows its number. */
function after(name: Compare, phrases: string): PhraseEntry<Meaning>[] {
  return [[phrases, { kind: 'compare', compare: name, after: true }]];
}
function size(from: number, to: number, phrases: string): PhraseEntry<Meaning> {
  return [phrases, { kind: 'size', from, to }];
}
function order(by: Measure, desc: boolean, phrases: string): PhraseEntry<Meaning> {
  return [phrases, { kind: 'order', by, desc }];
}
