import { expect, it } from 'vitest';
import { describeWorldLeaks, otherWords } from './world-leaks.ts';

it.each([
  ['neutral', '{"basicTikTok":{}}'],
  ['neutral', '{"a":["youtube"]}'],
  ['neutral', '{"sponsoredInstagramCreatorId":1}'],
  ['published', '{"platform":"clip"}'],
  ['published', '{"gramSomething":{}}'],
  ['published', '{"sponsoringPlatforms":["Tube"]}'],
] as const)('a leak into %s words is found: %s', (vocabulary, json) => {
  expect(json.match(otherWords[vocabulary])).toHaveLength(1);
});

describeWorldLeaks();
