import { isSpelled, type NameMaker, nameOf, spelledName } from './person-name.ts';
import { familyNames } from './words/family.ts';
import { namesOfToday } from './words/given.ts';

/** Names of people who become known while the sandbox runs: from lists, because Faker takes long to load. */
export const laterName: NameMaker = (random, source, gender) => {
  if (isSpelled(source)) return spelledName(random, source, gender);
  const names = namesOfToday[source];
  const families = 'family' in names ? names.family : familyNames[source as keyof typeof familyNames];
  return nameOf(random.pick(names[gender]), random.pick(families));
};
