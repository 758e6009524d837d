/** Why a version of Node cannot run the program, in one sentence; undefined if it can. SQLite would crash older ones. */
export function nodeFlaw(version: string): string | undefined {
  const [major, minor] = version.split('.').map(Number) as [number, number];
  if (major > 22 || (major === 22 && minor >= 18)) return undefined;
  return `creator-sandbox needs Node 22.18 or newer; this is Node ${version}. \`npm install --save-dev node@24\` brings one into a project, for npx and its scripts.`;
}
