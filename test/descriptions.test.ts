import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { allDecisions } from '../src/app/decisions.ts';
import { buildProgram } from '../src/cli/program.ts';
import { configSchema } from '../src/core/settings-schema.ts';
import { isObject } from '../src/core/values.ts';
import { tools } from '../src/mcp/tools/tools.ts';
import { reportSchema } from '../src/report/model.ts';
import { adminOf } from './admin/admin.ts';
import { testApp } from './harness.ts';

/** The sentences that people read in a document: each begins with its subject or a verb, not with a question. */
const isQuestion = (sentence: string): boolean =>
  /^(What|Who|Whom|Whose|Of|That|Those|Which|Whether|Whatever|Whoever|How|Why|Where|When) /.test(sentence);

/** All texts of these names, at any depth; examples are data. */
function textsIn(value: unknown, names = ['description', 'summary', 'title']): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, names));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    if (name === 'example' || name === 'examples') return [];
    return typeof each === 'string' ? (names.includes(name) ? [each] : []) : textsIn(each, names);
  });
}

const admin = adminOf(await testApp());
const silent = { write: () => {} };
const io = { stdout: silent, stderr: silent } as unknown as Parameters<typeof buildProgram>[0];

const helpOf = (command: Command): string[] => [
  command.description(),
  command.summary(),
  ...command.options.map(({ description }) => description),
  ...command.registeredArguments.map(({ description }) => description),
  ...command.commands.flatMap(helpOf),
];

describe('descriptions begin with their subject', () => {
  it.each(['generation=2', 'generation=3', 'surface=admin'])(
    'in the OpenAPI document %s',
    async (document) => {
      const { body } = await admin('GET', `/openapi.json?${document}`);
      const texts = textsIn(body);
      expect(texts.length).toBeGreaterThan(100);
      expect(texts.filter(isQuestion)).toEqual([]);
    },
  );

  it('in the schemas of settings and reports, and in the tools for agents', () => {
    const texts = [configSchema(), reportSchema(), tools].flatMap((each) => textsIn(each));
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter(isQuestion)).toEqual([]);
  });

  it('in the help of every verb', () => {
    const texts = helpOf(buildProgram(io, () => {}));
    expect(texts.length).toBeGreaterThan(500);
    expect(texts.filter(isQuestion)).toEqual([]);
  });

  it('in the register of decisions', () => {
    expect(textsIn(allDecisions, ['what', 'strict']).filter(isQuestion)).toEqual([]);
  });
});
