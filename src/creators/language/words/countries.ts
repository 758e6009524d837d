/**
 * Countries as people write them: alpha-3, alpha-2, names, adjectives and demonyms, and the languages that an
 * adjective can also mean. The list has more countries than the world, because a search
 * for creators of a missing country must find nobody rather than creators of all countries.
 */
export const countries: readonly CountryWords[] = parseCountries(`
USA US; united states|united states of america|america|the states|=usa|=eeuu|=ee uu|estados unidos|états-unis|=usa|vereinigte staaten|stati uniti|=сша|アメリカ|미국|美国|美國|الولايات المتحدة|अमेरिका; american;
GBR GB; united kingdom|=uk|great britain|=britain|england|scotland|wales|reino unido|=inglaterra|royaume uni|angleterre|großbritannien|regno unito|イギリス|영국|英国|英國|welsh; british|brit|scottish;
CAN CA; canada; canadian;
AUS AU; australia|オーストラリア|호주|澳洲|aussie; australian;
IRL IE; ireland; irish;
NZL NZ; new zealand; new zealander;
NGA NG; nigeria; nigerian;
ZAF ZA; south africa; south african;
KEN KE; kenya; kenyan;
GHA GH; ghana; ghanaian;
IND IN; india|bharat|भारत|インド|인도|印度|الهند; indian;
PAK PK; pakistan; pakistani;
BGD BD; bangladesh; bangladeshi;
NPL NP; nepal; nepali|nepalese;
LKA LK; sri lanka; sri lankan;
MEX MX; mexico|méjico|mexique|mexiko|messico|=mexicanos|=mexicanas|メキシコ|멕시코|墨西哥; mexican|mexicano|mexicana;
ESP ES; spain|españa|espagne|spanien|spagna|espanha|=españoles|=españolas|=испании|スペイン|스페인|西班牙|إسبانيا; spanish|spaniard|=español|=española; spa
ARG AR; argentina|argentine republic|argentinien; argentine|argentinian|argentino|=argentinos|=argentinas;
COL CO; colombia|kolumbien; colombian|colombiano|=colombianos|=colombianas;
CHL CL; =chile; chilean|chileno;
PER PE; =peru|=perú; peruvian|peruano;
VEN VE; venezuela; venezuelan;
ECU EC; ecuador; ecuadorian;
BOL BO; bolivia; bolivian;
PRY PY; paraguay; paraguayan;
URY UY; uruguay; uruguayan;
GTM GT; guatemala; guatemalan;
CRI CR; costa rica; costa rican;
PAN PA; panama; panamanian;
DOM DO; dominican republic; dominican;
CUB CU; =cuba; cuban;
BRA BR; brazil|brasil|brésil|brasilien|brasile|=brasileiros|=brasileiras|=бразилии|ブラジル|브라질|巴西|البرازيل; brazilian|brasileiro|brasileira;
PRT PT; portugal; portuguese|português|portuguesa; por
AGO AO; angola; angolan;
MOZ MZ; mozambique; mozambican;
FRA FR; france|francia|frankreich|frança|=frankrijk|=fransa|prancis|=франция|=франции|フランス|프랑스|法国|法國|فرنسا; french|frenchman|=français|=française|=françaises; fra
BEL BE; belgium|belgique|=belgië|=belgien|=bélgica|=belgio; belgian;
NLD NL; netherlands|holland|nederland|niederlande|países bajos|pays bas; dutch|=nederlandse|=niederländische; nld
LUX LU; luxembourg; luxembourgish;
DEU DE; germany|deutschland|alemania|allemagne|germania|alemanha|=duitsland|=almanya|jerman|=германия|=германии|ドイツ|독일|德国|德國|ألمانيا; german|=deutsche|=deutscher|=deutschen; deu
AUT AT; austria|österreich|autriche|=österreichische; austrian;
CHE CH; switzerland|schweiz|suisse|suiza|svizzera; swiss;
ITA IT; italy|italia|italie|italien|=italië|=italiani|=italiane|=италия|=италии|イタリア|이탈리아|意大利|義大利|إيطاليا; italian|italiano|italiana; ita
POL PL; poland|polska|=polsce; =polish;
CZE CZ; czechia|czech republic; czech;
HUN HU; hungary; hungarian;
ROU RO; romania; romanian;
BGR BG; bulgaria; bulgarian;
GRC GR; greece; greek; ell
UKR UA; ukraine; ukrainian; ukr
RUS RU; russia|россия|=россии|russland; russian; rus
SWE SE; sweden; swedish|swede; swe
NOR NO; norway; norwegian; nor
DNK DK; denmark; danish|dane; dan
FIN FI; finland; finnish; fin
ISL IS; iceland; icelandic;
ISR IL; israel; israeli;
TUR TR; =türkiye|=turkiye|=turkey|トルコ|터키|土耳其|تركيا; turkish|=turk|=turks; tur
IDN ID; indonesia|インドネシア|인도네시아|印尼; indonesian; ind
MYS MY; malaysia|马来西亚|馬來西亞; malaysian;
SGP SG; singapore|新加坡; singaporean;
PHL PH; philippines; filipino|filipina|pinoy;
THA TH; thailand|ประเทศไทย; thai; tha
VNM VN; vietnam|việt nam; vietnamese; vie
JPN JP; japan|nippon|japón|japon|giappone|japão|日本|일본|اليابان|जापान; japanese|japonés; jpn
KOR KR; south korea|=korea|corea|한국|韓国|韩国|كوريا; korean; kor
CHN CN; =china|中国|中國|중국|الصين; chinese; zhs zht
TWN TW; taiwan|台湾|台灣|대만; taiwanese;
HKG HK; hong kong|香港|홍콩; hongkonger;
EGY EG; egypt|مصر|エジプト; egyptian;
SAU SA; saudi arabia|السعودية|=ksa; saudi;
ARE AE; united arab emirates|emirates|الإمارات|=uae; emirati;
QAT QA; qatar; qatari;
KWT KW; kuwait; kuwaiti;
BHR BH; bahrain; bahraini;
OMN OM; =oman; omani;
MAR MA; morocco|maroc|المغرب; moroccan;
DZA DZ; algeria; algerian;
TUN TN; tunisia; tunisian;
IRQ IQ; iraq; iraqi;
JOR JO; jordan; jordanian;
LBN LB; lebanon; lebanese;
SEN SN; senegal; senegalese;
`);

