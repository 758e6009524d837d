import { type Command, Help, type Option } from 'commander';
import type { SettingName } from '../core/settings-schema.ts';

/** The flags of every day, by their names, each in a few words. */
export type DailyFlags = Readonly<Record<string, string>>;

/** Lets `--help` print the flags of every day on one screen, and `--help-all` all of them, in groups. */
export function addDailyHelp(command: Command, daily: DailyFlags): Command {
  let isAll = false;
  const { formatHelp } = Help.prototype;
  // Only what is printed leaves flags out: suggestions for a misspelt one know them all.
  command.configureHelp({
    formatHelp: (of, helper) => formatHelp.call(helper, of, isAll ? helper : dailyOnly(helper, daily)),
  });
  command.option('--help-all', 'Print the help with all flags.');
  return command.on('option:help-all', () => {
    isAll = true;
    for (const option of command.options) {
      const name = option.attributeName();
      const [group] = groups.find(([, names]) => names.some((each) => each === name)) ?? [];
      if (group !== undefined) option.helpGroup(`${group}:`);
    }
    command.help();
  });
}

const dailyOnly = (helper: Help, daily: DailyFlags): Help =>
  Object.assign(Object.create(helper) as Help, {
    visibleOptions: (of: Command) =>
      helper.visibleOptions(of).filter((option) => option.attributeName() in daily || isHelp(option)),
    optionDescription: (option: Option) => daily[option.attributeName()] ?? helper.optionDescription(option),
  });

const isHelp = (option: Option): boolean => option.long === '--help' || option.long === '--help-all';

const ofEverySandbox: DailyFlags = {
  clock: 'real, frozen at an instant such as 2026-06-01T12:00:00Z, +31d, x60.',
  fixtures: 'Folder of creators and brands of your own.',
  seed: 'Another seed gives other creators.',
  vocabulary: 'Words in paths and fields: auto, neutral, published.',
  recordings: 'Folder of recordings, which answer before the world does.',
  strict: 'Refuse calls that rely on an assumption.',
};

export const dailyStart: DailyFlags = {
  port: 'Port of the service; 0 picks a free one. Default: 4310.',
  host: 'Address to listen on. Default: 127.0.0.1.',
  adminToken: 'Token of the admin surface, when others can connect.',
  data: 'Folder for the ledger. Without it, it is in memory.',
  ...ofEverySandbox,
  latency: 'Time that replies take: usual, or a JSON file.',
  logRequests: 'Write a line of JSON for each request.',
  config: 'Settings file. Default: sandbox.config.json.',
};

export const dailyExec: DailyFlags = {
  env: 'A variable of the command: NAME=url, NAME=url-v2, NAME=key.',
  serviceHosts: 'Lead what is sent to these hosts to the sandbox.',
  budget: 'Fail when the run spends more credits.',
  maxWaste: 'Fail when the run wastes more credits.',
  maxRuleBreaks: 'Fail when it breaks more client rules.',
  minCoverage: 'Fail when it meets a smaller part of the answers.',
  json: 'Write the report as JSON; - is stdout.',
  html: 'Write it as a page.',
  ...ofEverySandbox,
  config: 'Settings file. Default: sandbox.config.json.',
};

/** The settings in groups, for the help with all of them. */
const groups: readonly (readonly [name: string, settings: readonly SettingName[]])[] = [
  ['Address', ['host', 'port', 'admin', 'adminPort', 'adminToken', 'adminHosts', 'cors']],
  ['https', ['tls', 'tlsCert', 'tlsKey']],
  ['Credits', ['data', 'ledger', 'cycle', 'maxKeys', 'prices']],
  ['World and clock', ['seed', 'size', 'fixtures', 'clock', 'epoch', 'worldTime', 'pictures']],
  ['Recordings', ['recordings', 'recordingsOnly', 'recordingsMaxAge']],
  [
    'Answers',
    ['vocabulary', 'lookups', 'v2Status', 'followerGrowth', 'withdrawn', 'prefer', 'strict', 'latency'],
  ],
  ['Descriptions (/nls)', ['pace', 'readings', 'nlsModel', 'nlsModelName', 'nlsCharset']],
  ['Journal and log', ['journal', 'quiet', 'logRequests', 'logLevel']],
  [
    'Gates',
    [
      ...(['budget', 'minCoverage', 'require', 'maxWaste', 'maxRuleBreaks'] as const),
      ...(['refuseAssumptions', 'allowNoRequests', 'ignoreRules', 'guard', 'serviceHosts'] as const),
    ],
  ],
];
