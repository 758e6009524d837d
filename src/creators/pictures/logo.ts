import type { Choices } from './choices.ts';
import { svg } from './svg.ts';

/** A geometric sign in two colours. */
export function logo({ among, between }: Choices): string {
  const [ground, sign] = among([
    ['#1d3557', '#f1faee'],
    ['#e76f51', '#fff4e6'],
    ['#2a9d8f', '#f4f1de'],
    ['#ffffff', '#6c4ab6'],
    ['#f2b134', '#3a2e1f'],
    ['#222222', '#9ad1d4'],
  ]);
  const turn = between(0, 7) * 45;
  return svg(100, 100, [
    `<rect width="100" height="100" rx="${among([0, 16, 50])}" fill="${ground}"/>`,
    `<g transform="rotate(${turn} 50 50)" fill="${sign}">`,
    among([
      '<circle cx="50" cy="30" r="9"/><circle cx="31" cy="62" r="9"/><circle cx="69" cy="62" r="9"/>',
      '<path d="M30 30h40v14h-40zM30 56h40v14h-40z"/>',
      '<path d="M50 24a26 26 0 0 1 26 26h-26z"/><path d="M50 76a26 26 0 0 1-26-26h26z"/>',
      '<circle cx="40" cy="50" r="16"/><circle cx="66" cy="50" r="8"/>',
      '<path d="M28 50l22-22 22 22-22 22zM50 40l-10 10 10 10 10-10z" fill-rule="evenodd"/>',
    ]),
    '</g>',
  ]);
}
