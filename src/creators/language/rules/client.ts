import { dayMs } from '../../../core/durations.ts';
import type { Item, ItemOf } from '../items.ts';
import { itemIn, type Parts, type Rule } from '../parts.ts';
import { localWords } from '../words/joints.ts';
import { recencyOf } from './recency.ts';

/** Clients and their campaigns: what they are, where and when is nothing that creators must be. */
export const readClient: Rule = (parts) => {
  // `our summer drop` is what the client sells
  parts.reduce(/(?<=[g?tp])x/g, ({ items: [item], at }) =>
    item?.text === 'drop' && !askedFirst.test(parts.items[at - 1]?.text ?? '') ? { kind: 'word' } : undefined,
  );
  readDates(parts);
  // one place at a time, because each changes the items behind it
  for (const at of parts.items.keys()) {
    readSpan(parts, at);
    readWares(parts, at);
  }
};

const askedFirst = /^(?:please|and|or|also|then|to|just|so|but|now|pls)$/;

/** `posted since 3 May`, `the campaign runs from 3 March to 20 April`; any other date is not understood. */
function readDates(parts: Parts): void {
  parts.reduce(/[zZ][gkh?L]{0,4}[Lcgh?]2/g, (found) => {
    const { date } = itemIn(found, 'date') as ItemOf<'date'>;
    const link = found.items.at(-2)?.text ?? '';
    const active = itemIn(found, 'activity')?.yes === true;
    const [isSince, isBefore] = [startWords.test(link), beforeWords.test(link)];
    if (date.month === undefined || !(isSince || isBefore)) return undefined;
    const now = new Date(parts.now);
    const start = (year: number) => Date.UTC(year, date.month ?? 0, date.day);
    const thisYear = start(now.getUTCFullYear());
    const day =
      date.year === undefined
        ? thisYear > parts.now
          ? start(now.getUTCFullYear() - 1)
          : thisYear
        : start(date.year);
    return recencyOf(parts.now, active === isSince, (parts.now - day) / dayMs);
  });
  parts.reduce(/[cLb/gM]?g?2(?:g?[cj/g-]g?2)?/g, ({ items, at }) => {
    const near = parts.items.slice(Math.max(0, at - 7), at + items.length + 5);
    return near.some(({ text }) => events.test(text)) ? { kind: 'used' } : { kind: 'lost' };
  });
}
const startWords =
  /^(?:since|after|from|desde|despues de|a partir de|depuis|apres|seit|nach|ab|depois de|dal|dopo|sinds|na|vanaf|od|po|с|после|sejak|setelah|从|منذ|بعد)$/;
const beforeWords =
  /^(?:before|antes de|antes del|avant|vor|antes|prima di|prima del|voor|przed|до|sebelum|قبل)$/;
const events =
  /^(?:campa|kampa|кампан|launch|lanz|lanc|lanci|start|begin|beginn|event|evento|shoot|deadline|go(?:es)? live|goes|runs?$|running|kick|drop|release|opening|booked|book|reply|answer|get back|until$|till$|due|brief|project|proyecto|projet|projekt|progetto|proje|проект|запуск|акци|premier|inici|debut|arranc|empieza|comienz|comec|commenc|demarr|inizi|parte$|startet|starten|rozpocz|rusza|basla|lansman|mulai|peluncuran|キャンペーン|発売|公開|開始|캠페인|출시|시작|活动|上线|发布会|حملة|إطلاق|अभियान|कैंपेन|लॉन्च)/;

/**
 * `we are a family-run bakery in Lyon looking for hikers`, `client: a cat café in Lyon.`, `our client, a label from Sweden,
 * wants cooks`, `for a furniture maker from Sweden we need cooks`. Where the last two are says nothing about creators.
 */
function readSpan(parts: Parts, at: number): void {
  const { items, letters } = parts;
  // `for a kitchen brand: home cooks`
  const isHeading =
    clients.test(items[at]?.text ?? '') && letters[at + 1] === ':' && !/[t?]$/.test(parts.before(at));
  const words = parts.words(at, at + 4);
  const isOther = ourClient.test(words) || forWhom.test(words);
  if (!isHeading && !isOther && !isIntroduction(parts, at)) return;
  const isEnd = ({ kind, text }: Item, place: number) =>
    kind === 'stop' ||
    wanting.test(text) ||
    (kind === 'colon' && !(isHeading && place === 0)) ||
    (kind === 'break' &&
      !ourClient.test(words) &&
      !(isHeading && !/^.{1,3}:/.test(letters.slice(at + place + 2))));
  const behind = items.slice(at + 1, at + 12).findIndex(isEnd);
  const end = behind === -1 && isHeading ? Math.min(items.length, at + 12) : at + 1 + behind;
  const span = letters.slice(at, end);
  if (end === at || /[i0]/.test(span)) return;
  const isElsewhere =
    isOther &&
    (ourClient.test(words) || items.slice(at, end).some(({ text }) => businesses.test(text))) &&
    !items.some(({ text }) => localWords.test(text));
  if (isOther && !isElsewhere) return;
  const rest = letters.slice(0, at) + letters.slice(end);
  const isOfClient = (item: Item) =>
    (item.kind === 'niche' && /(?<!x[^.,;]{0,6})t/.test(rest)) ||
    (item.kind === 'place' && (isElsewhere || /[pP]/.test(rest)));
  if (span.search(/[tpP]/) === -1) return;
  parts.replaceAll(
    items.map(
      (item, place): Item =>
        place >= at && place < end && isOfClient(item) ? { kind: 'used', text: item.text } : item,
    ),
  );
}

