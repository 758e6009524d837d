import { Audience, audienceOfAccount as record } from '../../creators/records/audience.ts';
import type { Lookup } from './lookup.ts';

/** /{platform}/audience (contract 4.2, 2.8; on gram and clip observed). */
export const audienceLookup: Lookup = {
  name: 'audience',
  summary: (whom) => `Audience ${whom}`,
  gram: { reply: Audience, record },
  clip: { reply: Audience, record },
  tube: { reply: Audience, record },
};
