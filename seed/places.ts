/**
 * Places where people live, with their languages and names. Coordinates are city centres. A country whose
 * parts speak different languages has an entry for each part.
 */
export interface Country {
  weight: number;
  code: string;
  languages: readonly { code: string; weight: number }[];
  names: NameSource;
  /** Hours by which its local time is ahead of UTC. */
  utc: number;
  cities: readonly City[];
}

export interface City {
  name: string;
  lat: number;
  lng: number;
}

/** A list of names (`words/given.ts`, `words/family.ts`), or of names with their Latin spelling (`words/names.ts`). */
export type NameSource =
  | 'en_US'
  | 'en_GB'
  | 'en_CA'
  | 'en_AU'
  | 'en_IE'
  | 'en_NG'
  | 'en_ZA'
  | 'en_IN'
  | 'es'
  | 'es_MX'
  | 'pt_BR'
  | 'pt_PT'
  | 'fr'
  | 'fr_BE'
  | 'de'
  | 'de_AT'
  | 'de_CH'
  | 'it'
  | 'nl'
  | 'id_ID'
  | 'tr'
  | 'jpn'
  | 'kor'
  | 'ara'
  | 'zht'
  | 'zhs';

const languageWeights = (text: string): { code: string; weight: number }[] =>
  text.split(' ').map((part) => {
    const [code = '', weight = '1'] = part.split(':');
    return { code, weight: Number(weight) };
  });

const cities = (text: string): City[] =>
  text.split('|').map((part) => {
    const [name = '', lat = '0', lng = '0'] = part.split('/');
    return { name, lat: Number(lat), lng: Number(lng) };
  });

const country = (
  code: string,
  weight: number,
  names: NameSource,
  languages: string,
  utc: number,
  places: string,
): Country => ({ code, weight, names, languages: languageWeights(languages), utc, cities: cities(places) });

