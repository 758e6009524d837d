import { join } from 'node:path';
import type { Option } from 'commander';
import type { FaultView, RequestView } from '../client/types.ts';
import { formatCount } from '../core/count.ts';
import { indentedJson } from '../core/json-text.ts';
import { gateNames, type SettingName, settingNames } from '../core/settings-schema.ts';
import { ruleFlags, ruleOf, rulePath, ruleTable } from './admin/faults.ts';
import {
  changedTermsOf,
  changeFlags,
  createFlags,
  keyTermsOf,
  topUpFlags,
  topUpOf,
} from './admin/key-terms.ts';
import { entryColumns, keyColumns, keyPath, keySheet, listKeys } from './admin/keys.ts';
import { checkOf, countRequests, listRequests, listUnmatched } from './admin/requests.ts';
import {
  clockSetting,
  countsOf,
  keyMember,
  type Restored,
  showClock,
  snapshotColumns,
  snapshotPath,
  snapshotTable,
  spanOf,
} from './admin/state.ts';
import {
  baseUrlArgument,
  countArgument,
  creditsArgument,
  depthArgument,
  durationArgument,
  listArgument,
  percentArgument,
  repeatedArgument,
  runsArgument,
  timeoutArgument,
} from './arguments.ts';
import type { CompareFlags } from './compare.ts';
import { dailyExec, dailyStart } from './daily-help.ts';
import type { DecisionFlags } from './decisions.ts';
import type { ExploreFlags } from './explore.ts';
import {
  adminSettings,
  callSiteFlags,
  flag,
  jsonFlag,
  reportFlags,
  sandboxFlags,
  secretFlag,
  settingFlags,
  startSettings,
  trialSettings,
  variableFlag,
} from './flags.ts';
import type { MutateFlags } from './mutate.ts';
import type { RecordFlags } from './record.ts';
import type { JournalPage, UnmatchedRequest } from './request-tables.ts';
import { formatInstant } from './table.ts';
import {
  type AskingVerb,
  deleteCall,
  getCall,
  parseJson,
  patchCall,
  postCall,
  putCall,
  tableOf,
  type Verb,
} from './verb.ts';

/** The help of arguments and flags that several verbs have. */
const help = {
  key: 'The API key, its id or its label.',
  json: 'One JSON object.',
  rule: 'Id of the fault rule.',
  snapshot: 'Name of the snapshot.',
  terms:
    "Terms in quotes: 'operation=clip/profile status=404 credits>3 path~search'; for a list also sort=-credits limit=20.",
  report: 'A report that --json wrote.',
  world: 'SQLite file of the world. Default: the world of these settings, in the cache.',
  trial: 'The command. It finds its sandbox as under exec.',
  targetV2: 'Base URL of generation 2. Default: /v2 below the target.',
  spend: 'Limit for the cost of all calls together.',
};

const recordingsFolder = 'recordings';
/** The flags of `compare` that have a value when they are absent. */
const comparing = { spend: 100, agreement: join(recordingsFolder, 'agreement.json') };

/** The settings by which a verb finds a sandbox that may have no admin surface. */
const healthSettings = ['host', 'port', 'adminPort', 'admin', 'tls', 'tlsCert'] as const;

/** The settings that change worlds, paths and fields. */
const worldSettings: readonly SettingName[] = [
  'host',
  'port',
  'seed',
  'size',
  'fixtures',
  'vocabulary',
  'lookups',
];

export const startVerb: Verb = {
  description: 'Run the sandbox until a signal stops it.',
  flags: () => [...settingFlags(startSettings), secretFlag()],
  daily: dailyStart,
  run: async ({ flags, io }) => (await import('./start.ts')).start(flags, io),
};

const requestList = asking({
  summary: 'List, follow and count the requests that clients made.',
  description: 'List the requests that clients made.',
  arguments: { '[terms...]': help.terms },
  flags: () => [flag('--follow', 'Then show further requests as they come, one line each.')],
  call: listRequests,
  pages: 'requests',
  // The tables read the register of decisions, which no other verb needs.
  show: async (page: JournalPage, display) =>
    (await import('./request-tables.ts')).requestTable(page, display),
});

/**
 * Every verb by its name, below its heading in the overview; actions follow the verb that is their first word. A verb
 * loads its code when it runs, so that help and a health check every few seconds load little.
 */
