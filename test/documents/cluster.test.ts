import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
import type { Service as KubernetesService } from 'kubernetes-types/core/v1.d.ts';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings } from '../../src/core/settings.ts';
import { flawsInManifests } from './manifests.ts';
import { blocksOf } from './pages.ts';
import { root } from './workshop.ts';

describe('docker-compose.cluster.yml', () => {
  const text = readFileSync(join(root, 'docker-compose.cluster.yml'), 'utf8');
  const { services, configs, volumes } = parse(text) as {
    services: Record<string, Service>;
    configs: { balancer: { content: string } };
    volumes: object;
  };
  const { database, replica, balancer } = services as Record<'database' | 'replica' | 'balancer', Service>;

  it('asks for one variable, the one that the page gives', () => {
    const required = [...text.matchAll(/\$\{(\w+)(?::\?[^}]*)?\}/g)].map(([, name]) => name);
    const [command] = blocksOf('docs/replicas.md').filter(({ notRun }) => notRun !== undefined);
    expect(new Set(required)).toEqual(new Set(['SANDBOX_DB_PASSWORD']));
    expect(command?.code).toContain('SANDBOX_DB_PASSWORD=');
  });

  it('gives the replicas settings that exist, and the ledger in its database', () => {
    const { settings, warnings } = readSettings({ env: filledIn(replica.environment) });
    const ledger = new URL(settings.ledger ?? '');
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = filledIn(database.environment);

    expect(warnings).toEqual([]);
    expect(services).toHaveProperty(ledger.hostname);
    expect([ledger.username, ledger.pathname, ledger.password]).toEqual([
      POSTGRES_USER,
      `/${POSTGRES_DB}`,
      POSTGRES_PASSWORD,
    ]);
  });

  it('publishes the port on which the balancer listens, and sends to the port of the replicas', () => {
    const { content } = configs.balancer;
    const published = filled(balancer.ports?.[0] ?? '');
    const [service, port] = /server-template \S+ \d+ (\S+)/.exec(content)?.[1]?.split(':') ?? [];

    expect(published.split(':').at(-1)).toBe(/bind :(\d+)/.exec(content)?.[1]);
    expect(services).toHaveProperty(service ?? '');
    expect(Number(port)).toBe(readSettings({ env: {} }).settings.port);
  });

  it('waits for services that have a health check, and names volumes that it has', () => {
    // The image has the health check of the replicas.
    const checked = ['replica', ...Object.keys(services).filter((name) => services[name]?.healthcheck)];
    expect(checked).toEqual(
      expect.arrayContaining(Object.values(services).flatMap((each) => Object.keys(each.depends_on ?? {}))),
    );
    expect(Object.keys(volumes)).toEqual(database.volumes?.map((volume) => volume.split(':')[0]));
  });
});

describe('recipes/kubernetes-replicas.yaml', () => {
  const recipe = (name: string) => readFileSync(join(root, 'recipes', name), 'utf8');
  const text = recipe('kubernetes-replicas.yaml');
  const [deployment, service] = parseAllDocuments(text).map((each) => each.toJS()) as [
    Deployment,
    KubernetesService,
  ];
  const { metadata, spec } = deployment.spec?.template ?? {};

  it('has a service and a deployment that select its pods', () => {
    expect(deployment.spec?.selector.matchLabels).toEqual(metadata?.labels);
    expect(service.spec?.selector).toEqual(metadata?.labels);
  });

  it('gives them settings that exist, and the port of the service', () => {
    const [container] = spec?.containers ?? [];
    const env = Object.fromEntries(
      container?.env?.map(({ name }) => [name, 'postgres://sandbox@db.example/x']) ?? [],
    );
    const { settings, warnings } = readSettings({ env });

    expect(warnings).toEqual([]);
    expect(settings.ledger).toBe('postgres://sandbox@db.example/x');
    expect(container?.ports).toEqual([{ name: 'http', containerPort: settings.port }]);
    expect(service.spec?.ports).toEqual([{ name: 'http', port: settings.port, targetPort: 'http' }]);
  });

  it('has only fields that Kubernetes has, as the other manifest', () => {
    const manifests = { replicas: text, one: recipe('kubernetes.yaml') };
    const names = ['matchLabels', 'containerPort', 'periodSeconds', 'secretKeyRef', 'drop', 'selector'];
    const wrong = Object.entries(manifests).flatMap(([file, yaml]) =>
      names.map((name) => {
        expect(yaml).toContain(`${name}:`);
        return [`${file}-${name}`, yaml.replaceAll(`${name}:`, `${name}s:`)];
      }),
    );
    const flaws = flawsInManifests({ ...manifests, ...Object.fromEntries(wrong) });

    expect(Object.keys(flaws).sort()).toEqual(wrong.map(([name]) => name).sort());
    for (const [name, said] of Object.entries(flaws))
      expect(said).toContain(`'"${name.split('-')[1]}s"' does not exist`);
  });
});

interface Service {
  environment: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  depends_on?: object;
  healthcheck?: object;
}

/** A text as compose fills it: the default of a variable where it has one, else a word. */
const filled = (text: string): string =>
  text.replaceAll(/\$\{\w+(?::([-?])([^}]*))?\}/g, (_, kind, rest) => (kind === '-' ? rest : 'word'));

const filledIn = (environment: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)]));
