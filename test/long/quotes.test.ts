import { it } from 'vitest';
import { compareQuotes } from '../report/random-quotes.ts';

it('quotes what 5,000 random requests are charged', () => compareQuotes(5_000));