export const countries: readonly Country[] = [
  country(
    'USA',
    20,
    'en_US',
    'eng:92 spa:8',
    -6,
    'Chicago/41.88/-87.63|Austin/30.27/-97.74|Portland/45.52/-122.68|Brooklyn/40.65/-73.95|San Diego/32.72/-117.16|Nashville/36.16/-86.78|Denver/39.74/-104.99|Atlanta/33.75/-84.39',
  ),
  country(
    'GBR',
    7,
    'en_GB',
    'eng',
    0,
    'London/51.51/-0.13|Manchester/53.48/-2.24|Bristol/51.45/-2.59|Leeds/53.8/-1.55|Glasgow/55.86/-4.25|Brighton/50.82/-0.14',
  ),
  country(
    'CAN',
    3.1,
    'en_CA',
    'eng',
    -5,
    'Toronto/43.65/-79.38|Vancouver/49.28/-123.12|Calgary/51.05/-114.07|Halifax/44.65/-63.57|Ottawa/45.42/-75.7',
  ),
  country(
    'AUS',
    4,
    'en_AU',
    'eng',
    10,
    'Melbourne/-37.81/144.96|Sydney/-33.87/151.21|Brisbane/-27.47/153.03|Perth/-31.95/115.86|Hobart/-42.88/147.33',
  ),
  country('IRL', 1, 'en_IE', 'eng', 0, 'Dublin/53.35/-6.26|Cork/51.9/-8.47|Galway/53.27/-9.05'),
  country(
    'NGA',
    2,
    'en_NG',
    'eng',
    1,
    'Lagos/6.52/3.38|Abuja/9.08/7.4|Ibadan/7.38/3.95|Port Harcourt/4.82/7.05',
  ),
  country(
    'ZAF',
    1.5,
    'en_ZA',
    'eng',
    2,
    'Cape Town/-33.92/18.42|Johannesburg/-26.2/28.05|Durban/-29.86/31.02',
  ),
  country(
    'IND',
    9,
    'en_IN',
    'hin:62 eng:38',
    5,
    'Mumbai/19.08/72.88|Delhi/28.61/77.21|Bengaluru/12.97/77.59|Jaipur/26.91/75.79|Pune/18.52/73.86|Lucknow/26.85/80.95|Indore/22.72/75.86',
  ),
  country(
    'MEX',
    6,
    'es_MX',
    'spa',
    -6,
    'Ciudad de México/19.43/-99.13|Guadalajara/20.66/-103.35|Monterrey/25.69/-100.32|Oaxaca/17.07/-96.72|Mérida/20.97/-89.62|Puebla/19.04/-98.21',
  ),
  country(
    'ESP',
    5,
    'es',
    'spa',
    1,
    'Madrid/40.42/-3.7|Barcelona/41.39/2.17|Sevilla/37.39/-5.98|Valencia/39.47/-0.38|Bilbao/43.26/-2.93|Granada/37.18/-3.6',
  ),
  country(
    'ARG',
    3,
    'es',
    'spa',
    -3,
    'Buenos Aires/-34.6/-58.38|Córdoba/-31.42/-64.18|Rosario/-32.94/-60.64|Mendoza/-32.89/-68.85',
  ),
  country(
    'COL',
    3,
    'es_MX',
    'spa',
    -5,
    'Bogotá/4.71/-74.07|Medellín/6.24/-75.58|Cali/3.45/-76.53|Cartagena/10.39/-75.51',
  ),
  country(
    'BRA',
    9,
    'pt_BR',
    'por',
    -3,
    'São Paulo/-23.55/-46.63|Rio de Janeiro/-22.91/-43.17|Belo Horizonte/-19.92/-43.94|Salvador/-12.97/-38.5|Curitiba/-25.43/-49.27|Recife/-8.05/-34.88|Florianópolis/-27.6/-48.55',
  ),
  country(
    'PRT',
    1.5,
    'pt_PT',
    'por',
    0,
    'Lisboa/38.72/-9.14|Porto/41.15/-8.61|Braga/41.55/-8.42|Coimbra/40.21/-8.43',
  ),
  country(
    'FRA',
    6,
    'fr',
    'fra',
    1,
    'Paris/48.86/2.35|Lyon/45.76/4.84|Marseille/43.3/5.37|Bordeaux/44.84/-0.58|Nantes/47.22/-1.55|Lille/50.63/3.06|Toulouse/43.6/1.44',
  ),
  country('CAN', 0.9, 'fr', 'fra', -5, 'Montréal/45.5/-73.57|Québec/46.81/-71.21|Gatineau/45.48/-75.7'),
  country('BEL', 0.6, 'fr_BE', 'fra', 1, 'Bruxelles/50.85/4.35|Liège/50.63/5.57|Namur/50.47/4.87'),
  country(
    'BEL',
    0.9,
    'nl',
    'nld',
    1,
    'Antwerpen/51.22/4.4|Gent/51.05/3.72|Leuven/50.88/4.7|Brussel/50.85/4.35',
  ),
  country(
    'NLD',
    2.5,
    'nl',
    'nld',
    1,
    'Amsterdam/52.37/4.9|Rotterdam/51.92/4.48|Utrecht/52.09/5.12|Eindhoven/51.44/5.48|Groningen/53.22/6.57',
  ),
  country(
    'DEU',
    6,
    'de',
    'deu',
    1,
    'Berlin/52.52/13.41|Hamburg/53.55/9.99|München/48.14/11.58|Köln/50.94/6.96|Leipzig/51.34/12.37|Stuttgart/48.78/9.18|Freiburg/48/7.85',
  ),
  country(
    'AUT',
    1,
    'de_AT',
    'deu',
    1,
    'Wien/48.21/16.37|Graz/47.07/15.44|Salzburg/47.81/13.06|Innsbruck/47.27/11.39',
  ),
  country(
    'CHE',
    1,
    'de_CH',
    'deu',
    1,
    'Zürich/47.38/8.54|Bern/46.95/7.45|Basel/47.56/7.59|Luzern/47.05/8.31',
  ),
  country('CHE', 0.5, 'fr', 'fra', 1, 'Genève/46.2/6.14|Lausanne/46.52/6.63|Fribourg/46.8/7.15'),
  country('CHE', 0.25, 'it', 'ita', 1, 'Lugano/46/8.95|Bellinzona/46.19/9.02|Locarno/46.17/8.8'),
  country(
    'ITA',
    5,
    'it',
    'ita',
    1,
    'Roma/41.9/12.5|Milano/45.46/9.19|Napoli/40.85/14.27|Torino/45.07/7.69|Bologna/44.49/11.34|Firenze/43.77/11.26|Palermo/38.12/13.36',
  ),
  country(
    'IDN',
    6,
    'id_ID',
    'ind',
    7,
    'Jakarta/-6.21/106.85|Bandung/-6.92/107.62|Yogyakarta/-7.8/110.37|Surabaya/-7.26/112.75|Denpasar/-8.65/115.22|Medan/3.6/98.67',
  ),
  country(
    'TUR',
    4,
    'tr',
    'tur',
    3,
    'İstanbul/41.01/28.98|Ankara/39.93/32.86|İzmir/38.42/27.14|Antalya/36.9/30.71|Bursa/40.19/29.06|Eskişehir/39.78/30.52',
  ),
  country(
    'JPN',
    5,
    'jpn',
    'jpn',
    9,
    '東京/35.68/139.69|大阪/34.69/135.5|京都/35.01/135.77|福岡/33.59/130.4|札幌/43.06/141.35|名古屋/35.18/136.91|鎌倉/35.32/139.55',
  ),
  country(
    'KOR',
    4,
    'kor',
    'kor',
    9,
    '서울/37.57/126.98|부산/35.18/129.08|대구/35.87/128.6|제주/33.5/126.53|인천/37.46/126.71|전주/35.82/127.15',
  ),
  country(
    'TWN',
    2.5,
    'zht',
    'zht',
    8,
    '台北/25.03/121.57|台中/24.15/120.67|台南/22.99/120.2|高雄/22.62/120.3|花蓮/23.99/121.6',
  ),
  country('HKG', 1, 'zht', 'zht:85 eng:15', 8, '香港/22.3/114.17|九龍/22.32/114.17|沙田/22.38/114.19'),
  country(
    'SGP',
    1,
    'zhs',
    'zhs:50 eng:50',
    8,
    'Singapore/1.35/103.82|Tiong Bahru/1.29/103.83|Katong/1.31/103.9',
  ),
  country(
    'MYS',
    1.2,
    'zhs',
    'zhs:75 eng:25',
    8,
    '吉隆坡/3.14/101.69|槟城/5.41/100.33|怡保/4.6/101.08|新山/1.49/103.74',
  ),
  country(
    'EGY',
    2.2,
    'ara',
    'ara',
    2,
    'القاهرة/30.04/31.24|الإسكندرية/31.2/29.92|الجيزة/30.01/31.21|الأقصر/25.69/32.64',
  ),
  country('SAU', 2, 'ara', 'ara', 3, 'الرياض/24.71/46.68|جدة/21.49/39.19|الدمام/26.43/50.1|أبها/18.22/42.51'),
  country('ARE', 1, 'ara', 'ara:75 eng:25', 4, 'دبي/25.2/55.27|أبوظبي/24.45/54.38|الشارقة/25.35/55.41'),
  country(
    'MAR',
    1,
    'ara',
    'ara:75 fra:25',
    1,
    'الدار البيضاء/33.57/-7.59|مراكش/31.63/-8|فاس/34.03/-5|طنجة/35.77/-5.8',
  ),
];

