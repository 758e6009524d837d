import type { Grown } from './growth.ts';

/** Draws the growth: a panel for each figure, sizes to the right by their logarithm, each figure upwards from 0. */
export function growthPicture(grown: readonly Grown[]): string {
  const panels = figures.map(({ name, title, unit }, index) => {
    const points = grown.map((each) => ({ people: each.people, value: each[name] }));
    return `  <g transform="translate(${(index % 3) * panel.width} ${Math.floor(index / 3) * panel.height})">\n${panelOf(`${title}, ${unit}`, points)}\n  </g>`;
  });
  const [width, height] = [panel.width * 3, panel.height * Math.ceil(figures.length / 3)];
  const said = grown
    .map(
      (each) =>
        `${grouped(each.people)} people: ${figures.map(({ name, title, unit }) => `${title} ${grouped(each[name])} ${unit}`).join(', ')}`,
    )
    .join('. ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${said}.">
  <style>
    text { font: 12px system-ui, sans-serif; fill: #57606a; }
    .title { font-weight: 600; fill: #1f2328; }
    .value { text-anchor: middle; fill: #1f2328; }
    .size { text-anchor: middle; }
    .base { stroke: #d0d7de; }
    .line { fill: none; stroke: #0969da; stroke-width: 2; }
    .dot { fill: #0969da; }
  </style>
  <rect width="${width}" height="${height}" fill="#ffffff"/>
${panels.join('\n')}
</svg>
`;
}

const figures = [
  { name: 'lookUp', title: 'a look-up', unit: 'µs' },
  { name: 'page', title: 'a page of creators', unit: 'µs' },
  { name: 'text', title: 'a search of texts', unit: 'µs' },
  { name: 'start', title: 'start to first reply', unit: 'ms' },
  { name: 'firstSearch', title: 'the first search', unit: 'ms' },
  { name: 'resident', title: 'resident', unit: 'MiB' },
] as const satisfies { name: keyof Grown; title: string; unit: string }[];

const panel = { width: 270, height: 190, left: 45, right: 225, top: 60, bottom: 150 };

function panelOf(title: string, points: readonly { people: number; value: number }[]): string {
  const most = Math.max(...points.map(({ value }) => value), 1);
  const sizes = points.map(({ people }) => Math.log10(people));
  const [least = 0, range = 1] = [Math.min(...sizes), Math.max(...sizes) - Math.min(...sizes) || 1];
  const placed = points.map(({ people, value }) => ({
    x: Math.round(panel.left + ((Math.log10(people) - least) / range) * (panel.right - panel.left)),
    y: Math.round(panel.bottom - (value / most) * (panel.bottom - panel.top)),
    people,
    value,
  }));
  return [
    `    <text class="title" x="${panel.left - 25}" y="28">${title}</text>`,
    `    <line class="base" x1="${panel.left - 25}" x2="${panel.right + 25}" y1="${panel.bottom}" y2="${panel.bottom}"/>`,
    `    <polyline class="line" points="${placed.map(({ x, y }) => `${x},${y}`).join(' ')}"/>`,
    ...placed.flatMap(({ x, y, people, value }) => [
      `    <circle class="dot" cx="${x}" cy="${y}" r="3"/>`,
      `    <text class="value" x="${x}" y="${y - 8}">${grouped(value)}</text>`,
      `    <text class="size" x="${x}" y="${panel.bottom + 18}">${grouped(people)}</text>`,
    ]),
  ].join('\n');
}

const grouped = (figure: number): string => figure.toLocaleString('en');
