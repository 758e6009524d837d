import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Words that this project once had for itself, each with the field's own word: as a whole identifier, or as a part of one. */
const givenUp: readonly (readonly [pattern: RegExp, say: string])[] = [
  [/^most[A-Z]/, 'max…'],
  [/^kept([A-Z]|$)|[a-z]Kept([A-Z]|$)|^NotKept/, 'cached, committed, retained or allowed; CommitFailed'],
  [/^(told|tells?|isTold|acts?)$|[a-z](Told|Acts?)$/, 'event, replay, apply, usesRealTime'],
  [/^clears$|Clears$|^Cuts?$|^cuts$/, 'truncations; eviction watermark'],
  [/^foreign([A-Z]|$)|Foreign/, 'remote'],
  [/^One$|^terms?Fingerprint$/, 'SharedState; configFingerprint'],
  [/[gG]oodbye/, 'shutdown'],
  [/^(Verbs|touch|giveBack)$/, 'LedgerTransaction, applyRenewals, releaseHold'],
  [
    /^(remembered|wholeWay|relyOn|meantNiches|letBrowsersRead|showTheWay|whyUnreached)$/,
    'routeCache, fallThrough, …',
  ],
  [/^(tampered|disturbed)$/, 'mutatedReply, brokenTransport'],
  [/^(lies?|lied|lying)$|^lie[A-Z]|[a-z]Lies?$/, 'mutation, mutant'],
  [/^(tape|player)s?$|Tape/, 'CapsuleRecorder, CapsulePlayer'],
  [/[tT]orture/, 'profile'],
  [/^knobs?$|Knob/, 'setting'],
  [/^(facts|Seen|Entered)$/, 'JournalEntry, JournalInput'],
  [/^lints?$|^lint[A-Z]|Lints?([A-Z]|$)|[cC]onduct/, 'client rules'],
  [/^(owed|Surroundings|elsewhere)$/, 'unretried503, ToolContext, workerPool'],
];

/** Identifiers that stay, and why. */
const stays: Readonly<Record<string, string>> = {
  act: 'a member of the rows of databases that exist',
  acts: 'a table of databases that exist',
  clears: 'a column and a member of databases that exist',
  cuts: 'a table of databases that exist',
  elsewhere: 'a member of the files of golden exchanges',
  facts: 'the facts of an operation, and a member of the rows of databases that exist',
  player: 'the player of a capsule; a word of captions',
  players: 'a word of captions',
};

/** Words that no comment says; `biome-ignore lint/…` is the linter's own. */
const givenUpProse = /\b(torture|knobs?|lints?(?!\/)|rules? of conduct|goodbye|the house|tape)\b/i;

const files = ['src', 'seed', 'types', 'ui/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && file !== 'admin-types.ts')
    .map((file) => `${folder}/${file}`),
);
const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm;
const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;
const sources = files.map((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return {
    file,
    comments: (text.match(comment) ?? []).join('\n'),
    code: text.replace(comment, '').replace(quoted, "''"),
  };
});

describe('the words of the code', () => {
  it('are the field’s in identifiers', () => {
    const found = sources.flatMap(({ file, code }) =>
      [...new Set(code.match(/[A-Za-z_$][\w$]*/g))].flatMap((name) => {
        const say = givenUp.find(([pattern]) => pattern.test(name))?.[1];
        return say === undefined || name in stays ? [] : [`${file}: ${name} → ${say}`];
      }),
    );
    expect(found).toEqual([]);
  });

  it('are the field’s in comments', () => {
    const found = sources.flatMap(({ file, comments }) => {
      const word = givenUpProse.exec(comments)?.[0];
      return word === undefined ? [] : [`${file}: ${word}`];
    });
    expect(found).toEqual([]);
  });

  it('name one thing each: few top-level names stand in three files or more', () => {
    const places = new Map<string, string[]>();
    for (const { file, code } of sources.filter(
      (each) => /^(src|seed)\//.test(each.file) && each.file !== 'src/client/types.ts',
    ))
      for (const [, name = ''] of code.matchAll(
        /^(?:export )?(?:default )?(?:declare )?(?:const|let|class|interface|type|enum|(?:async )?function\*?) (\w+)/gm,
      ))
        places.set(name, [...(places.get(name) ?? []), file]);
    const repeated = [...places].filter(([, list]) => new Set(list).size >= 3).map(([name]) => name);
    expect(repeated.length, repeated.join(', ')).toBeLessThan(30);
  });

  it('has a reason for each word that stays, and none for words that are gone', () => {
    const all = new Set(sources.flatMap(({ code }) => code.match(/[A-Za-z_$][\w$]*/g) ?? []));
    expect(Object.keys(stays).filter((name) => !all.has(name))).toEqual([]);
  });
});
