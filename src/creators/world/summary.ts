import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { dayMs } from '../../core/durations.ts';
import { platformsByName, sponsoringPlatforms } from '../../core/platforms.ts';
import { openWorld } from './world.ts';

/**
 * A summary of a world in plain text, for `world info`: counts, followers, niches, countries, languages and
 * sponsors.
 */
export function summaryOfWorld(file: string): string {
  const db = new Database(file, { readonly: true });
  try {
    const { info } = openWorld(db);
    const { people, contents, brands } = info.counts;
    const megabytes = (statSync(file).size / 1e6).toFixed(1);
    const lines = [
      `World of ${grouped(info.size)} people and the fixtures: seed ${info.seed}, ${megabytes} MB`,
      `  ${file}`,
      `  hash ${info.hash}`,
      `  its "today" is ${new Date(info.epochAt).toISOString().slice(0, 10)}, 00:00 UTC; replies move it to the present day`,
      '',
      `${grouped(people)} people, ${grouped(contents)} contents, ${grouped(brands)} brands`,
      ...summaryTable(platformRows(db)),
      '',
      'Followers of an account',
      ...histogram(followersOf(db)),
      '',
      ...sideBySide([
        top(db, 'Niches', `json_extract(truth, '$.niches[0]')`),
        top(db, 'Countries', `json_extract(truth, '$.country')`),
        top(db, 'Languages', `json_extract(truth, '$.languages[0]')`),
      ]),
      '',
      'Newest content of an account',
      ...newest(db, info.epochAt),
      '',
      'Sponsors',
      ...sponsorLines(db),
    ];
    return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
  } finally {
    db.close();
  }
}

function platformRows(db: Database.Database): string[][] {
  const rows = [
    ['', 'accounts', 'verified', 'contents', 'older', 'views, half below', 'most views', 'kinds'],
  ];
  for (const platform of platformsByName) {
    const one = <T>(sql: string): T => db.prepare<[], T>(sql).pluck().get() as T;
    const kinds = db
      .prepare<[], [string, number]>(
        `SELECT kind, count(*) AS n FROM ${platform}_contents GROUP BY kind ORDER BY n DESC, kind`,
      )
      .raw()
      .all();
    const seen = kinds.reduce((sum, [kind, count]) => (kind === 'image' ? sum : sum + count), 0);
    const views = `SELECT views FROM ${platform}_contents WHERE kind <> 'image' ORDER BY views`;
    rows.push([
      platform,
      grouped(one(`SELECT count(*) FROM accounts WHERE platform = '${platform}'`)),
      grouped(
        one(
          `SELECT count(*) FROM accounts WHERE platform = '${platform}' AND json_extract(truth, '$.isVerified')`,
        ),
      ),
      grouped(one(`SELECT count(*) FROM ${platform}_contents`)),
      grouped(
        one(`SELECT coalesce(sum(json_extract(o.value, '$.count')), 0)
          FROM accounts, json_each(truth, '$.older') o WHERE platform = '${platform}'`),
      ),
      grouped(one<number | undefined>(`${views} LIMIT 1 OFFSET ${Math.floor(seen / 2)}`) ?? 0),
      grouped(one<number | undefined>(`${views} DESC LIMIT 1`) ?? 0),
      kinds.map(([kind, count]) => `${kind} ${grouped(count)}`).join(', '),
    ]);
  }
  return rows;
}

const followersOf = (db: Database.Database): number[] =>
  db.prepare<[], number>(`SELECT json_extract(truth, '$.followerWeeks[0]') FROM accounts`).pluck().all();

const followerSteps = [100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000];

/** One bar per third of a power of ten. */
function histogram(values: readonly number[]): string[] {
  const counts = new Array<number>(followerSteps.length + 1).fill(0);
  for (const value of values) {
    const step = followerSteps.findIndex((limit) => value < limit);
    const index = step < 0 ? followerSteps.length : step;
    counts[index] = (counts[index] as number) + 1;
  }
  const most = Math.max(1, ...counts);
  const label = (index: number): string => {
    if (index === 0) return `below ${grouped(followerSteps[0] as number)}`;
    if (index === followerSteps.length) return `from ${grouped(followerSteps[index - 1] as number)}`;
    return `${grouped(followerSteps[index - 1] as number)} to ${grouped(followerSteps[index] as number)}`;
  };
  return counts.map(
    (count, index) =>
      `  ${label(index).padStart(22)} ${grouped(count).padStart(7)} ${'#'.repeat(Math.ceil((count / most) * 50))}`,
  );
}