/** ISO 3166-1 alpha-2 of every country. */
export const regionOf: Readonly<Record<string, string>> = {
  USA: 'US',
  GBR: 'GB',
  CAN: 'CA',
  AUS: 'AU',
  IRL: 'IE',
  NGA: 'NG',
  ZAF: 'ZA',
  IND: 'IN',
  MEX: 'MX',
  ESP: 'ES',
  ARG: 'AR',
  COL: 'CO',
  BRA: 'BR',
  PRT: 'PT',
  FRA: 'FR',
  BEL: 'BE',
  NLD: 'NL',
  DEU: 'DE',
  AUT: 'AT',
  CHE: 'CH',
  ITA: 'IT',
  IDN: 'ID',
  TUR: 'TR',
  JPN: 'JP',
  KOR: 'KR',
  TWN: 'TW',
  HKG: 'HK',
  SGP: 'SG',
  MYS: 'MY',
  EGY: 'EG',
  SAU: 'SA',
  ARE: 'AE',
  MAR: 'MA',
};

/** The countries where a language is spoken, those with most speakers first. Audiences abroad are from these. */
export const abroad: Readonly<Record<string, readonly string[]>> = {
  eng: ['USA', 'GBR', 'CAN', 'AUS', 'IND', 'PHL', 'ZAF', 'NGA'],
  spa: ['MEX', 'ESP', 'COL', 'ARG', 'USA', 'PER', 'CHL'],
  por: ['BRA', 'PRT', 'AGO', 'MOZ', 'USA'],
  fra: ['FRA', 'BEL', 'CAN', 'CHE', 'MAR', 'SEN'],
  deu: ['DEU', 'AUT', 'CHE', 'LUX', 'USA'],
  ita: ['ITA', 'CHE', 'DEU', 'USA', 'ARG'],
  nld: ['NLD', 'BEL', 'DEU', 'ZAF', 'USA'],
  ind: ['IDN', 'MYS', 'SGP', 'TWN', 'NLD'],
  jpn: ['JPN', 'USA', 'TWN', 'KOR', 'THA'],
  kor: ['KOR', 'USA', 'JPN', 'VNM', 'IDN'],
  ara: ['EGY', 'SAU', 'ARE', 'MAR', 'IRQ', 'DZA'],
  hin: ['IND', 'NPL', 'ARE', 'USA', 'GBR'],
  tur: ['TUR', 'DEU', 'NLD', 'AZE', 'AUT'],
  zht: ['TWN', 'HKG', 'MYS', 'USA', 'CAN'],
  zhs: ['MYS', 'SGP', 'TWN', 'USA', 'AUS'],
};

/** Codes of subtitle tracks (contract 7: `.en`, `.zh-Hant`). */
export const trackCodes: Readonly<Record<string, string>> = {
  eng: 'en',
  spa: 'es',
  por: 'pt',
  fra: 'fr',
  deu: 'de',
  ita: 'it',
  nld: 'nl',
  ind: 'id',
  jpn: 'ja',
  kor: 'ko',
  ara: 'ar',
  hin: 'hi',
  tur: 'tr',
  zht: 'zh-Hant',
  zhs: 'zh-Hans',
};
