import { type Static, Type } from '@sinclair/typebox';
import { namedSchema } from '../../core/schema.ts';
import type { Niche } from '../world/account.ts';
import { count, record, text } from './atoms.ts';

export const NicheItem = record('NicheItem', 'A niche, or a topic on tube.', {
  id: text('A slug and its category: id_<slug>_<Category>.'),
  name: text('Name to show.'),
  category: text('Category.'),
  channelCount: count('Accounts of the platform in it.'),
});
export type NicheItem = Static<typeof NicheItem>;

/** The reply of `/{platform}/niches` and `/tube/topics`: here `data` is a list (observed). */
export const NicheList = namedSchema('NicheList', Type.Array(NicheItem));
export type NicheList = Static<typeof NicheList>;

export const nicheItem = (niche: Niche, channelCount: number): NicheItem => ({
  id: niche.id,
  name: niche.name,
  category: niche.category,
  channelCount,
});
