/** First names of people who were born between about 1985 and 2007, by the place of `NameSource`. */
export interface NamesOfToday {
  female: readonly string[];
  male: readonly string[];
}

const firstNames = (female: string, male: string): NamesOfToday => ({
  female: female.split(' '),
  male: male.split(' '),
});

const english = firstNames(
  'Emma Olivia Chloe Hannah Megan Jessica Sophie Grace Zoe Ella Lucy Amy Holly Ruby Paige Abigail Maya Leah Naomi Jasmine Lauren Rachel Kayla Alexis Brooke Morgan Taylor Madison Hailey Savannah Autumn Skylar Sienna Freya Isla Poppy Erin Nicole Amber Tessa Bianca Camille Daisy Eliza Fiona Georgia Harper Imogen Jade Keira',
  'Liam Noah Ethan Mason Tyler Jordan Ryan Josh Alex Ben Sam Luke Jake Connor Dylan Logan Caleb Isaac Elijah Aaron Nathan Owen Max Leo Finn Callum Lewis Harvey Toby Zach Marcus Andre Malik Darius Cole Blake Hunter Austin Brandon Justin Kyle Trevor Evan Ian Miles Jonah Theo Reece Kieran Dante',
);
const spanish = firstNames(
  'Lucía Paula Carla Sofía Valentina Camila Daniela Andrea Alba Marta Noelia Irene Claudia Nerea Aitana Mariana Ximena Fernanda Renata Regina Natalia Julieta Martina Abril Antonella Micaela Agustina Milagros Salomé Manuela Gabriela Isabella Alejandra Paola Karla Itzel Ariadna Laia Rocío Elena',
  'Hugo Pablo Álvaro Adrián Diego Javier Sergio Marcos Iker Izan Mateo Santiago Sebastián Nicolás Emiliano Leonardo Rodrigo Iván Bruno Thiago Joaquín Tomás Facundo Lautaro Franco Gonzalo Andrés Camilo Felipe Samuel Kevin Brayan Axel Ángel Gael Eduardo Raúl Rubén Óscar Aitor',
);
const portuguese = firstNames(
  'Ana Beatriz Larissa Letícia Camila Amanda Bruna Gabriela Isabela Júlia Mariana Rafaela Fernanda Carolina Bianca Luana Yasmin Thaís Débora Vitória Giovanna Lorena Nathália Alice Helena Manuela Inês Catarina Matilde Leonor Carlota Mafalda Joana Marta Daniela',
  'Lucas Gabriel Matheus Rafael Felipe Gustavo Guilherme Pedro Bruno Thiago Vinícius Caio Leonardo Igor Diego Rodrigo Henrique Murilo Enzo Davi Arthur Samuel João Tiago Diogo Gonçalo Martim Afonso Duarte Francisco Miguel Nuno André Ruben Hugo',
);
const french = firstNames(
  'Léa Manon Camille Chloé Emma Inès Sarah Laura Marine Pauline Océane Lucie Julie Anaïs Clara Jade Louise Zoé Margaux Élodie Maëlle Lola Juliette Romane Mathilde Charlotte Noémie Justine Amandine Ambre Yasmine Nina Salomé Célia Morgane',
  'Lucas Hugo Théo Nathan Enzo Louis Maxime Thomas Antoine Alexandre Quentin Clément Romain Valentin Baptiste Julien Kevin Florian Mathis Léo Raphaël Adrien Simon Jules Gabriel Axel Yanis Rayan Bastien Dylan Corentin Arthur Tristan Benjamin Loïc',
);
const german = firstNames(
  'Lena Laura Anna Lea Sarah Julia Lisa Hannah Mia Leonie Sophie Marie Johanna Katharina Jana Nina Vanessa Michelle Annika Melina Emily Clara Paula Pia Franziska Carina Celina Elif Aylin Theresa Magdalena Selina Jasmin Alina Chiara',
  'Lukas Leon Tim Jonas Finn Jan Felix Paul Max Niklas Philipp Tobias Fabian Julian Florian Moritz David Simon Dominik Kevin Marvin Nico Elias Noah Luca Jannik Bastian Marcel Emre Can Kilian Lorenz Raphael Silvan Yannick',
);
const italian = firstNames(
  'Giulia Martina Chiara Sara Francesca Alessia Giorgia Sofia Aurora Elisa Beatrice Camilla Ilaria Federica Valentina Noemi Arianna Greta Alice Gaia Ludovica Rebecca Matilde Marta Erica Viola Asia Miriam Carlotta Benedetta',
  'Lorenzo Alessandro Matteo Andrea Davide Luca Marco Riccardo Tommaso Gabriele Mattia Simone Federico Leonardo Edoardo Filippo Nicolò Giacomo Samuele Christian Daniele Emanuele Michele Diego Pietro Alessio Stefano Jacopo Cristian Elia',
);
const dutch = firstNames(
  'Sanne Lotte Femke Anouk Fleur Iris Lisa Eva Roos Maud Noor Julia Lieke Esmee Demi Britt Nienke Marit Jasmijn Floor Sterre Isa Tess Puck Elke Liesbeth Hanne Jolien Silke Yara Amina Naomi',
  'Daan Sem Bram Thijs Lars Jesse Ruben Tim Koen Stijn Jelle Sven Luuk Niels Joris Milan Gijs Teun Mees Wout Pieter Jeroen Maarten Sander Bas Rik Floris Tijs Jens Dries Arne Bilal Mohamed',
);

