import { describe, expect, it, onTestFinished } from 'vitest';
import { openRehearsal, releaseJobs } from './rehearsal.ts';

const opened = async (options = {}) => {
  const rehearsal = await openRehearsal(options);
  onTestFinished(() => rehearsal.close());
  return rehearsal;
};

const image = (tag: string) => `images.example/example/creator-sandbox:${tag}`;
const release = (version: string, flag: string) => ({
  flag,
  files: [`creator-sandbox-${version}.tgz`, 'sbom.json'],
});

/** What stands everywhere after 1.0.0. */
const first = {
  npm: [{ name: 'creator-sandbox', versions: ['1.0.0'], tags: { latest: '1.0.0' } }],
  python: [
    {
      version: '1.0.0',
      filename: 'pytest_creator_sandbox-1.0.0-py3-none-any.whl',
      fields: expect.objectContaining({
        ':action': 'file_upload',
        name: 'pytest-creator-sandbox',
        version: '1.0.0',
        requires_python: '>=3.9',
        requires_dist: expect.stringMatching(/^pytest ?\(?>=7\)?$/),
      }),
    },
  ],
  action: { v1: '1.0.0' },
  images: Object.fromEntries(['1.0.0', '1.0', '1', 'latest'].map((tag) => [image(tag), 'image of 1.0.0'])),
  signed: { 'image of 1.0.0': true },
  releases: { 'v1.0.0': release('1.0.0', '--latest') },
};

describe('a release', () => {
  it('publishes the first version, a second and a fix of the older line', async () => {
    const rehearsal = await opened();
    rehearsal.commit('1.0.0');
    expect(rehearsal.run('v1.0.0')).toBe(undefined);
    expect(await rehearsal.state()).toEqual(first);

    rehearsal.commit('1.1.0');
    expect(rehearsal.run('v1.1.0')).toBe(undefined);
    rehearsal.commit('1.0.1', { branch: '1.0.x' });
    expect(rehearsal.run('v1.0.1')).toBe(undefined);
    rehearsal.commit('1.2.0-rc.1');
    expect(rehearsal.run('v1.2.0-rc.1')).toBe(undefined);

    expect(await rehearsal.state()).toMatchObject({
      npm: [
        {
          versions: ['1.0.0', '1.1.0', '1.0.1', '1.2.0-rc.1'],
          tags: { latest: '1.1.0', 'release-1.0': '1.0.1', next: '1.2.0-rc.1' },
        },
      ],
      python: [{ version: '1.0.0' }, { version: '1.1.0' }, { version: '1.0.1' }, { version: '1.2.0rc1' }],
      action: { v1: '1.1.0' },
      images: {
        [image('1.0.0')]: 'image of 1.0.0',
        [image('1.0')]: 'image of 1.0.1',
        [image('1')]: 'image of 1.1.0',
        [image('latest')]: 'image of 1.1.0',
        [image('1.2.0-rc.1')]: 'image of 1.2.0-rc.1',
      },
      releases: {
        'v1.0.0': release('1.0.0', '--latest'),
        'v1.1.0': release('1.1.0', '--latest'),
        'v1.0.1': release('1.0.1', '--latest=false'),
        'v1.2.0-rc.1': release('1.2.0-rc.1', '--prerelease'),
      },
    });
  });

  const steps = Object.entries(releaseJobs()).flatMap(([job, { steps: all }]) =>
    all.map((each, step) => ({ job, step, does: each.run ?? each.uses ?? '' })),
  );
  it.each(steps.filter(({ does }) => /releases\/|build-push/.test(does)))(
    'goes on where it stopped when the runner is lost after a step of $job: $does',
    async (failure) => {
      const rehearsal = await opened();
      rehearsal.commit('1.0.0');
      expect(rehearsal.run('v1.0.0', failure)).toBe(`${failure.job}: the runner is lost`);
      if (failure.job !== 'release')
        expect(await rehearsal.state()).toMatchObject({ releases: {}, action: {} });
      expect(rehearsal.runFailedJobs()).toBe(undefined);
      expect(await rehearsal.state()).toEqual(first);
    },
  );

  it('goes on where it stopped when gh fails once, between two acts of a script', async () => {
    const rehearsal = await opened();
    rehearsal.commit('1.0.0');
    rehearsal.failOnce();
    expect(rehearsal.run('v1.0.0')).toContain('the service is away');
    expect(await rehearsal.state()).toMatchObject({ releases: {} });
    expect(rehearsal.runFailedJobs()).toBe(undefined);
    expect(await rehearsal.state()).toEqual(first);
  });

  it('moves the tag of the action over a changed workflow only with a token of the maintainer', async () => {
    const rehearsal = await opened();
    rehearsal.commit('1.0.0');
    rehearsal.run('v1.0.0');
    rehearsal.commit('1.1.0', { workflow: 'another' });
    expect(rehearsal.run('v1.1.0')).toContain(
      'A workflow changed since v1 was moved, so the token of a job may not move it to v1.1.0',
    );
    expect(await rehearsal.state()).toEqual(first);
    rehearsal.settings['HAS_TAG_TOKEN'] = 'true';
    expect(rehearsal.run('v1.1.0')).toBe(undefined);
    expect(await rehearsal.state()).toMatchObject({ action: { v1: '1.1.0' } });
  });
});

describe('the first minute of a release', () => {
  it('names everything that is missing, and publishes nothing', async () => {
    const rehearsal = await opened({ withoutPackage: true });
    rehearsal.commit('1.0.0', { branch: 'feature', red: true });
    Object.assign(rehearsal.settings, {
      VISIBILITY: 'private',
      IMAGE: '/example/creator-sandbox',
      PYTHON_UPLOAD: '',
    });
    const said = rehearsal.run('v1.0.0');
    for (const sentence of [
      'The variable IMAGE_REGISTRY of the repository is not set',
      'v1.0.0 is neither on main nor, as a fix of an older version, on the branch 1.0.x.',
      'The workflow "changes" has not passed for ',
      'The repository is not public',
      'The variables PYTHON_INDEX and PYTHON_UPLOAD of the repository are not set',
      'npm has no package "creator-sandbox"',
    ])
      expect(said).toContain(sentence);
    expect(await rehearsal.state()).toEqual({
      npm: [],
      python: [],
      action: {},
      images: {},
      signed: {},
      releases: {},
    });
  });
});
