import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

export interface PodSpec {
  securityContext: { runAsUser: number; runAsGroup: number };
  containers: {
    image: string;
    ports: { name: string; containerPort: number }[];
    resources: { limits: { memory: string } };
    securityContext: { readOnlyRootFilesystem: boolean; capabilities: { drop: string[] } };
    volumeMounts: { mountPath: string }[];
    startupProbe: { exec: { command: string[] } };
    readinessProbe: { exec: { command: string[] } };
    livenessProbe: { exec: { command: string[] } };
  }[];
}

/** The container of a pod as options of `docker run`. */
export function podOptions({ containers: [container], securityContext: user }: PodSpec): string[] {
  if (!container) throw new Error('the pod has no container');
  const { securityContext, resources, volumeMounts } = container;
  return [
    ...(securityContext.readOnlyRootFilesystem ? ['--read-only'] : []),
    ...securityContext.capabilities.drop.map((name) => `--cap-drop=${name}`),
    ...volumeMounts.map(({ mountPath }) => `--tmpfs=${mountPath}`),
    '--security-opt=no-new-privileges',
    `--user=${user.runAsUser}:${user.runAsGroup}`,
    `--memory=${resources.limits.memory.replace('Mi', 'm')}`,
    '--no-healthcheck',
  ];
}

// Called with a manifest, it prints the options of its pod, a line each.
const [, program, manifest] = process.argv;
if (program === import.meta.filename && manifest !== undefined) {
  const [deployment] = parseAllDocuments(readFileSync(manifest, 'utf8'));
  if (!deployment) throw new Error(`${manifest} is empty`);
  const { spec } = deployment.toJS() as { spec: { template: { spec: PodSpec } } };
  console.log(podOptions(spec.template.spec).join('\n'));
}