export const namesOfToday = {
  en_US: english,
  en_GB: english,
  en_CA: english,
  en_AU: english,
  en_IE: firstNames(
    'Aoife Ciara Niamh Saoirse Caoimhe Róisín Sinéad Orla Éabha Clodagh Emma Sarah Aisling Maeve Laoise Kate Ellie Shauna Muireann Fiadh',
    'Cian Oisín Conor Seán Darragh Eoin Fionn Cillian Rory Tadhg Pádraig Ronan Shane Niall Jack Adam Dylan Luke Callum Diarmuid',
  ),
  en_NG: firstNames(
    'Chioma Amara Ngozi Adaeze Ifeoma Temitope Folake Yetunde Zainab Aisha Blessing Favour Precious Simi Tolu Damilola Ebele Halima Kemi Uche Nneka Bisola Oyinkan Chidinma Ife',
    'Chidi Emeka Tunde Segun Kunle Femi Ibrahim Musa Tobi Dayo Ikenna Obinna Uche Sola Wale Kelechi Chinedu Ayo Damola Yusuf Nnamdi Seyi Gbenga Ebuka Kola',
  ),
  en_ZA: firstNames(
    'Thandi Lerato Naledi Zanele Nomsa Ayanda Palesa Boitumelo Anele Refilwe Lindiwe Karabo Chanté Anika Mia Leané Zinhle Kea Nandi Amahle Busi Jana Danielle Simone',
    'Thabo Sipho Lwazi Kagiso Bongani Tshepo Sizwe Mandla Neo Themba Siyabonga Lebo Katlego Ruan Jaco Pieter Dewald Ethan Liam Kyle Mpho Andile Zane Wandile',
  ),
  en_IN: firstNames(
    'Ananya Diya Priya Riya Shreya Isha Kavya Neha Pooja Sneha Aditi Meera Tanvi Nisha Kritika Aishwarya Divya Simran Anjali Ritika Sanya Mahima Aarohi Pallavi Nandini Zoya Fatima Jhanvi Sakshi Ira',
    'Arjun Rohan Aarav Vivaan Karan Rahul Aditya Siddharth Nikhil Varun Ishaan Dhruv Kabir Aman Harsh Yash Pranav Ritesh Akash Manav Ayaan Imran Faizan Gautam Abhishek Tarun Vikram Samar Kunal Dev',
  ),
  es: spanish,
  es_MX: spanish,
  pt_BR: portuguese,
  pt_PT: portuguese,
  fr: french,
  fr_BE: french,
  de: german,
  de_AT: german,
  de_CH: german,
  it: italian,
  nl: dutch,
  id_ID: firstNames(
    'Putri Dewi Ayu Sari Nisa Intan Dinda Rani Citra Fitri Wulan Tiara Nabila Aulia Salsabila Amel Dita Maya Kirana Laras Anisa Bella Cantika Zahra Syifa Vania',
    'Rizky Dimas Bayu Adi Fajar Andi Reza Aldi Ilham Bagas Yoga Galih Arif Farhan Iqbal Raka Rangga Satria Dwi Hendra Fauzan Kevin Nanda Zidan Wahyu Agung',
  ),
  tr: firstNames(
    'Zeynep Elif Defne Ece Merve Büşra Selin İrem Ceren Gizem Ebru Esra Aslı Deniz Ezgi Melis Naz Sude Beren Duru Azra Yağmur Cansu Derya Pelin Buse Tuğçe Nehir İpek Damla',
    'Emre Mert Can Burak Kerem Efe Ozan Arda Berk Onur Kaan Eren Yusuf Alp Deniz Baran Umut Tolga Serkan Doruk Ege Batuhan Furkan Oğuz Cem Barış Yiğit Enes Mustafa Ali',
  ),
} satisfies Record<string, NamesOfToday>;