/** `yoga creators for a sneaker launch`, `creadores de yoga para una marca de zapatillas`: beside another niche, that of the client is none. */
function readWares(parts: Parts, at: number): void {
  const { items, letters } = parts;
  if (letters[at] !== 't') return;
  const list = /^t(?:[j,]?t){0,2}/.exec(letters.slice(at))?.[0] ?? '';
  const end = at + list.length;
  const isOf = (item: Item | undefined) =>
    businesses.test(item?.text ?? '') || campaigns.test(item?.text ?? '');
  const [before, behind] = [parts.words(Math.max(0, at - 4), at), items.slice(end, end + 2)];
  const isAhead =
    behindFor.test(before) && (isOf(behind[0]) || (/^[g?/]/.test(letters.slice(end)) && isOf(behind[1])));
  const isBehind = ofWares.test(before) && items.slice(Math.max(0, at - 3), at).some(isOf);
  const rest = letters.slice(0, at) + letters.slice(end);
  if (!(isAhead || isBehind) || !/(?<!x[^.,;]{0,6})t/.test(rest)) return;
  parts.replaceAll(
    items.map((item, place): Item => (place >= at && place < end ? { kind: 'used', text: item.text } : item)),
  );
}
const behindFor =
  /(?:^| )(?:for (?:an?|our|the|my|this|their)|fur (?:eine?n?|unser\S*|den|die|das)|voor (?:een|onze|ons|de|het)|for (?:ett|en|var)|till (?:ett|en|var\S*))(?: (?:new|big|small|neue\S*|grosse\S*|nieuwe?|ny|nytt))?$/;
const ofWares =
  /(?:^| )(?:para|por|pour|per) (?:(?:una?|um|uma|une|un|nuestr[oa]|noss[oa]|notre|la|el|il|le|l'|o|a|nuov[oa]) ){0,2}\S+ (?:de|di|d|da|do)(?: (?:la|el|los|las))?$/;
const campaigns =
  /^(?:campa[ign]|kampa|launch|drop$|release|collab|line$|range$|lanz|lanc|lansering|lancering|collection|kollektion|coleccion|collezione|colecao|collectie)/;
const ourClient =
  /^(?:(?:the )?client (?:is|:)|(?:our|my|unser|mein|nuestr[oa]|mi|notre|mon|(?:il )?nostro|(?:il )?mio|(?:o )?nosso|(?:o )?meu|onze|mijn|nasz|moj|наш|мой|var) (?:client|customer|kunde|cliente|klant|klient|клиент|kund)|klien kami|musterimiz)(?: |$)/;
const forWhom =
  /^(?:for (?:an?|our|my|the|en|ett|var)|fur (?:eine?n?|unser\S*|den|die|das)|para (?:un[ao]?|uma?|nuestr[oa]|noss[oa]|el|la)|pour (?:une?|notre|le|la)|per (?:un[ao]?|il|la)|voor (?:een|onze|ons)|dla|для|untuk) /;
/** Kinds of advertisers. */
export const businesses =
  /^(?:business(?:es)?|hotels?|resort|restaurant|bakery|shop|store|label|maker|manufacturer|producer|company|firm|chain|retailer|publisher|roaster|brewery|winery|supplier|startup|brand|agency|marca|empresa|fabricante|tienda|cadena|editorial|agencia|loja|editora|marque|entreprise|fabricant|boutique|editeur|agence|azienda|marchio|produttore|negozio|catena|casa editrice|agenzia|merk|bedrijf|fabrikant|winkel|keten|uitgeverij|producent\S*|firmy|marki|sklepu|sieci|wydawnictwa|производител\S*|компани\S*|бренда|магазина|produsen|perusahaan|toko|merek)$|(?:hersteller|marke|firma|unternehmen|verlag|hotel|kette|anbieter|handler|laden|brauerei|rosterei|agentur|fabrikant|merk|winkel|tillverkare|foretag|kedja|butik)s?$/;

const isIntroduction = (parts: Parts, at: number): boolean =>
  weAre.test(parts.words(at, at + 4)) ||
  (/(?:^|[.,])g?$/.test(parts.before(at)) &&
    /です|입니다|^我们是|(?:firma|marka|sirket|ajans|isletme|magaza)(?:y?[iu]z)\b/.test(
      parts.words(at, at + 8).replaceAll(' ', ''),
    ));
const weAre =
  /^(?:we are|we re|we (?:run|own) |we're|i am (?:with|from)|i'm (?:with|from)|on behalf of|i represent|we represent|i work (?:for|at)|as an? |our \S+ (?:need|want|look|seek|is (?:look|called|named))|lavoro (?:per|in|con)|je travaille|trabajo (?:en|para)|trabalho (?:em|para|n)|ich arbeite|ik werk|pracuje (?:w|dla)|я работаю|saya bekerja|our \S+ \S+ (?:need|want|look|seek)|somos|soy de|nous sommes|on est|wir sind|siamo|wij zijn|we zijn|jestesmy|biz bir|мы |kami|我们是|저희는|私たちは|弊社は)/;
export const wanting =
  /^(?:look|need|want|seek|search|after$|find|like|list|id$|i'd|would|hire|busca|quer|necesit|procur|precis|cherch|recherch|voudr|such|brauch|cerc|vorr|zoek|szuk|potrzeb|ariyor|ищем|нужн|mencari|butuh|想|找|探)/;

export const clients =
  /(?:^| )(?:client|customer|kund[ei]n?|klant|cliente|klient|клиента?|musteri(?:miz)?|klien|brand|marca|marque|marke|merk|marka|бренд)$/;
