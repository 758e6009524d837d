/**
 * The class of a value decides what a file of a recording holds in its place:
 * - `identifier`, `name`, `url`, `email`, `hashtag`: another of the same form
 * - `text`: an invented text of the same length and script
 * - `place`: a coordinate elsewhere
 * - `count`: scaled by the factor of the project, whole
 * - `amount`: the same for dollars, to cents
 * - `derived`: the ratio of figures that are scaled alike, so it stays
 * - `measure`: a length or an age, which stays
 * - `age`: days before the present, which stay
 * - `instant`, `day`: moved back by the days of the project
 * - `enumeration`: a word of the service, which stays where it has the form of one
 * - `structure`: the form of the reply itself: pages, flags
 * - `own`: a figure of the account that asked, which becomes 0
 * - `fields`: names and numbers of parts of records
 */
export type FieldClass =
  | 'identifier'
  | 'name'
  | 'url'
  | 'email'
  | 'hashtag'
  | 'text'
  | 'place'
  | 'count'
  | 'amount'
  | 'derived'
  | 'measure'
  | 'age'
  | 'instant'
  | 'day'
  | 'enumeration'
  | 'structure'
  | 'own'
  | 'fields';

/** The names of each class. A name may say more of its place: `length/avg` is not `likes/avg`; `*` is an element. */
const namesOf: Readonly<Record<FieldClass, string>> = {
  identifier: `uniqueId channelId contentId videoId creatorId brandId shortcode gramId clipId tubeId displayId
    existingUniqueId existingChannelId existingBrandId submissionId audioId musicId filterId promptStickerId postId
    brandGramIds relatedUsers relatedCreators taggedUsers taggedCreators mentionedCreators partneredBrands competitors
    uniqueIds channelIds platformUserIds submitCreators/* gramAdvancedSearch/* clipAdvancedSearch/*
    tubeAdvancedSearch/* sponsoredTubeCreatorId sponsoredGramCreatorId`,
  name: `displayName gramName clipName tubeName brandName name audioAuthor audioAlbum musicDisplayArtist keyPeople alias
    gramGeoTaggedLocation/name location creatorDisplayName`,
  url: `avatar avatarUrl cover coverImageUrl thumbnail logo website url photoURL carouselUrls carouselImageUrls
    sponsoredContent/* postLink brandUrl`,
  email: 'emails tubeEmail/*',
  hashtag: 'hashtags hashtags/*/name hashtag commerceHashtags',
  text: `bio description title text message suggestion audioTitle musicTitle filterLabel promptStickerLabel
    photoContains notes`,
  place: 'lat lng',
  count: `followers following posts likes comments shares views plays hearts videos subscribers totalFollowers
    totalFollowing totalSubscribers totalContents totalViews diggs likes/all comments/all shares/all views/all likes/avg
    comments/avg shares/avg views/avg likes/total comments/total views/total max min median percentile25 percentile75
    iqr videoViews avgLikes avgComments avgShares avgHearts avgPlays avgViews avgViews1Y avgLikes1Y avgComments1Y
    avgDislikes1Y avgViewsR20 avgLikesR20 avgCommentsR20 avgDislikesR20 views7d views30d views90d viewsLifetime
    contentCount channelCount sponsoredCount sponsoredContent sponsoredContent30d sponsoredCreators
    totalSponsoredContent totalSponsoredCreators videosIn30Days videosIn90Days contentsIn30Days
    contentCountByDays/7d contentCountByDays/30d contentCountByDays/90d creatorLanguageBreakdown/*/count
    creatorLocationBreakdown/*/count ${recentFigures(['Views', 'Likes', 'Comments'])}`,
  amount: `priceLow priceRaw priceHigh estimatedCost estimatedTotalSpend7d estimatedTotalSpend30d
    estimatedTotalSpend90d`,
  derived: `engageRate engageRate1Y engageRateR20 engagementRate avgEngagementRate avgRecentSponsoredEngagementRate
    engagement performanceViews performanceLikes performanceDiggs performanceEngagement likesPerFollower
    commentsPerFollower viewsPerFollower likesPerSubscriber commentsPerSubscriber viewsPerSubscriber cv medianVsMean
    topBottomRatio consistencyScore avgPostsPerDay selfCommentRatio commentLikeRatio commentReplyRatio
    avgSelfCommentRatio1Y avgCommentLikeRatio1Y avgCommentReplyRatio1Y avgSelfCommentRatioR20 avgCommentLikeRatioR20
    avgCommentReplyRatioR20 avgRating1Y avgRatingR20 g7 g30 g90 g7/avgViews g30/avgViews g90/avgViews viewsGrowth
    likesGrowth commentsGrowth engagementGrowth followerGrowthIn30d subscriberGrowthIn30d gRateFollowers gRateHearts
    gRateLikes gRateComments gRateAvgLikes gRateAvgHearts gRateAvgShares gRateAvgComments gRateAvgPlays gRateEngageRate
    gRateSubscribers gRateViews gSubscribers gTotalViews gAvgViewsR20 gEngageRateR20 cpmLow cpmRaw cpmHigh
    estimatedCreatorCPM estimatedContentCPM estimatedCPM30d estimatedCPE30d share maleRatio femaleRatio
    audienceMaleRatio audienceFemaleRatio mainLanguageRatio mainCategoryRatio ytDgGenderFemaleRatio ytDgGenderMaleRatio
    ytDgMainCountryRatio demographic.mainCountryRatio demographic.genderFemaleRatio demographic.genderMaleRatio global
    score ranking/subscribers platformScore ranking.score ranking.engage ranking.subs ranking.gEngage ranking.avgViews
    ranking.gAvgViews ranking.gSubs ${engagementFigures()}`,
  measure: `length lengthSec avgLength avgLength1Y avgLengthR20 length/avg start dur audienceAvgAge ytDgAvgAge
    demographic.avgAge`,
  age: 'content-search/publishTime',
  instant: `publishTime uploadDate updateDate lastPublishTime lastUploadTime lastVideoUploadTime lastSponsoredDate
    latestContentDate latestSponsoredContentDate lastDbUpdateTime dbUpdateTime createDate creationDate timestamp
    bdDauCheckedTimestamps usage/start usage/end`,
  day: 'date',
  enumeration: `category categoryBusiness mainCategory country bdCountryCode mainLanguage secondLanguage languages language
    lang langCode niches nicheIds contentNiches topics topicIds contentTopics industries industry companySize id
    creatorLanguageBreakdown/*/key creatorLocationBreakdown/*/key sponsoringPlatforms sponsoringRegion vssId niches/{}/name topics/{}/name
    ytDgMainCountry mainAudienceLocation mainAudienceAge mainAudienceGender audienceLocation postType
    demographic.mainCountry`,
  structure: `usage/count offset pageSize nextOffset totalResults hasNextPage maxResults pastDayRange desc isFuzzySearch sortBy op
    filterName filterKey hasEmail hasBusinessEmail hasActiveCampaign hasMemberOnlyContents hasSponsors isAccountVerified
    isAd isBD isBDDAU isBusinessAccount isDuetEnabled isMemberOnly isPaidPromote isPrivateAccount isReels isShorts
    isSponsored isStreaming isVerified isVideo bdIsPrivate`,
  own: 'requestCount totalQuotaUsed creditsUsed endpoints/{}/count platforms/{} quotaByPlatform/{}',
  fields: 'fields',
};

