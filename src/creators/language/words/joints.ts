import { wordSet } from '../tokens.ts';

// Words that say how two places stand together, in all languages. Without accents, as in tokens.

/** `from Spain, based in France`: where creators live, beside where they come from. */
export const situated = wordSet(
  'based located living live lives reside residing basados basadas residentes viven residen ubicados ubicadas bases basees vivant vivent installes installees residant ansassig ansassige leben lebend lebende wohnhaft wohnen basati basate vivono residenti baseados baseadas vivem moram gevestigd wonen wonende woonachtig yasayan mieszkajacy mieszkajace mieszkaja berbasis tinggal живущие проживающие живут مقيمين مقيمون يعيشون',
);

/** `not from India and from Spain`: nobody knows whether Spain is wanted. `no creators from India and from Spain` says it. */
export const prepositions = wordSet('dari from in de en aus von d da di do du des uit van z из');

export const orWords = wordSet(
  'or nor o ni oder noch ou nem veya или либо ни 或 または もしくは か 또는 혹은 이나 나 أو या अथवा of lub albo oppure atau',
);

/** Negations that follow another one. */
export const norWords = wordSet('nor ni nem ne ani');

/** Negations that stand for what is not there. */
export const nothingWords = wordSet(
  'nothing anything nada nadie rien personne nichts niemand niente nulla nessuno niets niemand nic nikt nikogo ничего никого',
);

/** Words that begin what is said of creators. */
export const relatives = wordSet(
  'whose cuya cuyo dont deren dessen cujo cuja waarvan wiens ktorych ktorego чья чей чьи',
);

/** Words before what is wanted: `no micro influencers, just macro ones`. */
export const onlyWords = wordSet(
  'include includes including incluye incluir incluyendo inclure includere includi inklusive einschliesslich inclusief uwzglednij включая включить only just rather instead solo solamente seulement uniquement plutot nur sondern soltanto bensi apenas somente alleen maar tylko sadece yalnizca hanya только だけ 만 只要 exclusively unicamente exclusivamente exclusivement ausschliesslich esclusivamente uitsluitend wylacznie исключительно saja のみ 仅 فقط केवल सिर्फ endast bara',
);

/** Who is not meant: `nobody from India`. */
export const nobody =
  /^(?:nobody|no one|noone|none|nadie|ningun|personne|niemand|nessun|ninguem|nikt|nikogo|никто|никого|لا أحد)/;

/** Where an advertiser is, creators are to be too. */
export const localWords =
  /^(?:there|locals?|locally|dort|vor ort|alli|ahi|la-bas|sur place|locaux|locales|locais|locali|daar|lokal\S*|tam|там|orada|sana|setempat)$/;

/** Verbs of exclusion, and words for an exception. */
export const excluding =
  /^(?:exclu|exclud|leav|skip|filter|avoid|remov|ban|reject|except|ausschl|ausser|ausgen|exclure|exclue|evit|ecart|sauf|hormis|salvo|excepto|exceto|quit|elimin|tranne|eccetto|esclu|behalve|uitsluit|vermijd|oprocz|wyklucz|pomi|poza|кроме|исключ|за исключением|kecuali|hindari|singkirkan|排除|剔除|去掉|除了|除|不要|不含|不包括|不想要|باستثناء|استبعد|عدا|ما عدا)/;

/** Before whoever does something: `sponsored by`. */
export const byWords = wordSet('by von por par da dal door przez av oleh');

/** Answers in a field of a form. */
export const noWords = wordSet(
  'no none not non nein keine nee geen nie ne nao nenhum nenhuma nessuno nessuna ninguno ninguna aucun aucune brak tidak hayir нет なし 無し いいえ 不可 없음 아니오 아니요 否 无 無 不 لا नहीं false ❌ ✖ 🚫 ✗ x n',
);

export const yesWords = wordSet(
  'yes y true ja si sim oui tak evet ya iya да はい あり 有り 可 예 네 있음 是 有 نعم हां हाँ ok required obligatoire obligatorio obrigatorio pflicht verplicht zorunlu wajib обязательно 必須 필수 必须 ✅ ✓ ✔ 👍',
);
