import type { Voice } from './voice.ts';
import { eng } from './words/eng.ts';

const voices: Readonly<Record<string, Voice>> = { eng };

/** How people of a language sound. */
export const voiceOf = (language: string): Voice => voices[language] ?? eng;
