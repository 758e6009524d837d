/** `ESP ES: names; adjectives; cities`: codes of ISO 3166-1, and what English calls the country, its people and its cities. */
export const countryTable = `
SVK SK: slovakia; slovak
SVN SI: slovenia; slovenian
HRV HR: croatia; croatian,croat
SRB RS: serbia; serbian,serb
BIH BA: bosnia and herzegovina,bosnia; bosnian
LTU LT: lithuania; lithuanian
LVA LV: latvia; latvian
EST EE: estonia; estonian
CYP CY: cyprus; cypriot
MLT MT: malta; maltese
ALB AL: albania; albanian
MKD MK: north macedonia; macedonian
BLR BY: belarus; belarusian,belarussian
KAZ KZ: kazakhstan; kazakh
AZE AZ: azerbaijan; azerbaijani
ARM AM: armenia; armenian
PRI PR: puerto rico; puerto rican
HND HN: honduras; honduran
NIC NI: nicaragua; nicaraguan
JAM JM: jamaica; jamaican
TTO TT: trinidad and tobago,trinidad; trinidadian
ETH ET: ethiopia; ethiopian
UGA UG: uganda; ugandan
TZA TZ: tanzania; tanzanian
CMR CM: cameroon; cameroonian
CIV CI: cote d'ivoire,ivory coast; ivorian
KHM KH: cambodia; cambodian
LAO LA: laos; laotian
MMR MM: myanmar,burma; burmese
MNG MN: mongolia; mongolian
UZB UZ: uzbekistan; uzbek
AFG AF: afghanistan; afghan
IRN IR: iran; iranian
SYR SY: syria; syrian
YEM YE: yemen; yemeni
LBY LY: libya; libyan
PSE PS: palestinian territories,palestine; palestinian
ZWE ZW: zimbabwe; zimbabwean
ZMB ZM: zambia; zambian
RWA RW: rwanda; rwandan
SLV SV: el salvador; salvadoran
HTI HT: haiti; haitian
BHS BS: bahamas; bahamian
BRB BB: barbados; barbadian
MDA MD: moldova; moldovan
MNE ME: montenegro; montenegrin
KGZ KG: kyrgyzstan; kyrgyz
TJK TJ: tajikistan; tajik
TKM TM: turkmenistan; turkmen
MDG MG: madagascar; malagasy
MUS MU: mauritius; mauritian
BWA BW: botswana; botswanan
NAM NA: namibia; namibian
SOM SO: somalia; somali
AND AD: andorra; andorran
ATG AG: antigua and barbuda; antiguan
BFA BF: burkina faso; burkinabe
BDI BI: burundi; burundian
BEN BJ: benin; beninese
BRN BN: brunei; bruneian
BLZ BZ: belize; belizean
COD CD: congo,dr congo; congolese
CAF CF: central african republic; central african
COG CG: congo; brazzaville congolese
CPV CV: cape verde,cabo verde; cape verdean
DJI DJ: djibouti; djiboutian
DMA DM: dominica;
ERI ER: eritrea; eritrean
FJI FJ: fiji; fijian
FSM FM: micronesia; micronesian
FRO FO: faroe islands; faroese
GAB GA: gabon; gabonese
GRD GD: grenada; grenadian
GEO GE: georgia; georgian
GRL GL: greenland; greenlandic
GMB GM: gambia; gambian
GIN GN: guinea; guinean
GNQ GQ: equatorial guinea; equatoguinean
GNB GW: guinea bissau; bissau guinean
GUY GY: guyana; guyanese
KIR KI: kiribati; i kiribati
COM KM: comoros; comorian
KNA KN: saint kitts and nevis; kittitian
PRK KP: north korea; north korean
LCA LC: saint lucia; saint lucian
LBR LR: liberia; liberian
LSO LS: lesotho; basotho
MHL MH: marshall islands; marshallese
MLI ML: mali; malian
MRT MR: mauritania; mauritanian
MWI MW: malawi; malawian
NER NE: niger; nigerien
NRU NR: nauru; nauruan
PLW PW: palau; palauan
PNG PG: papua new guinea; papua new guinean
SLB SB: solomon islands; solomon islander
SYC SC: seychelles; seychellois
SLE SL: sierra leone; sierra leonean
SMR SM: san marino; sammarinese
SUR SR: suriname; surinamese
SSD SS: south sudan; south sudanese
STP ST: sao tome and principe; sao tomean
SWZ SZ: eswatini,swaziland; swazi
TCD TD: chad; chadian
TGO TG: togo; togolese
TLS TL: timor leste; timorese
TON TO: tonga; tongan
TUV TV: tuvalu; tuvaluan
VAT VA: vatican city,vatican; vatican
VCT VC: saint vincent and grenadines; vincentian
VUT VU: vanuatu; ni vanuatu
WSM WS: samoa; samoan
SDN SD: sudan; sudanese
MDV MV: maldives; maldivian
BTN BT: bhutan; bhutanese
MAC MO: macao,macau; macanese
MCO MC: monaco; monegasque
LIE LI: liechtenstein; liechtensteiner
USA US: united states,usa,us,u.s,america,the states,united states of america; american; new york,new york city,nyc,brooklyn,manhattan,los angeles,hollywood,chicago,miami,orlando,san francisco,bay area,silicon valley,san diego,austin,houston,dallas,texas,california,florida,las vegas,atlanta,seattle,boston,portland,denver,phoenix,philadelphia,nashville,new orleans,detroit,minneapolis,salt lake city,honolulu,hawaii,new jersey,colorado,arizona,ohio,michigan,washington dc,charlotte,asheville,tucson,savannah,sacramento
GBR GB: united kingdom,uk,u.k,britain,great britain,england,scotland,wales,northern ireland; british,scottish,welsh,brit,scot; london,manchester,birmingham,glasgow,edinburgh,liverpool,leeds,bristol,brighton,sheffield,newcastle,cardiff,belfast,oxford,cambridge
CAN CA: canada; canadian; toronto,vancouver,montreal,calgary,ottawa,quebec,halifax,winnipeg,ontario,british columbia
AUS AU: australia; australian,aussie; sydney,melbourne,brisbane,perth,adelaide,hobart,canberra,gold coast,queensland,new south wales
IRL IE: ireland; irish; dublin,cork,galway,limerick
NZL NZ: new zealand,nz; new zealander,kiwi; auckland,wellington,christchurch
NGA NG: nigeria; nigerian; lagos,abuja,ibadan,enugu,port harcourt
ZAF ZA: south africa; south african; cape town,johannesburg,durban,pretoria
KEN KE: kenya; kenyan; nairobi,mombasa
GHA GH: ghana; ghanaian; accra,kumasi
IND IN: india; indian; mumbai,delhi,new delhi,bangalore,bengaluru,chennai,hyderabad,kolkata,pune,jaipur,ahmedabad,indore,lucknow,kerala,goa,punjab
PAK PK: pakistan; pakistani; karachi,lahore,islamabad
BGD BD: bangladesh; bangladeshi; dhaka
NPL NP: nepal; nepali,nepalese; kathmandu
LKA LK: sri lanka; sri lankan; colombo
MEX MX: mexico; mexican; mexico city,cdmx,guadalajara,monterrey,puebla,oaxaca,merida,tijuana,cancun
ESP ES: spain,espana; spanish,spaniard; madrid,barcelona,valencia,sevilla,seville,bilbao,malaga,zaragoza,granada,catalonia,andalusia,andalucia,ibiza,mallorca,canary islands
ARG AR: argentina; argentinian,argentine; buenos aires,cordoba,rosario,mendoza
COL CO: colombia; colombian; bogota,medellin,cali,cartagena
CHL CL: chile; chilean; santiago,valparaiso
PER PE: peru; peruvian; lima,cusco
VEN VE: venezuela; venezuelan; caracas
ECU EC: ecuador; ecuadorian; quito,guayaquil
BOL BO: bolivia; bolivian
PRY PY: paraguay; paraguayan
URY UY: uruguay; uruguayan; montevideo
GTM GT: guatemala; guatemalan
CRI CR: costa rica; costa rican
PAN PA: panama; panamanian
DOM DO: dominican republic; dominican
CUB CU: cuba; cuban
BRA BR: brazil,brasil; brazilian; sao paulo,rio de janeiro,rio,belo horizonte,salvador,curitiba,recife,florianopolis,brasilia,porto alegre,fortaleza
PRT PT: portugal; portuguese; lisbon,porto,braga,coimbra,algarve
AGO AO: angola; angolan
MOZ MZ: mozambique; mozambican
FRA FR: france; french; paris,lyon,marseille,bordeaux,toulouse,nantes,lille,strasbourg,montpellier,provence,nice
BEL BE: belgium; belgian; brussels,antwerp,ghent,liege,namur
NLD NL: netherlands,holland; dutch; amsterdam,rotterdam,utrecht,the hague,eindhoven
LUX LU: luxembourg; luxembourgish; luxembourg city
DEU DE: germany; german; berlin,munich,hamburg,cologne,koln,frankfurt,leipzig,stuttgart,dusseldorf,dresden,freiburg,bavaria,bayern
AUT AT: austria; austrian; vienna,salzburg,graz,innsbruck,linz
CHE CH: switzerland; swiss; zurich,geneva,geneve,basel,bern,lausanne,lucerne
ITA IT: italy; italian; rome,milan,naples,turin,florence,firenze,bologna,venice,venezia,palermo,sicily,sicilia,tuscany,toscana
POL PL: poland; polish,pole; warsaw,krakow,wroclaw,gdansk,gdanska,warszawie,krakowie
CZE CZ: czechia,czech republic; czech; prague,brno
HUN HU: hungary; hungarian; budapest
ROU RO: romania; romanian; bucharest
BGR BG: bulgaria; bulgarian
GRC GR: greece; greek; athens,thessaloniki
UKR UA: ukraine; ukrainian; kyiv,kiev,lviv
RUS RU: russia; russian; moscow,saint petersburg,st petersburg
SWE SE: sweden; swedish,swede; stockholm,gothenburg,malmo
NOR NO: norway; norwegian; oslo,bergen
DNK DK: denmark; danish,dane; copenhagen,aarhus
FIN FI: finland; finnish,finn; helsinki
ISL IS: iceland; icelandic; reykjavik
ISR IL: israel; israeli; tel aviv,jerusalem,haifa
TUR TR: turkiye,turkey; turkish,turk; istanbul,ankara,izmir,antalya,bursa,eskisehir
IDN ID: indonesia; indonesian; jakarta,bali,bandung,surabaya,yogyakarta,denpasar,medan
MYS MY: malaysia; malaysian; kuala lumpur,penang,johor
SGP SG: singapore; singaporean
PHL PH: philippines; filipino,filipina,pinoy; manila,cebu,davao
THA TH: thailand; thai; bangkok,chiang mai,phuket
VNM VN: vietnam; vietnamese; hanoi,ho chi minh city,saigon
JPN JP: japan; japanese; tokyo,osaka,kyoto,fukuoka,sapporo,nagoya,yokohama,okinawa
KOR KR: south korea,korea,republic of korea; korean; seoul,busan,jeju,incheon,daegu
CHN CN: china; chinese; beijing,shanghai,shenzhen,guangzhou,chengdu
TWN TW: taiwan; taiwanese; taipei,taichung,tainan,kaohsiung
HKG HK: hong kong; hongkonger; kowloon
EGY EG: egypt; egyptian; cairo,alexandria
SAU SA: saudi arabia,ksa; saudi; riyadh,jeddah
ARE AE: united arab emirates,uae,emirates; emirati; dubai,abu dhabi,sharjah
QAT QA: qatar; qatari; doha
KWT KW: kuwait; kuwaiti; kuwait city
BHR BH: bahrain; bahraini
OMN OM: oman; omani
MAR MA: morocco; moroccan; casablanca,marrakech,marrakesh,rabat
DZA DZ: algeria; algerian
TUN TN: tunisia; tunisian; tunis
IRQ IQ: iraq; iraqi; baghdad
JOR JO: jordan; jordanian; amman
LBN LB: lebanon; lebanese; beirut
SEN SN: senegal; senegalese; dakar
`;