export const verbs: Readonly<Record<string, Readonly<Record<string, Verb>>>> = {
  'Run a sandbox': {
    start: startVerb,
    exec: {
      summary: 'Run a command beside a sandbox of its own.',
      description:
        'Run a command beside a sandbox of its own, and pass on its exit code: creator-sandbox exec --budget 50 npm test\n\nFlags of the sandbox come before the command; all words after it are its own. It ends with one screen: what the command called, what was refused, the rules that it broke, credits wasted, answers never met, each with its line. Exit code 3 when the command succeeds and a gate does not hold.',
      arguments: {
        '<command...>':
          'The command. It finds the sandbox by CREATOR_SANDBOX_URL, CREATOR_SANDBOX_KEY and CREATOR_SANDBOX_ADMIN.',
      },
      flags: () => [
        ...settingFlags(settingNames, {
          port: 'Port of the sandbox; a free one when this flag is absent, whatever the variables and the file say.',
        }),
        ...reportFlags(),
        ...callSiteFlags(true),
        variableFlag(),
        secretFlag(),
        flag('--pact <file>', 'Write what the client met as a Pact file, version 4; - is stdout.'),
      ],
      daily: dailyExec,
      passesFlagsOn: true,
      run: async ({ words, flags, io }) => (await import('./exec.ts')).exec(words, flags, io),
    },
    mcp: {
      summary: 'Serve an agent over standard input and output.',
      description:
        'Serve an agent over standard input and output, by the Model Context Protocol: tools to open a key with a budget, quote, call, force, advance, and to read journal, receipt and coverage.\n\nWith CREATOR_SANDBOX_ADMIN it uses that sandbox, otherwise one of its own.',
      flags: () =>
        settingFlags([...startSettings, 'budget'], {
          budget:
            'The most credits that all keys of the agent may spend together. Default: the budget of its first key.',
        }),
      run: async ({ flags, io }) => (await import('./mcp.ts')).mcp(flags, io),
    },
    record: {
      summary: 'Run a command against the service itself, and record what it answers.',
      description:
        'Run a command whose calls go to the service itself, within a limit of credits, and record the replies without names: CREATOR_SANDBOX_TARGET_KEY=… creator-sandbox record --target https://api.example --spend 20 -- npm test\n\nA sandbox replays them: creator-sandbox exec --recordings recordings npm test',
      arguments: {
        '<command...>': 'The command. It finds the service by CREATOR_SANDBOX_URL and CREATOR_SANDBOX_KEY.',
      },
      flags: () => [
        ...settingFlags(['vocabulary', 'prices', 'serviceHosts']),
        variableFlag(),
        flag('--target <url>', 'Base URL of generation 3.', baseUrlArgument).makeOptionMandatory(),
        flag('--target-v2 <url>', help.targetV2, baseUrlArgument),
        flag('--spend <credits>', help.spend, creditsArgument).makeOptionMandatory(),
        flag('--out <folder>', 'Folder of the recordings.').default(recordingsFolder),
        flag(
          '--secret-env <name>',
          'Variable with the secret of the pseudonyms. Default: the file .creator-sandbox/secret, made at the first run.',
        ),
      ],
      passesFlagsOn: true,
      run: async ({ words, flags, io }) =>
        (await import('./record.ts')).runRecord(
          words,
          { out: recordingsFolder, ...flags } as unknown as RecordFlags,
          io,
        ),
    },
  },

  'Test the tests': {
    mutate: {
      summary: 'Mutate replies, one mutation at a time, and see whether a command notices.',
      description:
        'Run a command once for each mutant of the operations that it calls, and report which mutants no test noticed: creator-sandbox mutate -- npm test',
      arguments: { '<command...>': help.trial },
      flags: () => [
        ...reportFlags({ junit: 'with the mutants as tests' }),
        flag('--min <percent>', 'Exit with 3 when the score is lower.', percentArgument),
        flag(
          '--late <duration>',
          'The delay of reply-late, longer than any limit of the client. Default: 11s, and no verdict on a client that waits so long.',
          timeoutArgument,
        ),
        flag('--only <rule,…>', 'Rules such as field-missing; all by default.', listArgument),
        flag('--each-field', 'Take fields and lists one by one, not all of an operation at once.'),
        ...trialFlags(),
      ],
      run: async ({ words, flags, io }) =>
        (await import('./mutate.ts')).mutate(words, flags as MutateFlags, io),
    },
    explore: {
      summary: 'Let every fault happen at every call of a command, and see what it costs.',
      description:
        'Run a command under every schedule of faults, judge it by what was charged and what was delivered, and report the smallest schedule of each finding: creator-sandbox explore -- npm test',
      arguments: { '<command...>': help.trial },
      flags: () => [
        ...reportFlags({ junit: 'with findings and calls as tests' }),
        flag('--depth <number>', 'The most faults of a schedule, 1 or 2. Default: 1.', depthArgument),
        flag('--faults <outcome,…>', 'Outcomes such as reply-lost; all by default.', listArgument),
        flag('--only <operation,…>', 'Faults at calls of these operations only.', listArgument),
        flag(
          '--must-survive <outcome,…>',
          'The passing outcomes after which the command must succeed. Default: 503,429,500.',
          listArgument,
        ),
        flag(
          '--max-calls <number>',
          'End a run with more calls. Default: ten times those of the first run, and 20.',
          runsArgument,
        ),
        flag(
          '--late <duration>',
          'The delay of late, gateway-timeout and billed-timeout, longer than any limit of the client. Default: 11s.',
          timeoutArgument,
        ),
        flag(
          '--schedule <outcome@call>',
          'Run this schedule only; repeat the flag for one with several faults.',
          repeatedArgument,
        ),
        ...trialFlags(),
      ],
      run: async ({ words, flags, io }) =>
        (await import('./explore.ts')).exploreFaults(words, flags as ExploreFlags, io),
    },
  },

  'Ask a running sandbox': {
    health: {
      summary: 'Check whether the sandbox is up.',
      description:
        'Check whether the sandbox is up. Exit code 1 when it is not, 5 when it is not in time (--wait).',
      flags: () => [
        ...sandboxFlags(healthSettings),
        flag('--wait <duration>', 'Repeat the check for this long, such as 10s.', durationArgument),
        jsonFlag(),
      ],
      run: async ({ flags, io }) => (await import('./health.ts')).health(flags, io),
    },
    env: {
      summary: 'Print the environment variables by which tests find the sandbox.',
      description:
        'Print the environment variables by which tests find the sandbox, for a shell: eval "$(creator-sandbox env)"',
      flags: () => [jsonFlag(), ...sandboxFlags(healthSettings)],
      run: async ({ flags, io }) => (await import('./health.ts')).printEnvironment(flags, io),
    },
    ui: {
      summary: 'Open the dashboard in the browser.',
      description: 'Open the dashboard of a running sandbox in the browser, and print its address.',
      flags: () => [jsonFlag(), ...sandboxFlags(['host', 'port', 'adminPort', 'tls', 'tlsCert'])],
      run: async ({ flags, io }) => (await import('./ui.ts')).openDashboard(flags, io),
    },
    keys: asking({
      summary: 'List, create, change, top up and delete API keys.',
      description: 'List the API keys.',
      call: listKeys,
      ...tableOf('keys', () => keyColumns, 'No keys.'),
    }),
    'keys create': asking({
      description: 'Create a key and print it: --plan 100 --fractional, or {"plan":100}.',
      arguments: { '[json]': help.json },
      flags: createFlags,
      call: ([terms], flags) => postCall('/keys', keyTermsOf(terms, flags)),
      show: keySheet,
    }),
    'keys show': asking({
      description: 'Show a key and its account.',
      arguments: { '<key>': help.key },
      call: ([key]) => getCall(keyPath(key)),
      show: keySheet,
    }),
    'keys change': asking({
      description: 'Change the terms of a key: --limit 50 --no-fractional, or {"limit":50}.',
      arguments: { '<key>': help.key, '[json]': help.json },
      flags: changeFlags,
      call: ([key, changes], flags) => patchCall(keyPath(key), changedTermsOf(changes, flags)),
      show: keySheet,
    }),
    'keys top-up': asking({
      description: 'Add credits to the account of a key: 5, or --plan 10 --purchased 5.',
      arguments: { '<key>': help.key, '[credits]': 'Purchased credits, or one JSON object.' },
      flags: topUpFlags,
      call: ([key, credits], flags) => postCall(`${keyPath(key)}/credits`, topUpOf(credits, flags)),
      show: keySheet,
    }),
    'keys entries': asking({
      description: "List the ledger entries of a key's account.",
      arguments: { '<key>': help.key },
      call: ([key]) => getCall(`${keyPath(key)}/entries?limit=1000`),
      ...tableOf('entries', entryColumns, 'No entries.'),
    }),
    'keys delete': asking({
      description: 'Delete a key.',
      arguments: { '<key>': help.key },
      call: ([key]) => deleteCall(keyPath(key)),
      show: () => ['Deleted.'],
    }),
    faults: asking({
      summary: 'List, add, release and delete fault rules.',
      description: 'List the fault rules.',
      call: () => getCall('/faults'),
      show: ({ faults }: { faults: readonly FaultView[] }, display) => ruleTable(faults, display),
    }),
    'faults add': asking({
      description:
        'Add a fault rule: --operation clip/profile --status 503 --times 1, or {"match":{"operation":"clip/profile"},"respond":{"status":503},"times":1}.',
      arguments: { '[json]': help.json },
      flags: ruleFlags,
      call: ([rule], flags) => postCall('/faults', ruleOf(rule, flags)),
      show: (rule: FaultView, display) => ruleTable([rule], display),
    }),
    'faults release': asking({
      description: 'Release the requests that a rule is holding.',
      arguments: { '<id>': help.rule },
      call: ([id]) => postCall(`${rulePath(id)}/release`, {}),
      show: ({ released }: { released: number }) => [`Released ${formatCount(released, 'request')}.`],
    }),
    'faults delete': asking({
      description: 'Delete one fault rule, or all of them.',
      arguments: { '[id]': help.rule },
      call: ([id]) => deleteCall(id === undefined ? '/faults' : rulePath(id)),
      show: ({ removed }: { removed: number }) => [`Deleted ${formatCount(removed, 'rule')}.`],
    }),
    clock: asking({
      summary: 'Show, set and advance the clock.',
      description: 'Show the clock.',
      call: () => getCall('/clock'),
      show: showClock,
    }),
    'clock set': asking({
      description: 'Set the clock, for all accounts or for the account of one key.',
      arguments: {
        '<setting>': 'real, frozen, x10 (speed), an instant (frozen there), +2h or -31d (offset), or JSON.',
        '[key]': help.key,
      },
      dashes: 'spans',
      call: ([setting, key]) => putCall('/clock', { ...clockSetting(setting), ...keyMember(key) }),
      show: showClock,
    }),
    'clock advance': asking({
      description: 'Advance the clock, for all accounts or for the account of one key.',
      arguments: { '<duration>': 'The span, such as 2h or 31d.', '[key]': help.key },
      dashes: 'spans',
      call: ([by, key]) => postCall('/clock/advance', { by: spanOf(by), ...keyMember(key) }),
      show: showClock,
    }),
    reset: asking({
      description: 'Reset everything, or one key, to its initial state.',
      arguments: { '[key]': help.key },
      call: ([key]) => postCall('/reset', keyMember(key)),
      show: (cleared: Readonly<Record<string, number>>) => [`Cleared ${countsOf(cleared)}.`],
    }),
    snapshot: asking({
      summary: 'List, take, restore, export, import and delete snapshots.',
      description: 'List the snapshots.',
      call: () => getCall('/snapshots'),
      ...tableOf('snapshots', () => snapshotColumns, 'No snapshots.'),
    }),
    'snapshot take': asking({
      description: 'Save the current state as a snapshot.',
      arguments: { '<name>': help.snapshot },
      call: ([name]) => putCall(snapshotPath(name)),
      show: snapshotTable,
    }),
    'snapshot restore': asking({
      description: 'Restore a snapshot.',
      arguments: { '<name>': help.snapshot },
      call: ([name]) => postCall(`${snapshotPath(name)}/restore`, {}),
      show: ({ takenAt, ...restored }: Restored) => [
        `Restored the state of ${formatInstant(takenAt)}: ${countsOf(restored)}.`,
      ],
    }),
    'snapshot export': asking({
      description: 'Print a snapshot as JSON, for `snapshot import`.',
      arguments: { '<name>': help.snapshot },
      call: ([name]) => getCall(snapshotPath(name)),
      show: (state: object) => [indentedJson(state).trimEnd()],
    }),
    'snapshot import': asking({
      description: 'Import a snapshot from a file.',
      arguments: { '<name>': help.snapshot, '<file>': 'File with the output of `snapshot export`.' },
      call: ([name, content]) => putCall(snapshotPath(name), parseJson(content)),
      show: snapshotTable,
    }),
    'snapshot delete': asking({
      description: 'Delete a snapshot.',
      arguments: { '<name>': help.snapshot },
      call: ([name]) => deleteCall(snapshotPath(name)),
      show: () => ['Deleted.'],
    }),
    requests: {
      ...requestList,
      run: async (line) =>
        line.flags['follow'] ? (await import('./follow.ts')).follow(line) : requestList.run(line),
    },
    'requests show': asking({
      description: 'Show one request: its call, its outcome, and why it was refused.',
      arguments: { '<id>': 'Its number in the list.' },
      call: ([id]) => getCall(`/requests/${encodeURIComponent(id ?? '')}`),
      show: async (request: RequestView, display) =>
        (await import('./request-tables.ts')).requestSheet(request, display),
    }),
    'requests count': asking({
      description: 'Count the requests that clients made.',
      arguments: { '[terms...]': help.terms },
      call: countRequests,
      show: ({ count, forgotten }: { count: number; forgotten: number }) => [
        `${count}${forgotten === 0 ? '' : ` (the journal has dropped ${forgotten} older ones)`}`,
      ],
    }),
    'requests unmatched': asking({
      description: 'List the requests to paths that do not exist.',
      arguments: { '[terms...]': help.terms },
      call: listUnmatched,
      pages: 'requests',
      show: async (page: JournalPage<UnmatchedRequest>, display) =>
        (await import('./request-tables.ts')).unmatchedTable(page, display),
    }),
    verify: asking({
      description: `Check the requests that clients made: 'operation=clip/profile status=200' --exactly 2, or {"match":{"operation":"clip/profile"},"exactly":2}. Exit code 3 when the check fails.`,
      arguments: { '[terms...]': help.terms },
      flags: () => [
        flag('--exactly <n>', 'The number of requests that meet the terms.', countArgument),
        flag('--at-least <n>', 'The least number.', countArgument),
        flag('--at-most <n>', 'The largest number.', countArgument),
      ],
      call: (words, flags) => postCall('/verify', checkOf(words, flags)),
      show: ({ actual, credits }: { actual: number; credits?: number }) => [
        `The check holds: found ${actual}${credits === undefined ? '' : `, ${credits} cr`}.`,
      ],
    }),
    report: {
      summary: 'Report what the requests proved: coverage, receipt, waste, client rules.',
      description:
        'Report what the requests to a running sandbox proved, or show the report in a JSON file. Exit code 3 when a gate does not hold.',
      arguments: { '[file]': `${help.report} Default: the running sandbox.` },
      flags: () => [...reportFlags(), ...sandboxFlags([...adminSettings, ...gateNames])],
      run: async ({ words: [file], flags, io }) => (await import('./report.ts')).showReport(file, flags, io),
    },
    'report merge': {
      description: 'Merge the reports of several shards: the union of what they met, and the sums.',
      arguments: { '<file...>': 'Reports that --json wrote.' },
      flags: () => [...reportFlags(), ...settingFlags(gateNames)],
      run: async ({ words: files, flags, io }) => (await import('./report.ts')).showMerged(files, flags, io),
    },
    'report diff': {
      description: 'Print what changed from one report to another.',
      arguments: { '<before>': help.report, '<after>': help.report },
      flags: () => [flag('--json <file>', 'Write it as JSON; - is stdout.')],
      run: async ({ words: [before, after], flags, io }) =>
        (await import('./report.ts')).showDifference(before, after, flags, io),
    },
  },

  'Look up, without a running sandbox': {
    world: { description: 'Build, describe and check worlds, and find creators in them.' },
    'world build': {
      description: 'Build a world and print the name of its file.',
      arguments: { '[file]': help.world },
      flags: () => [...settingFlags(['seed', 'size']), jsonFlag()],
      run: async ({ words: [file], flags, io }) =>
        (await import('./world.ts')).buildWorldFile(file, flags, io),
    },
    'world info': {
      description: 'Print a summary of a world.',
      arguments: { '[file]': help.world },
      flags: () => [...settingFlags(['seed', 'size']), jsonFlag()],
      run: async ({ words: [file], flags, io }) =>
        (await import('./world.ts')).describeWorld(file, flags, io),
    },
    'world verify': {
      description: 'Check every record of a world. Exit code 1 when something is wrong.',
      arguments: { '[file]': help.world },
      flags: () => [...settingFlags(['seed', 'size', 'fixtures']), jsonFlag()],
      run: async ({ words: [file], flags, io }) => (await import('./world.ts')).checkWorld(file, flags, io),
    },
    'world find': {
      summary: 'Find creators to test with.',
      description:
        'Find creators to test with, in the world of these settings: creator-sandbox world find minFollowers=100000 country=ITA edge=true',
      arguments: {
        '[terms...]':
          'Filters: platform=clip, name=anna, niche=yoga, country=ITA, language=ita, minFollowers=1000, maxFollowers=50000, edge=true or a word such as edge=private, limit=50.',
      },
      flags: () => [...settingFlags(worldSettings), jsonFlag()],
      dashes: 'all',
      run: async ({ words, flags, io }) => (await import('./world-find.ts')).findInWorld(words, flags, io),
    },
    compare: {
      summary: 'Compare a service with the golden exchanges, or show when it last agreed.',
      description:
        'Replay the golden exchanges at a service, within a limit of credits, and show what differs, where, and since when: CREATOR_SANDBOX_TARGET_KEY=… creator-sandbox compare --target https://api.example --spend 20\n\nWithout --target: show when each operation last agreed, as this verb and `record` found. Exit code 4 when the service differs.',
      flags: () => [
        flag(
          '--target <url>',
          'Base URL of generation 3, of the service or of another sandbox.',
          baseUrlArgument,
        ),
        flag('--target-v2 <url>', help.targetV2, baseUrlArgument),
        flag('--key <key>', 'API key at the target.').env('CREATOR_SANDBOX_TARGET_KEY'),
        flag('--spend <credits>', help.spend, creditsArgument).default(comparing.spend),
        flag('--only <group...>', 'Replay these folders of exchanges, such as v3/clip.'),
        flag('--agreement <file>', 'File of the agreement.').default(comparing.agreement),
        flag('--json <file>', 'Write it as JSON; - is stdout.'),
        ...settingFlags(['prices', 'vocabulary']),
      ],
      run: async ({ flags, io }) => {
        const own = { ...comparing, ...flags } as CompareFlags;
        if (own.target === undefined) return (await import('./compare.ts')).showAgreement(own, flags, io);
        return (await import('./compare-target.ts')).compareTarget({ ...own, target: own.target }, flags, io);
      },
    },
    openapi: {
      summary: 'Print the OpenAPI document of a generation.',
      description: 'Print the OpenAPI document of a generation, with the prices and forms of these settings.',
      flags: () => [
        ...settingFlags([...worldSettings, 'v2Status', 'prices']),
        flag('--v3', 'Generation 3, the default.'),
        flag('--v2', 'Generation 2.').conflicts('v3'),
      ],
      run: async ({ flags, io }) => (await import('./openapi.ts')).printOpenapi(flags, io),
    },
    decisions: {
      summary: 'List the behaviours that the specification leaves open.',
      description:
        'List the behaviours that the specification leaves open: which are observed, which are assumed, and the setting that changes them.',
      arguments: { '[id]': 'All about one of them.' },
      flags: () => [
        flag('--tag <tag>', 'List one kind.').choices(['observed', 'assumed']),
        flag('--strict', 'List those that a strict sandbox refuses to answer by.'),
        jsonFlag(),
      ],
      run: async ({ words: [id], flags, io }) =>
        (await import('./decisions.ts')).printDecisions(id, flags as DecisionFlags, io),
    },
  },
};

/** A verb that asks the admin surface of a running sandbox once. */
function asking<Reply>(verb: AskingVerb<Reply>): Verb & Required<Pick<Verb, 'run'>> {
  return {
    ...verb,
    flags: () => [...(verb.flags?.() ?? []), jsonFlag(), ...sandboxFlags(adminSettings)],
    run: async (line) => (await import('./ask-admin.ts')).askAdmin(verb, line),
  };
}

/** The flags of the verbs that run a command many times, each time with one change. */
const trialFlags = (): Option[] => [
  ...callSiteFlags(),
  secretFlag(),
  variableFlag(),
  flag(
    '--parallel <number>',
    'Runs side by side. Default: as many as keep the processors busy.',
    runsArgument,
  ),
  flag('--budget-time <duration>', 'Begin no run after this time.', timeoutArgument),
  flag(
    '--timeout <duration>',
    'End a run after this time. Default: three times that of the first run, and 15 seconds.',
    timeoutArgument,
  ),
  ...settingFlags(trialSettings).map((each) => each.helpGroup('Settings of the sandboxes:')),
];
