import type { Choices } from './choices.ts';
import { svg } from './svg.ts';

/** A landscape with a sun and two hills. */
export function cover({ among, between }: Choices): string {
  const [sky, sun, far, near] = among([
    ['#f9d7a8', '#f26b3a', '#8f5a6b', '#3f2f4f'],
    ['#bfe3f5', '#fff3b0', '#6aa36f', '#2f6b4a'],
    ['#23304f', '#f4f1de', '#3f5a8a', '#15203a'],
    ['#f7c9d4', '#ffffff', '#b25d86', '#5a2a55'],
    ['#d9efe0', '#f2b134', '#4f9d8d', '#205a5a'],
  ]);
  const hill = (top: number, rise: number, color: string | undefined): string =>
    `<path d="M0 ${top}q40-${rise} 80 0t80 0v${90 - top}h-160z" fill="${color}"/>`;
  return svg(160, 90, [
    `<rect width="160" height="90" fill="${sky}"/>`,
    `<circle cx="${between(20, 140)}" cy="${between(18, 40)}" r="${between(8, 16)}" fill="${sun}"/>`,
    hill(between(48, 60), between(10, 40), far),
    hill(between(62, 76), between(6, 24), near),
  ]);
}
