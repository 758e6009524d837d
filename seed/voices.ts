import type { Voice } from './voice.ts';
import { ara } from './words/ara.ts';
import { deu } from './words/deu.ts';
import { eng } from './words/eng.ts';
import { fra } from './words/fra.ts';
import { hin } from './words/hin.ts';
import { ind } from './words/ind.ts';
import { ita } from './words/ita.ts';
import { jpn } from './words/jpn.ts';
import { kor } from './words/kor.ts';
import { nld } from './words/nld.ts';
import { por } from './words/por.ts';
import { spa } from './words/spa.ts';
import { tur } from './words/tur.ts';
import { zhs } from './words/zhs.ts';
import { zht } from './words/zht.ts';

const voices: Readonly<Record<string, Voice>> = {
  ara,
  deu,
  eng,
  fra,
  hin,
  ind,
  ita,
  jpn,
  kor,
  nld,
  por,
  spa,
  tur,
  zhs,
  zht,
};

/** The voice of a language. */
export const voiceOf = (language: string): Voice => voices[language] ?? eng;
