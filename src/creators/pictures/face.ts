import type { Choices } from './choices.ts';
import { svg } from './svg.ts';

/** A simple face on a plain ground. */
export function face({ among, between }: Choices): string {
  const skin = among(['#f6d7c3', '#eac0a0', '#d39b73', '#a9714b', '#7d4e33', '#5b3824']);
  const hair = among(['#20160f', '#4a2f1d', '#8a5a2b', '#c99a4b', '#9b9b9b', '#b3472e']);
  const shirt = among(['#e4572e', '#2e86ab', '#3c9d6b', '#f2b134', '#6c4ab6', '#34495e']);
  const ground = among(['#dbe9f4', '#fbe8d3', '#e3f1df', '#efe3f5', '#f7e1e6', '#e8e8e8']);
  const eyes = between(40, 44);
  return svg(100, 100, [
    `<rect width="100" height="100" fill="${ground}"/>`,
    among([
      '',
      `<path d="M24 46q0 40 10 44h32q10-4 10-44z" fill="${hair}"/>`,
      `<circle cx="50" cy="14" r="9" fill="${hair}"/>`,
    ]),
    `<rect x="42" y="62" width="16" height="20" fill="${skin}"/>`,
    `<ellipse cx="50" cy="104" rx="36" ry="30" fill="${shirt}"/>`,
    `<ellipse cx="50" cy="46" rx="22" ry="26" fill="${skin}"/>`,
    among([
      `<path d="M27 44q2-28 23-28t23 28q-8-14-23-14t-23 14z" fill="${hair}"/>`,
      `<path d="M27 48q-2-32 23-32t23 32q-6-6-8-16-20 8-32 0-4 8-6 16z" fill="${hair}"/>`,
      `<path d="M30 34q6-18 20-18t20 18q-20-8-40 0z" fill="${hair}"/>`,
    ]),
    `<circle cx="${eyes}" cy="46" r="2.4" fill="#222"/><circle cx="${100 - eyes}" cy="46" r="2.4" fill="#222"/>`,
    among([
      '',
      '',
      '<g fill="none" stroke="#333" stroke-width="1.6"><circle cx="42" cy="46" r="7"/><circle cx="58" cy="46" r="7"/><path d="M49 46h2"/></g>',
    ]),
    `<path d="M42 ${between(58, 60)}q8 ${between(2, 8)} 16 0" fill="none" stroke="#7a3b2e" stroke-width="2" stroke-linecap="round"/>`,
  ]);
}
