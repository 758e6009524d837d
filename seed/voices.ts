import ara from './data/voices/ara.json' with { type: 'json' };
import deu from './data/voices/deu.json' with { type: 'json' };
import eng from './data/voices/eng.json' with { type: 'json' };
import fra from './data/voices/fra.json' with { type: 'json' };
import hin from './data/voices/hin.json' with { type: 'json' };
import ind from './data/voices/ind.json' with { type: 'json' };
import ita from './data/voices/ita.json' with { type: 'json' };
import jpn from './data/voices/jpn.json' with { type: 'json' };
import kor from './data/voices/kor.json' with { type: 'json' };
import nld from './data/voices/nld.json' with { type: 'json' };
import por from './data/voices/por.json' with { type: 'json' };
import spa from './data/voices/spa.json' with { type: 'json' };
import tur from './data/voices/tur.json' with { type: 'json' };
import zhs from './data/voices/zhs.json' with { type: 'json' };
import zht from './data/voices/zht.json' with { type: 'json' };
import type { Voice } from './voice.ts';

export const voices: Readonly<Record<string, Voice>> = {
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
