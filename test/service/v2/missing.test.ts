import { expect, it } from 'vitest';
import { testApp } from '../../harness.ts';

const { ask, deps, available } = await testApp();

it.each([
  ['GET', '/v2/facebookBasic?facebookId=a'],
  ['POST', '/v2/facebookAdvancedSearch'],
  ['GET', '/v2/threadsHistory'],
  ['GET', '/v2/topicReport'],
  ['POST', '/v2//brandTable'],
] as const)('%s %s, which only the sandbox lacks, is a free problem that says so', async (method, url) => {
  const before = await available('demo-full');
  const reply = await ask({ method, url, headers: { apiid: 'demo-full' } });
  const operation = url.split('?', 1)[0]?.replaceAll('//', '/');
  expect([reply.status, reply.headers['content-type']]).toEqual([
    501,
    'application/problem+json; charset=utf-8',
  ]);
  expect(reply.body).toEqual({
    type: 'about:blank',
    title: 'Not Implemented',
    status: 501,
    detail: `The service has ${operation}, and this sandbox does not emulate it: this is no answer of the service.`,
    operation,
  });
  const entry = [...deps.journal.all()].at(-1);
  expect(entry).toMatchObject({ status: 501, operation: null, credits: 0, notes: [reply.body['detail']] });
  expect(await available('demo-full')).toBe(before);
});

it.each([
  ['DELETE', '/v2/facebookBasic'],
  ['GET', '/v2/facebooking'],
  ['GET', '/v2/brandtable'],
  ['GET', '/facebook/profile'],
] as const)('%s %s is an unknown path, as the service has it', async (method, url) => {
  const reply = await ask({ method, url, headers: { apiid: 'demo-full' } });
  expect([reply.status, reply.body['error']]).toEqual([404, 'Not Found']);
});
