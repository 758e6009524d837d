import { type Static, Type } from '@sinclair/typebox';
import type { CountedNiche } from '../world/world.ts';
import { object, record } from './atoms.ts';
import { NicheItem } from './niche-item.ts';

const { name, category, channelCount } = NicheItem.properties;

const nicheTable = (description: string) =>
  Type.Record(Type.String(), object('An entry of a taxonomy.', { name, category, channelCount }), {
    description,
  });

/** The reply of `GET /v2/topicTable`. */
export const TopicTable = record('TopicTable', 'The niches and topics of a platform, by id.', {
  niches: nicheTable('Niches by id.'),
  topics: nicheTable('Topics by id; empty where the platform has none.'),
});
export type TopicTable = Static<typeof TopicTable>;

export const topicTable = (niches: readonly CountedNiche[], topics: readonly CountedNiche[]): TopicTable => ({
  niches: byId(niches),
  topics: byId(topics),
});

const byId = (list: readonly CountedNiche[]): TopicTable['niches'] =>
  Object.fromEntries(list.map(({ id, ...entry }) => [id, entry]));
