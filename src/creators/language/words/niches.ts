/** `slugs: words` by which English names the niches of the world; their own names are known without it. */
export const nicheTable = `
food: food,foodie,cuisine,culinary,gastronomy,recipe,chef,restaurant,meal prep,snack,dessert,coffee,eating,cafe,food blogger,food photography,mukbang
baking: baking,baker,bakery,home baking,home baker,bread,sourdough,cake,pastry,cookie,cupcake,bake,bread baking,cake decorating
homecooking: cooking,cook,home cook,home chef,home cooking,cook at home,weeknight dinner,family meal,easy recipe,home cooked meal,homemade food
streetfood: street food,food truck,food market,night market
fashion: fashion,stylist,outfit,clothes,clothing,apparel,lookbook,wardrobe,ootd,fashionista,style,fashion blogger,modest fashion
everydaystyle: everyday style,everyday fashion,everyday outfit,casual style,capsule wardrobe,minimalist wardrobe,daily outfit,office outfit,personal style,casual outfit,everyday clothing,casual fashion
thrift: thrift,thrifting,thrifter,thrifted,thrift flip,thrift flipper,thrift shopping,second hand,secondhand,second hand clothes,second hand fashion,vintage clothes,vintage clothing,vintage fashion,vintage,upcycling,upcycle,charity shop,flea market,thrifted fashion
streetwear: streetwear,street style,street fashion,urban fashion,sneaker,sneakerhead,hypebeast
beauty: beauty,nail,nail art,nail artist,manicure,beautician,cosmetics,beauty blogger,nail tech,beauty product
makeup: makeup,make up,makeup artist,make up artist,mua,lipstick,eyeliner,eyeshadow,makeup tutorial,makeup look,cosmetic look
skincare: skincare,skin care,skin,acne,sunscreen,dermatology,dermatologist,anti aging,k beauty,korean skincare,skincare routine
hair: hair,haircare,hair care,hair stylist,hairstylist,hairstyle,hairdresser,haircut,curl,curly hair,braid,barber,hairdressing,hairstyling,natural hair
fitness: fitness,fit,gym,gym goer,gymgoer,workout,work out,home workout,home gym,exercise,personal trainer,fitness coach,fitness trainer,hiit,pilates,gym coach
strength: strength,strength training,weight training,weightlifting,weight lifting,weightlifter,powerlifting,powerlifter,bodybuilding,bodybuilder,lifting,lifter,crossfit,calisthenics
yoga: yoga,yogi,yogini,vinyasa,yoga teacher,yoga instructor
running: running,runner,jogging,jogger,marathon,marathoner,half marathon,marathon runner,trail running,trail runner
travel: travel,traveller,traveler,travelling,traveling,wanderlust,nomad,digital nomad,tourism,tourist,vacation,globetrotter,travel blogger,travel vlogger,adventure,solo travel
citytrips: city trip,city break,city guide,weekend trip,urban travel,urban exploration,city travel,weekend getaway
hiking: hiking,hike,hiker,trekking,trek,trekker,mountaineering,mountaineer,outdoor,outdoors,camping,camper,trail,backcountry
budgettravel: budget travel,budget traveller,budget traveler,cheap travel,backpacking,backpacker,low cost travel,travel on a budget,travelling on a budget,travel hack,budget trip
gaming: gaming,game,gamer,gameplay,video game,videogame,esports,e sports,streamer,lets play,let's play,playstation,xbox,nintendo,minecraft,fortnite,roblox,game streamer,gaming streamer,mobile gaming,pc gaming
cozygames: cozy game,cosy game,cozy gaming,cosy gaming,cozy gamer,cosy gamer,farming game,farming sim,animal crossing,stardew valley,stardew,simulation game,life sim
shooters: shooter,shooter game,fps,fps game,first person shooter,battle royale,call of duty,valorant,counter strike
retrogames: retro game,retro gaming,retro gamer,arcade,old school game,classic game,retro video game,vintage game
tech: tech,technology,techie,electronics,software,hardware,artificial intelligence,ai,tech reviewer,consumer tech
gadgets: gadget,smartphone,phone,mobile phone,gadget review,phone review,unboxing,unboxer,gadget unboxer,gadget unboxing,tech gadget,phone reviewer
coding: coding,coder,code,programming,programmer,developer,software developer,software engineer,software engineering,web development,web developer,python tutorial,javascript,python
desksetups: desk setup,desk tour,battlestation,home office setup,workspace,keyboard build,setup tour,desk
comedy: comedy,comedian,comic,funny,humor,humour,humorous,hilarious,meme,joke,prank,prankster,stand up,standup,satire,parody,stand up comedian,stand up comedy
sketches: sketch,comedy sketch,sketch comedy,skit,comedy skit,sketch comedian
officehumor: office humor,office humour,office comedy,corporate humor,corporate humour,corporate comedy,work humor,work humour,office meme,office joke,workplace humor,workplace humour,workplace comedy,office skit
familyhumor: family humor,family humour,family comedy,dad joke,parenting humor,parenting humour,funny family,funny parenting
music: music,musician,music artist,recording artist,musical,band,song,songwriter,songwriting,pianist,drummer
guitar: guitar,guitarist,acoustic guitar,electric guitar,fingerstyle,guitar player,guitar teacher,guitar cover,guitar lesson
singing: singing,singer,vocalist,vocal,cover song,song cover,vocal coach,sing
musicproduction: music production,music producer,beatmaker,beat maker,beatmaking,beat making,dj,electronic music,studio production,synth,making beats,make beats
dance: dance,dancer,dancing,ballet,dance teacher,ballerina
choreography: choreography,choreographer,choreo,dance routine,dance tutorial,dance choreography
hiphop: hip hop,hiphop,hip hop dance,hip hop dancer,breakdance,breakdancing,breakdancer,street dance,street dancer,krump
latindance: latin dance,latin dancer,latin dancing,salsa,bachata,tango,merengue,samba,cumbia,salsa dancer,bachata dancer,salsa dancing,tango dancer
parenting: parenting,parent,parenthood,mom,mum,mommy,mummy,momma,mama,mother,motherhood,dad,daddy,father,fatherhood,family,kids content,momfluencer,family life
newborns: newborn,newborn baby,baby,infant,pregnancy,pregnant,breastfeeding,postpartum,new baby,mom of newborns,mum of newborns,parent of newborns,pregnancy and newborn
toddlers: toddler,preschool,preschooler,pre schooler,montessori,potty training,little ones,toddler mom,toddler mum,toddler parent,mom of toddlers,mum of toddlers,parent of toddlers,parents with toddlers,toddler parenting
schoolkids: school kid,school aged kid,kids at school,school age kid,school age child,school age,schoolchildren,school child,schoolkid,homeschool,homeschooling,back to school,kids activity,lunch box,parent of school kids
pets: pet,pet parent,pet owner,animal,vet,veterinary,veterinarian,wildlife,guinea pig,rabbit,hamster,pet care,pet lover
dogs: dog,dog parent,dog mom,dog mum,dog dad,dog mums and dad,dog owner,dog lover,dog trainer,dog training,dog groomer,dog walker,puppy,canine,golden retriever,dog sitter
cats: cat,cat parent,cat mom,cat mum,cat dad,cat owner,cat lover,kitten,kitty,feline
aquariums: aquarium,aquarium hobbyist,fish tank,fishkeeping,fishkeeper,fish keeper,fish keeping,aquascape,aquascaping,aquascaper,aquarist
home: home,homemaking,homemaker,household,home improvement,home and garden,house,cleaning,home organization,home organisation,home organizing,home making,housekeeping
interiors: interior,interior design,interior designer,interior decorating,interior stylist,interior styling,home decor,decor,decoration,home decoration,furniture,room makeover,architecture,home styling,home stylist,home interior,home design
diy: diy,diyer,do it yourself,renovation,home renovation,woodworking,woodwork,woodworker,carpentry,carpenter,upholstery,maker project,furniture flip,furniture flipping,furniture upcycling,diy home
plants: plant,indoor plant,plant parent,plant mom,plant dad,plant lover,houseplant,house plant,succulent,botanical,plant care,urban jungle,plant people
finance: finance,financial,money,personal finance,economics,economy,fintech,financial literacy,financial advisor,finfluencer
saving: saving,saving money,money saving,save money,frugal,frugality,frugal living,budgeting,debt free,couponing,coupon,money saver,savings
investing: investing,investor,investment,stock,stock market,trading,trader,crypto,cryptocurrency,bitcoin,real estate,etf,stock trading
freelancing: freelancing,freelance,freelancer,self employed,self employment,side hustle,remote work,solopreneur,working freelance
books: book,bookish,reading,reader,literature,literary,novel,author,writer,bookworm,book reviewer,book review,bookstagram,bookstagrammer,booktok,book tok,booktoker,booktube,booktuber,book blogger,book club,bookfluencer
romancebooks: romance,romance book,romance novel,romance reader,love story,rom com book,romantasy,romance book reviewer,romance fiction,romance booktok
fantasybooks: fantasy,fantasy book,fantasy novel,epic fantasy,fantasy reader,fantasy fiction,fantasy book reviewer
crimebooks: crime,crime book,crime novel,crime fiction,thriller,mystery,detective story,true crime,thriller book,mystery book,mystery novel,crime thriller
art: art,artist,artistic,illustrator,illustration,painter,painting,drawing,artwork,visual artist,sketching artist,fine art
watercolor: watercolor,watercolour,watercolorist,watercolourist,watercolor artist,watercolour artist,watercolor painter,watercolour painter,watercolor painting,watercolour painting
digitalart: digital art,digital artist,digital painting,digital painter,digital illustrator,digital illustration,procreate,concept art,concept artist,3d art,animation,animator
pottery: pottery,potter,ceramic,ceramics,ceramicist,ceramist,ceramic artist,clay,wheel throwing
sports: sport,sports,team sport,ball sport,sports fan,sports content,rugby,cricket,hockey,ice hockey,baseball,handball,softball,tennis,golf,swimming,cycling,boxing,surfing,skateboarding,skiing
football: football,footballer,soccer,soccer player,football player,american football,five a side
basketball: basketball,basketball player,streetball
volleyball: volleyball,beach volleyball,volleyball player
sports fitness: athlete,athletics
cars: car,automotive,auto,automobile,vehicle,motoring,motorsport,racing,supercar,sports car,car reviewer,car review,petrolhead,car tuning,mechanic
classiccars: classic car,vintage car,oldtimer,car restoration
electriccars: electric car,electric vehicle,ev,e car
motorcycles: motorcycle,motorbike,motorcyclist,biker,scooter
photography: photography,photographer,photo editing,photography tip,camera gear,camera review,videography,videographer
portraits: portrait,portrait photography,portrait photographer
landscapes: landscape photography,landscape photographer,nature photography,nature photographer
streetphotography: street photography,street photographer
photography travel: travel photography,travel photographer
photography weddings: wedding photography,wedding photographer
science: science,scientist,scientific,science communicator,science communication,pop science,stem,chemistry,chemist
astronomy: astronomy,astronomer,outer space,space exploration,astrophysics,stargazing
biology: biology,biologist,genetics,neuroscience,zoology,nature documentary
physics: physics,physicist,quantum physics
education: education,educational,edutainment,edtech,school teacher,schoolteacher,online course,e learning
languagelearning: language learning,language learner,language teacher,learning languages,learn english,english teacher,polyglot
studytips: study tip,studying,study hack,student life,exam prep,exam preparation
math: math,maths,mathematics,mathematician,math teacher,maths teacher,algebra,geometry
news: news,journalism,journalist,reporter,politics,political,current affairs,current events,news anchor
worldnews: world news,international news,geopolitics
localnews: local news,community news,regional news
businessnews: business news,financial news,market news
weddings: wedding,bride,bridal,bridesmaid,wedding content
weddingplanning: wedding planning,wedding planner
bridalfashion: bridal fashion,wedding dress,bridal gown,bridal wear
weddingdecor: wedding decor,wedding decoration,wedding florist
vegan: vegan,veganism,vegetarian,plant based,vegan food,vegan recipe,vegan lifestyle,plant based food,plant based diet,meat free
vegancooking: vegan cooking,vegan cook,vegan home cook,vegan home cooking,vegan chef,plant based cooking,plant based home cooking
veganbaking: vegan baking,vegan baker,vegan dessert,vegan cake
plantprotein: plant protein,vegan protein,plant based protein,tofu
health: health,healthcare,health care,medicine,medical,doctor,nurse,physician,healthy living,healthy lifestyle,self care
health fitness: wellness
mentalhealth: mental health,psychology,psychologist,therapy,therapist,mindfulness,meditation,mental wellness,self help
nutrition: nutrition,nutritionist,dietitian,dietician,healthy eating,healthy food
sleep: sleep,insomnia,better sleep
movies: movie,film,cinema,film critic,movie critic,filmmaker,filmmaking,cinephile
filmreviews: film review,film reviewer,movie review,movie reviewer
tvseries: tv series,tv show,television,tv
anime: anime,manga,otaku,cosplay,cosplayer
crafts: craft,crafts,crafting,crafter,handmade,handicraft,needlework
knitting: knitting,knitter,knit,crochet,crocheter,crocheting,yarn,wool
sewing: sewing,sewist,seamstress,dressmaking,dressmaker,quilting,embroidery
papercrafts: paper craft,papercraft,origami,scrapbooking,card making,bookbinding
gardening: gardening,gardener,garden,horticulture,allotment,permaculture,homestead
vegetablegardens: vegetable garden,vegetable gardening,vegetable gardener,kitchen garden,grow your own,growing vegetables
floristry: florist,floristry,floral,floral design,bouquet
balconygardens: balcony garden,balcony gardening,container gardening,urban gardening,urban gardener
business: business,entrepreneur,entrepreneurship,entrepreneurial,business coach,small business,business tip,business advice
startups: startup founder,startup content,venture capital
digitalmarketing: digital marketing,online marketing,social media marketing,marketing tip,digital marketer,seo,copywriting
careers: career,career advice,career coach,career tip,job search,job hunting,recruiter
lifestyle: lifestyle,life style,daily life,lifestyle blogger,lifestyle content,slow living
minimalism: minimalism,minimalist,minimalist living,decluttering,simple living
productivity: productivity,time management,productivity tip,morning routine
dailyvlogs: daily vlog,day in my life,daily vlogger
`;
