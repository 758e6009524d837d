/** What each edge case tests. */
export const edgeCases: Readonly<Record<string, string>> = {
  private: 'For clients that expect contents and figures of everyone.',
  new: 'Created a few weeks ago: histories are shorter than the range that is asked for.',
  silent: 'Nothing published for half a year: recent figures are empty or zero.',
  empty: 'No contents at all: lists are empty, averages are zero.',
  few: 'Fewer than six contents: averages rest on few contents.',
  'no-followers': 'No followers: a rate divides by zero.',
  'losing-followers': 'Followers go down: growth is negative.',
  'no-bio': 'An empty bio: an empty text, not null.',
  'no-country': 'No country: an empty text where code expects three letters.',
  'no-audience': 'No audience: breakdowns are empty.',
  'shorts-only': 'Short videos only: figures of long ones are empty.',
  'members-only': 'Some contents are for members: they have other fields.',
  'several-sponsors': 'Contents with more than one sponsor: sums by brand count them twice.',
  capitals: 'Capitals in the handle: a look-up in lower case does not find it.',
  'long-handle': 'The longest handles: for columns, layouts and limits.',
};
