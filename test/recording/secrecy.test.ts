import { it } from 'vitest';
import { expectNoCanaries } from './canaries.ts';

it('writes and prints no text, name, identifier, count or key of a service', () => expectNoCanaries([1, 2]));
