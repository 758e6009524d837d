import { ageRanges } from '../../../src/core/statistics.ts';
import type { Distributions } from './distributions.ts';

/** Draws a world, a panel for each figure. */
export function distributionsPicture(distributions: Distributions): string {
  const drawn = panels.map((panel, index) => {
    const at = `translate(${(index % 2) * width} ${Math.floor(index / 2) * height})`;
    return `  <g transform="${at}">\n${panelOf(panel, distributions[panel.name])}\n  </g>`;
  });
  const size = { width: 2 * width, height: Math.ceil(panels.length / 2) * height };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img" aria-label="${panels.map(({ title }) => title).join('; ')}">
  <style>
    text { font: 11px system-ui, sans-serif; fill: #57606a; text-anchor: middle; }
    .title { font: 600 12px system-ui, sans-serif; fill: #1f2328; text-anchor: start; }
    .base { stroke: #d0d7de; }
    .bar { fill: #0969da; fill-opacity: 0.75; }
  </style>
  <rect width="${size.width}" height="${size.height}" fill="#ffffff"/>
${drawn.join('\n')}
</svg>
`;
}

interface Panel {
  name: keyof Distributions;
  title: string;
  /** The words below some of the classes, by their position; a half is between two. */
  ticks: readonly (readonly [number, string])[];
}

const panels: readonly Panel[] = [
  {
    name: 'followers',
    title: 'Accounts by followers',
    ticks: ['10', '100', '1k', '10k', '100k', '1M', '10M'].map((word, index) => [index * 2 - 0.5, word]),
  },
  {
    name: 'engagement',
    title: 'Clip, 10k to 100k, by engagement rate',
    ticks: [0, 5, 10, 15, 20].map((percent) => [percent - 0.5, `${percent} %`]),
  },
  { name: 'ages', title: 'Accounts by main age of the audience', ticks: [...ageRanges.entries()] },
  {
    name: 'growth',
    title: 'Accounts by growth in 30 days',
    ticks: [-8, -4, 0, 4, 8, 12, 16].map((percent) => [(percent + 8) / 2 - 0.5, `${percent} %`]),
  },
  {
    name: 'days',
    title: 'Followers that one account gains a day',
    ticks: [
      [5, '60 days ago'],
      [57, 'today'],
    ],
  },
];

const [width, height] = [360, 190];
const [left, right, top, bottom] = [25, 340, 40, 150];

function panelOf({ title, ticks }: Panel, values: readonly number[]): string {
  const step = (right - left) / values.length;
  const inset = step * 0.14;
  const [least, most] = [Math.min(0, ...values), Math.max(...values)];
  const y = (value: number): number => bottom - ((value - least) / (most - least)) * (bottom - top);
  const bars = values.map((value, index) => {
    const [from, to] = [y(Math.max(0, value)), y(Math.min(0, value))];
    const x = left + index * step + inset;
    return `    <rect class="bar" x="${x.toFixed(1)}" y="${from.toFixed(1)}" width="${(step - 2 * inset).toFixed(1)}" height="${(to - from).toFixed(1)}"/>`;
  });
  return [
    `    <text class="title" x="${left}" y="25">${title}</text>`,
    ...bars,
    `    <line class="base" x1="${left}" x2="${right}" y1="${y(0).toFixed(1)}" y2="${y(0).toFixed(1)}"/>`,
    ...ticks.map(
      ([at, word]) =>
        `    <text x="${(left + (at + 0.5) * step).toFixed(1)}" y="${bottom + 18}">${word}</text>`,
    ),
  ].join('\n');
}