/** A title and the ten most frequent values with their shares. */
function top(db: Database.Database, title: string, value: string): string[] {
  const rows = db
    .prepare<[], [string | null, number]>(
      `SELECT ${value} AS value, count(*) AS n FROM accounts GROUP BY value ORDER BY n DESC, value`,
    )
    .raw()
    .all();
  const all = rows.reduce((sum, [, count]) => sum + count, 0);
  const shown = rows
    .slice(0, 10)
    .map(([name, count]) => `  ${(name || 'unknown').padEnd(16)} ${percent(count, all)}`);
  return [title, ...shown, rows.length > 10 ? `  and ${rows.length - 10} more` : ''];
}

function newest(db: Database.Database, epochAt: number): string[] {
  const ages = platformsByName.flatMap((platform) =>
    db
      .prepare<[number], number>(`SELECT ? - published_at FROM ${platform}_contents WHERE n = 0`)
      .pluck()
      .all(epochAt),
  );
  const spans: [string, number, number][] = [
    ['less than a day old', 0, dayMs],
    ['less than a week', dayMs, 7 * dayMs],
    ['less than a month', 7 * dayMs, 30 * dayMs],
    ['older', 30 * dayMs, Number.POSITIVE_INFINITY],
  ];
  return spans.map(([name, from, to]) => {
    const count = ages.filter((age) => age >= from && age < to).length;
    return `  ${name.padEnd(20)} ${percent(count, ages.length)}`;
  });
}

function sponsorLines(db: Database.Database): string[] {
  const count = (sql: string): number => db.prepare<[], number>(sql).pluck().get() as number;
  const lines = [...sponsoringPlatforms].sort().map((platform) => {
    const sponsored = `FROM sponsorships s JOIN accounts a ON a.number = s.account AND a.platform = '${platform}'`;
    const contents = count(`SELECT count(*) FROM (SELECT DISTINCT s.account, s.n ${sponsored})`);
    const accounts = count(`SELECT count(DISTINCT s.account) ${sponsored}`);
    const several = count(
      `SELECT count(*) FROM (SELECT 1 ${sponsored} GROUP BY s.account, s.n HAVING count(*) > 1)`,
    );
    return (
      `  ${platform}: ${percent(accounts, count(`SELECT count(*) FROM accounts WHERE platform = '${platform}'`))} of accounts, ` +
      `${percent(contents, count(`SELECT count(*) FROM ${platform}_contents`))} of contents, ${grouped(several)} contents with several`
    );
  });
  const busy = db
    .prepare<[], [string, number]>(
      `SELECT b.name, count(*) AS n FROM sponsorships s JOIN brands b ON b.key = s.brand
       GROUP BY b.key ORDER BY n DESC, b.key LIMIT 5`,
    )
    .raw()
    .all();
  lines.push(`  busiest: ${busy.map(([name, contents]) => `${name} ${grouped(contents)}`).join(', ')}`);
  return lines;
}

function summaryTable(rows: readonly string[][]): string[] {
  const [head] = rows as [string[]];
  const last = head.length - 1;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const cell = (text: string, column: number): string =>
    column === 0 || column === last
      ? text.padEnd(widths[column] as number)
      : text.padStart(widths[column] as number);
  return rows.map((row) => `  ${row.map(cell).join('  ')}`);
}

function sideBySide(blocks: readonly string[][]): string[] {
  const width = 30;
  const height = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: height }, (_, line) =>
    blocks.map((block) => (block[line] ?? '').padEnd(width)).join(''),
  );
}

const percent = (part: number, whole: number): string =>
  `${(whole === 0 ? 0 : (part / whole) * 100).toFixed(1).padStart(4)}%`;

const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
