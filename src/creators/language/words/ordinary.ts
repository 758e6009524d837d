/**
 * Ordinary words of several languages that look like a misspelt word of the other tables: a bottle is no battle, and
 * wine is not Wien. They are not corrected.
 */
export const ordinaryWords: readonly string[] = `
discord discords forgot forgotten locking stripping stripped resolving resolved extending surprising
surprisingly bearing betting rarest banner banners exclusive exclusives exclusively exceptional exceptionally removable rarity reuse reused reusing excerpt excerpts lacing outsize expect expects expected
academic academics activists activite activites agent agents agitation alegro angela angles arcane
ardent armistice bahamas ballerina ballot banker banking barber basil beast beer belge belges belie beta
biking blacken bottle bottles brain brains brandy brighten budge buenas bullet butcher caballo cabelo
candles carouse carpenter cartridge cartridges case cases cast causal chiefs chore cider clarity coarse
coats collar commend commentary committed conceit concert concerts consent contar contend contest
contests context continent convent cooling cooperate coping corrector corridor counties county covert
crafty cranberry creations creatures crypt curry curse dancar danger declaration deign dela delas
depending desert desolation detetive detonation developpement developper dieron diesen diner directive
divergence divergent doen dollari donner dose drone easter economist egalement electrify employe
employee employees employer employers engraving enlargement enthusiasm escorts espada estamos estare
exert expertise expiration explanation exploitation export exports feather feest felice finals finish
fishing florid fortunate founded founder framing franchise gardenias gaten genera glands grades grants
greene grenada grocer haga hagas handen handle handler harts hearing hearth hearty hiding hiring horse
houden hungry hurtle hustler immersion indiana indorse infraction insertion integration interjection
intersection intestine invention inventor inventory italic iteration jouer knitting konden konnen
konnten latent lauren leaking leasing lending lessen litter loading lost madness mania marco marked
marker markers marking mascot masking masks mastery mating medallion meddle medico meringue minimalism
muddle munch mutter nationalist oceanic outwit pairs pajamas paltry pantry pants parentage parson passes
pasty patent patents paternity pause perso persona personas personne personnel personnes persoon pest
phoney phonograph pile pirates plaats placed plague planes planets plans plantation plates player
players poignancy pointer pointing poker police polka poplar poppies porter posing poster posters pot
poter pots prediction predictions printer printers printing probation projection proportion prot
protection protective provenance providence province provinces pueblo racing rafting raising recant
recite regarding regent relent relocation remove render repent reproduction republican republicans
resent rewarding riding risen roam routing runter sacrament sailing sangre santa saving saying scooter
scream seconda secondo sein settle sewing shaving shirts shooter shorter shots signer signing sinking
situations skates skating sketchy skiing slat sneaking socks southwest spaniel spare spielen spielt
spots spreading stacks stages stats status steam sticks stimulation stipulation stocky stores streak
streetcar strengthen stride strife striker stripe stripes strive stroke studies stylish surfing swingers
swinging tanker teaches thrifty thrilling tire tires toddle torno tracing trailer trailers trainee
transitional travailler travers traves trazer treachery trial trials unload upholster vallen valuation
variation variations vegetation venire venite viaggio videotape vite vocation volgens volley waiter
wander weigh weighty wein weiter wine wines wonen worker workers wright write zoeken
`
  .trim()
  .split(/\s+/);
