import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

/**
 * Loaded into every process of the long runs: notes the rare branches that it takes in REACHED_FILE, each once. It is
 * JavaScript, because a loader of TypeScript would count in the memory of the programs under test.
 */
const { REACHED_FILE: file, REACHED_CHANNEL: channel } = process.env;
const noted = new Set();

if (file && channel)
  subscribe(channel, (point) => {
    if (noted.has(point)) return;
    noted.add(point);
    appendFileSync(file, `${String(point)}\n`);
  });
