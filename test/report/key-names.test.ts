import { expect, test } from 'vitest';
import { createKeyNames, maxNamedKeys } from '../../src/report/key-names.ts';

test('the oldest label makes room for another, and a new label of a key for none', () => {
  const names = createKeyNames();
  for (let n = 0; n < maxNamedKeys; n++) names.assignLabel(`${n}`, 'label');
  names.assignLabel('1', 'again');
  expect(names.labelOf('0')).toBe('label');
  names.assignLabel('newest', 'label');
  expect([names.labelOf('0'), names.labelOf('1'), names.labelOf('newest')]).toEqual([null, 'again', 'label']);
});