function recentFigures(figures: readonly string[]): string {
  return ['avg', 'median', 'min', 'max']
    .flatMap((kind) =>
      ['Videos', 'Reels', 'Shorts'].flatMap((of) => figures.map((figure) => `${kind}Recent${of}${figure}`)),
    )
    .join(' ');
}

function engagementFigures(): string {
  return ['Videos', 'Reels', 'Shorts']
    .flatMap((of) => [
      `avgRecent${of}EngagementRate`,
      `avgRecent${of}EngagementRateGrowth`,
      ...['Views', 'Likes', 'Comments'].map((figure) => `avgRecent${of}${figure}Growth`),
    ])
    .join(' ');
}

const classes: ReadonlyMap<string, FieldClass> = new Map(
  Object.entries(namesOf).flatMap(([of, names]) =>
    names.split(/\s+/).map((name): [string, FieldClass] => [name, of as FieldClass]),
  ),
);

/** The rows of the table, for the test that none of them is in vain. */
export const classifiedNames: readonly string[] = [...classes.keys()];

/**
 * The row of the table that gives a place its class: the longest that its end fits.
 * @param place names from the operation down, `*` for an element of a list, `{}` for a key of a map
 */
export function classifiedName(place: readonly string[]): string | undefined {
  const steps = place.at(-1) === '*' ? [place, place.slice(0, -1)] : [place];
  for (const ends of steps)
    for (const count of [3, 2, 1]) {
      const name = ends.slice(-count).join('/');
      if (ends.length >= count && classes.has(name)) return name;
    }
  return undefined;
}

export const classOf = (place: readonly string[]): FieldClass | undefined =>
  classes.get(classifiedName(place) ?? '');