/** Regions by their names and adjectives, and their countries. */
export const regionTable = `
latin america,latam,latin american,hispanic america: MEX ARG COL BRA CHL PER VEN ECU BOL PRY URY GTM CRI PAN DOM CUB
south america,south american: ARG COL BRA CHL PER VEN ECU BOL PRY URY
central america,central american: GTM CRI PAN SLV HND NIC BLZ
north america,north american: USA CAN MEX
europe,european,the eu,eu,european union: GBR IRL ESP PRT FRA BEL NLD LUX DEU AUT CHE ITA POL CZE HUN ROU BGR GRC SWE NOR DNK FIN ISL
western europe,western european: GBR IRL ESP PRT FRA BEL NLD LUX DEU AUT CHE ITA
eastern europe,eastern european: POL CZE HUN ROU BGR UKR
central europe,central european: POL CZE SVK HUN
southern europe,southern european,mediterranean: ESP PRT ITA GRC
northern europe,nordic,nordics,scandinavia,scandinavian: SWE NOR DNK FIN ISL
iberia,iberian: ESP PRT
dach,german speaking country: DEU AUT CHE
benelux: BEL NLD LUX
baltics,baltic: EST LVA LTU
balkans,balkan: HRV SRB BIH MNE ALB MKD SVN BGR GRC ROU
middle east,middle eastern: SAU ARE QAT KWT BHR OMN IRQ JOR LBN EGY ISR TUR
mena,arab world,arab country,arab: SAU ARE QAT KWT BHR OMN IRQ JOR LBN EGY MAR DZA TUN
gcc,gulf,gulf state,gulf country: SAU ARE QAT KWT BHR OMN
north africa,north african,maghreb: EGY MAR DZA TUN
africa,african: NGA ZAF KEN GHA EGY MAR DZA TUN SEN AGO MOZ
sub saharan africa: NGA ZAF KEN GHA SEN AGO MOZ
west africa,west african: NGA GHA SEN CIV
east africa,east african: KEN TZA UGA ETH RWA
asia,asian: IND PAK BGD NPL LKA IDN MYS SGP PHL THA VNM JPN KOR CHN TWN HKG
apac,asia pacific: IND IDN MYS SGP PHL THA VNM JPN KOR CHN TWN HKG AUS NZL
southeast asia,south east asia,southeast asian,asean: IDN MYS SGP PHL THA VNM
east asia,east asian: JPN KOR CHN TWN HKG
south asia,south asian: IND PAK BGD NPL LKA
central asia,central asian: KAZ UZB KGZ TJK TKM
caribbean: CUB DOM JAM HTI TTO PRI
oceania: AUS NZL
english speaking country,anglosphere: USA GBR CAN AUS IRL NZL
spanish speaking country: ESP MEX ARG COL CHL PER VEN ECU BOL PRY URY GTM CRI PAN DOM CUB
`;

/** Languages by their codes: ISO 639-3, and `zhs` and `zht` for Chinese. An adjective may mean the country, too. */
export const languageTable = `
eng: english; spa: spanish,castilian; por: portuguese; fra: french; deu: german; ita: italian; nld: dutch; pol: polish
rus: russian; ukr: ukrainian; tur: turkish; ara: arabic; heb: hebrew; fas: persian,farsi; hin: hindi; urd: urdu
ben: bengali; tam: tamil; tel: telugu; ind: bahasa,indonesian; msa: malay; tha: thai; vie: vietnamese; tgl: tagalog
jpn: japanese; kor: korean; zhs zht: chinese,mandarin; zhs: simplified chinese; zht: traditional chinese,cantonese
swe: swedish; nor: norwegian; dan: danish; fin: finnish; isl: icelandic; ell: greek; ces: czech; hun: hungarian
ron: romanian; bul: bulgarian; cat: catalan; swa: swahili; yor: yoruba; hrv: croatian; srp: serbian
`;
