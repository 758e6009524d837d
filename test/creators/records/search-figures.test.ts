import { expect, test } from 'vitest';
import { searchFigures } from '../../../src/creators/records/search-figures.ts';
import { clipAccount } from '../../seed/hand-written.ts';

test.each([
  [0.5, 'male'],
  [0.4999, 'female'],
  [0.5001, 'male'],
])('an audience of which %d is male counts as %s', (maleRatio, gender) => {
  const audience = {
    locations: [{ country: 'NZL', share: 1 }],
    maleRatio,
    ages: [0, 0.4, 0.4, 0.2, 0, 0, 0],
  };
  expect(searchFigures(clipAccount({ audience })).text).toEqual({
    mainAudienceLocation: 'NZL',
    // of two equal groups the younger one
    mainAudienceAge: '18-24',
    mainAudienceGender: gender,
  });
});

test('an unknown audience has no main groups', () => {
  expect(searchFigures(clipAccount({ audience: null })).text).toEqual({
    mainAudienceLocation: '',
    mainAudienceAge: '',
    mainAudienceGender: '',
  });
});
