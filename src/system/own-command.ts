/** The command that runs this program: of the package, or in a clone, which has none, that of npm. */
export const ownCommand = import.meta.url.endsWith('.ts') ? 'npm start -s --' : 'creator-sandbox';