export interface CountryWords {
  code: string;
  alpha2: string;
  /** Alternatives, separated by `|`. */
  names: string;
  adjectives: string;
  languages: readonly string[];
}

/** Regions, as lists of countries. */
export const regions: Readonly<Record<string, string>> = {
  'latin america|latam|latino|latina|latin american|hispanic america|américa latina|latinoamérica':
    'MEX ARG COL BRA CHL PER VEN ECU BOL PRY URY GTM CRI PAN DOM CUB',
  'south america|south american': 'ARG COL BRA CHL PER VEN ECU BOL PRY URY',
  'central america|central american': 'GTM CRI PAN',
  'north america|north american': 'USA CAN MEX',
  'europe|european|=eu|european union|europa':
    'GBR IRL ESP PRT FRA BEL NLD LUX DEU AUT CHE ITA POL CZE HUN ROU BGR GRC SWE NOR DNK FIN ISL',
  'western europe|western european': 'GBR IRL ESP PRT FRA BEL NLD LUX DEU AUT CHE ITA',
  'eastern europe|eastern european': 'POL CZE HUN ROU BGR UKR',
  'southern europe|southern european|mediterranean': 'ESP PRT ITA GRC',
  'iberia|iberian': 'ESP PRT',
  '=dach|german speaking countries|german speaking region': 'DEU AUT CHE',
  benelux: 'BEL NLD LUX',
  'nordics|nordic|nordic countries|scandinavia|scandinavian': 'SWE NOR DNK FIN ISL',
  'middle east|middle eastern': 'SAU ARE QAT KWT BHR OMN IRQ JOR LBN EGY ISR TUR',
  '=mena|middle east and north africa|arab world|arab countries|arab':
    'SAU ARE QAT KWT BHR OMN IRQ JOR LBN EGY MAR DZA TUN',
  '=gcc|gulf countries|the gulf': 'SAU ARE QAT KWT BHR OMN',
  'north africa|north african|maghreb': 'EGY MAR DZA TUN',
  'africa|african': 'NGA ZAF KEN GHA EGY MAR DZA TUN SEN AGO MOZ',
  'sub saharan africa|west africa|east africa': 'NGA ZAF KEN GHA SEN AGO MOZ',
  'asia|asian': 'IND PAK BGD NPL LKA IDN MYS SGP PHL THA VNM JPN KOR CHN TWN HKG',
  '=apac|asia pacific': 'IND IDN MYS SGP PHL THA VNM JPN KOR CHN TWN HKG AUS NZL',
  'southeast asia|south east asia|southeast asian|=asean': 'IDN MYS SGP PHL THA VNM',
  'east asia|east asian': 'JPN KOR CHN TWN HKG',
  'south asia|south asian|=desi': 'IND PAK BGD NPL LKA',
  'oceania|down under': 'AUS NZL',
  'english speaking countries|english speaking world|anglosphere': 'USA GBR CAN AUS IRL NZL',
  'spanish speaking countries|spanish speaking world':
    'ESP MEX ARG COL CHL PER VEN ECU BOL PRY URY GTM CRI PAN DOM CUB',
};

/** One line per country: codes; names; adjectives; languages. */
function parseCountries(text: string): readonly CountryWords[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [codes = '', names = '', adjectives = '', languages = ''] = line
        .split(';')
        .map((part) => part.trim());
      const [code = '', alpha2 = ''] = codes.split(' ');
      return { code, alpha2, names, adjectives, languages: languages.split(' ').filter((tag) => tag !== '') };
    });
}
