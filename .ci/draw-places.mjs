// Draws places for slips, one a line: `file:line text`. usage: node .ci/draw-places.mjs SEED COUNT. The lines of src are as likely
// as each other; of comments, imports, and lines without a word nothing can slip.
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [seed = 1, count = 60] = process.argv.slice(2).map(Number);
const files = execSync('git ls-files "src/*.ts"', { encoding: 'utf8' }).trim().split('\n');
const canSlip = (text) => /\w/.test(text) && !/^\s*(?:\/\/|\/\*|\*|import\b|export \*|\} from)/.test(text);
const lines = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, at) => (canSlip(text) ? [`${file}:${at + 1} ${text.trim()}`] : [])),
);

/** Mulberry32. */
let state = seed >>> 0;
function random() {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const drawn = new Set();
while (drawn.size < count) drawn.add(Math.floor(random() * lines.length));
for (const at of drawn) console.log(lines[at]);
