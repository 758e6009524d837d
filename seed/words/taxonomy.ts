import type { NicheSlug } from '../niches.ts';
import { splitList } from '../voice.ts';

/** Kinds of a subject, most usual first: with a subject they name a narrow niche, such as `Vegan Cakes`. */
export const nicheKinds = splitList(
  'Easy|Daily|Vegan|Budget|Beginner|Professional|Vintage|Minimal|Luxury|Family|Urban|Rural|Slow|Quick|Modern|Classic|Korean|Japanese|Italian|French|Mexican|Indian|Brazilian|Turkish|Spanish|German|British|American|Nordic|African|Asian|Caribbean|Mediterranean|Arab|Chinese|Thai|Vietnamese|Polish|Greek|Irish|Scottish|Australian|Canadian|Indonesian|Filipino|Nigerian|Egyptian|Moroccan|Portuguese|Dutch|Swiss|Austrian|Summer|Winter|Autumn|Spring|Holiday|Weekend|Morning|Night|Indoor|Outdoor|Solo|Couples|Group|Student|Office|Campus|Senior|Teen|Kids|Mens|Womens|Unisex|Plus Size|Petite|Natural|Organic|Sustainable|Secondhand|Handmade|Homemade|Digital|Analog|Retro|Futuristic|Cozy|Dark|Pastel|Colorful|Quiet|Loud|Relaxing|Intense|Competitive|Casual|Advanced|Expert|Viral|Underground|Independent|Local|Global|Coastal|Mountain|Desert|Island|Suburban|Tiny|Giant|Miniature|Portable|Smart|Wireless|Healthy|Spicy|Sweet|Savory|Gluten Free|Low Sugar|High Protein|Plant Based|Rainy Day|Five Minute|No Spend|Late Night|Old School|Next Level|Behind the Scenes',
);

/** Subjects of each niche, most usual first. */
export const nicheSubjects: Record<NicheSlug, readonly string[]> = {
  food: splitList(
    'Recipes|Dinners|Cakes|Bread|Noodles|Salads|Soups|Desserts|Snacks|Breakfasts|Grilling|Coffee|Tea|Cocktails|Lunches|Sauces|Seafood|Pizza|Dumplings|Preserves',
  ),
  fashion: splitList(
    'Outfits|Dresses|Sneakers|Denim|Jackets|Bags|Jewelry|Watches|Knitwear|Suits|Hats|Streetwear Looks|Thrift Finds|Wardrobes|Lookbooks|Sewing|Tailoring|Sunglasses|Boots|Swimwear',
  ),
  beauty: splitList(
    'Makeup|Skin Routines|Hairstyles|Nails|Perfumes|Lashes|Brows|Lip Looks|Curls|Braids|Sunscreen|Beauty Hauls|Face Masks|Eyeliner|Blush|Beard Care|Hair Color|Spa Days|Haircuts|Product Tests',
  ),
  fitness: splitList(
    'Workouts|Running Plans|Yoga Flows|Pilates|Weightlifting|Stretching|Cycling|Swimming|Boxing|Climbing|Calisthenics|Crossfit|Marathons|Football|Basketball|Tennis|Gym Routines|Mobility|Rowing|Martial Arts',
  ),
  travel: splitList(
    'Trips|Hikes|Camping|Road Trips|Hotels|Cruises|City Walks|Beaches|Train Rides|Flights|Hostels|Museums|Markets|Vans|Safaris|Islands|Packing|Itineraries|Nomads|Festivals',
  ),
  gaming: splitList(
    'Gameplay|Speedruns|Shooter Clips|Puzzles|Farming Sims|Racing Games|Role Playing|Strategy|Horror Games|Platformers|Mobile Games|Card Games|Esports|Game Reviews|Mods|Walkthroughs|Builds|Consoles|Arcades|Board Games',
  ),
  tech: splitList(
    'Gadget Tests|Phones|Laptops|Coding Lessons|Keyboards|Headphones|Cameras|Robots|Drones|Desk Tours|Apps|Web Design|Data Science|Cybersecurity|Smart Homes|Electric Cars|3D Printing|Electronics|Open Source|Tech News',
  ),
  comedy: splitList(
    'Skits|Pranks|Impressions|Stand Up|Parodies|Memes|Voiceovers|Reactions|Improv|Satire|Bloopers|Office Jokes|Dad Jokes|Puppets|Roasts|Funny Stories|Dubs|Challenges|Clowning|Street Interviews',
  ),
  music: splitList(
    'Covers|Guitar Lessons|Piano|Drums|Beats|Songwriting|Vocals|Choirs|Violin|Remixes|Lofi|Rap|Jazz|Folk Songs|Opera|Synths|Vinyl|Live Sessions|Bass|Music Theory',
  ),
  dance: splitList(
    'Choreographies|Ballet|Salsa|Bachata|Breaking|Tap|Ballroom|Freestyle|Shuffles|Dance Battles|Dance Classes|Folk Dances|Heels Classes|Contemporary|Line Dances|Tango|Flamenco|Cheerleading|Dance Trends|Waltz',
  ),
  parenting: splitList(
    'Baby Care|Toddler Games|School Mornings|Lunch Boxes|Nurseries|Pregnancy|Twins|Single Parents|Dads|Moms|Homeschooling|Bedtimes|Playdates|Adoption|Grandparents|Crafts for Kids|Strollers|Potty Training|Family Vlogs|Chores',
  ),
  pets: splitList(
    'Dogs|Cats|Puppies|Kittens|Parrots|Rabbits|Hamsters|Horses|Fish Tanks|Reptiles|Rescues|Pet Training|Grooming|Chickens|Ferrets|Turtles|Bees|Wildlife|Pet Food|Aquascapes',
  ),
  home: splitList(
    'Interior Tours|Kitchens|Bathrooms|Gardens|Houseplants|Woodworking|Renovations|Painting Walls|Furniture|Balconies|Cleaning|Organizing|Lighting|Upcycling|Tools|Tiny Houses|Candles|Bedrooms|Vegetables|Flowers',
  ),
  finance: splitList(
    'Budgets|Investing Tips|Savings|Taxes|Side Hustles|Startups|Real Estate|Credit|Retirement|Pensions|Stocks|Freelance Work|Careers|Ecommerce|Negotiation|Insurance|Accounting|Economics|Interviews|Productivity',
  ),
  books: splitList(
    'Book Reviews|Romance Reads|Fantasy Reads|Crime Reads|Poetry|Audiobooks|Libraries|Book Hauls|Comics|Manga|Nonfiction|Biographies|Short Stories|Journals|Book Clubs|Classics|Thrillers|Young Adult|Writing|Bookshops',
  ),
  art: splitList(
    'Watercolors|Sketching|Oil Painting|Pottery Making|Sculpture|Calligraphy|Animation|Character Art|Murals|Collage|Printmaking|Embroidery|Photography|Ceramic Glazes|Comics Art|Portraits|Landscapes|Origami|Tattoos|Glass Art',
  ),
};

