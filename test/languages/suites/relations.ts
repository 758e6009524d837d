import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Relations that hold for any creator of any service, so that they hold for its recordings too. */

const { CREATOR_SANDBOX_URL: url = '', CREATOR_SANDBOX_KEY: key = '' } = process.env;

async function call(path: string, body?: object) {
  const headers = {
    [path.startsWith('/v2') ? 'apiid' : 'api-key']: key,
    ...(body && { 'content-type': 'application/json' }),
  };
  const reply = await fetch(url + path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: (await reply.json()) as { data: never; errorCode?: string } };
}

interface Profile {
  uniqueId: string;
  totalFollowers: number;
  gramId?: string;
}

const query = '?uniqueId=sample.creator';

void test('one creator is one creator in both generations', async () => {
  const profile = (await call(`/clip/profile${query}`)).body.data as Profile;
  const { basicClip } = (await call('/v2/clipBasic?clipId=sample.creator')).body.data as {
    basicClip: { clipId: string; followers: number };
  };
  assert.equal(basicClip.clipId, profile.uniqueId);
  assert.equal(basicClip.followers, profile.totalFollowers);
});

void test('every result of a search has more than it was asked for, the largest first', async () => {
  const body = {
    filters: [{ filterName: 'plays', op: '>', value: 100 }],
    pageSize: 5,
    offset: 0,
    sortBy: 'plays',
    desc: true,
  };
  const { contentList } = (await call('/clip/content-search', body)).body.data as {
    contentList: { plays: number }[];
  };
  assert.ok(contentList.length > 1);
  const plays = contentList.map((each) => each.plays);
  assert.deepEqual(
    plays,
    plays.toSorted((a, b) => b - a),
  );
});

void test('a creator that nobody knows is refused', async () => {
  const { status, body } = await call('/clip/profile?uniqueId=no.such.creator');
  assert.deepEqual([status, body.errorCode], [404, 'NOT_FOUND']);
});
