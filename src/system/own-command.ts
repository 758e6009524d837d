/** The line that runs this program: in a project `npx` finds it, in a clone npm does. */
export const ownCommand = import.meta.url.endsWith('.ts') ? 'npm start -s --' : 'npx creator-sandbox';