/** Subjects that every category of tube has, and most topics: the service lists one name in several of them (observed). */
export const sharedSubjects = splitList(
  'Vlogs|Reviews|Challenges|Tutorials|Shorts|Interviews|Storytime|Live',
);

/** Categories of tube in which no creator of this world is at home. */
export const otherCategories: Readonly<Record<string, readonly string[]>> = {
  'Autos & Vehicles': splitList(
    'Cars|Motorcycles|Trucks|Engines|Detailing|Car Repairs|Off Road|Racing|Campers|Bicycles|Boats|Tractors|Supercars|Tires|Test Drives|Garages|Car Audio|Scooters|Buses|Trams',
  ),
  'Film & Animation': splitList(
    'Movie Reviews|Trailers|Short Films|Cartoons|Stop Motion|Screenwriting|Film Scores|Directors|Actors|Film History|Visual Effects|Anime|Documentaries|Cinematography|Film Sets|Editing|Premieres|Fan Edits|Puppet Films|Silent Films',
  ),
  'News & Politics': splitList(
    'Headlines|Elections|Local News|World News|Debates|Explainers|Fact Checks|Press Reviews|Economy News|Climate News|Talk Rounds|Law|History Lessons|Diplomacy|Reports|Columns|Polls|Parliaments|City Councils|Weather',
  ),
  'Nonprofits & Activism': splitList(
    'Volunteering|Charities|Climate Action|Animal Rights|Fundraising|Food Banks|Education Aid|Clean Water|Refugees|Ocean Cleanups|Recycling|Accessibility|Equality|Human Rights|Community Gardens|Health Aid|Tree Planting|Literacy|Open Data|Disaster Relief',
  ),
  Shows: splitList(
    'Talk Shows|Quiz Shows|Podcasts|Series|Reality Shows|Cooking Shows|Talent Shows|Late Shows|Game Shows|Kids Shows|Web Series|Variety Shows|Awards|Sketch Shows|Radio Plays|Auctions|Dating Shows|Science Shows|Travel Shows|Magazine Shows',
  ),
};
