/** Usual family names, by the place of `NameSource`. */
const split = (text: string): string[] => text.split(' ');

const english = split(
  'Adams Allen Anderson Bailey Baker Barnes Bell Bennett Brooks Brown Butler Campbell Carter Clark Coleman Collins Cooper Cox Davies Davis Edwards Evans Fisher Foster Graham Grant Gray Green Griffin Hall Hamilton Harris Harrison Hayes Henderson Hill Holmes Howard Hughes Hunt Jackson James Jenkins Johnson Jones Kelly Kennedy King Knight Lee Lewis Lopez Marshall Martin Mason Mills Mitchell Moore Morgan Morris Murphy Murray Nguyen Palmer Parker Patel Patterson Perez Perry Phillips Powell Price Ramirez Reed Reid Reyes Reynolds Richards Richardson Roberts Robinson Rogers Rose Ross Russell Sanders Scott Shaw Simmons Simpson Singh Smith Stevens Stewart Stone Sullivan Taylor Thomas Thompson Torres Tucker Turner Walker Wallace Ward Watson Webb West White Williams Wilson Wood Wright Young',
);
const spanish = split(
  'García Martínez López Sánchez Pérez Gómez Fernández Ruiz Díaz Moreno Álvarez Romero Navarro Torres Domínguez Vázquez Ramos Gil Serrano Blanco Molina Morales Suárez Ortega Delgado Castro Ortiz Rubio Marín Sanz Núñez Iglesias Medina Garrido Cortés Castillo Santos Lozano Guerrero Cano Hernández Rodríguez Ramírez Flores Rivera Gutiérrez Mendoza Aguilar Vargas Rojas Herrera Salazar Cárdenas Ríos Acosta Peña Cabrera Figueroa Sosa Ponce Bravo Méndez Vega Soto',
);
const portuguese = split(
  'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Teixeira Pinto Correia Moura Cunha Castro Azevedo Monteiro Nogueira Batista Campos Farias Araújo Melo Pires Borges Tavares Fonseca Guimarães Neves Reis Brito Xavier Siqueira Duarte Paiva Matos',
);
const french = split(
  'Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefebvre Leroy Roux David Bertrand Morel Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Muller Faure Mercier Blanc Guérin Boyer Garnier Chevalier François Legrand Gauthier Perrin Robin Clément Morin Nicolas Henry Rousset Masson Marchand Duval Denis Lemaire Meunier Dumont Barbier Renard Giraud Colin Caron Hubert Picard Charpentier Leclerc',
);
const german = split(
  'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Werner Krause Lehmann Köhler Maier Huber Kaiser Fuchs Peters Scholz Möller Weiß Jung Hahn Vogel Keller Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Simon Ludwig Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel Heinrich Brandt',
);

export const familyNames = {
  en_US: english,
  en_GB: english,
  en_CA: english,
  en_AU: english,
  en_IE: split(
    'Murphy Kelly Walsh Byrne Ryan Doyle McCarthy Gallagher Doherty Kennedy Lynch Murray Quinn Moore Nolan Brennan Burke Collins Campbell Clarke Hughes Farrell Fitzgerald Brown Martin Maguire Flynn Thompson Callaghan Duffy Power Daly Keane Foley Sheehan Healy Reilly Kavanagh Buckley Hogan Hickey Kenny',
  ),
  en_NG: split(
    'Adeyemi Okafor Balogun Eze Okonkwo Adebayo Nwosu Ogunleye Bello Abubakar Obi Adeleke Okoro Lawal Nwachukwu Afolabi Uzor Oyelaran Danjuma Salami Akande Onyeka Ibe Musa Ojo Adewale Chukwu Bassey Effiong Yakubu Odunsi Alabi Oyedele Amadi Nnaji Sani Garba Idowu Ekpo Otieno',
  ),
  en_ZA: split(
    'Nkosi Dlamini Ndlovu Khumalo Sithole Mokoena Botha Naidoo Pillay Mahlangu Zulu Mthembu Molefe Smit Fourie Govender Venter Mabaso Nel Steyn Zwane Radebe Modise Jacobs Maseko Ngcobo Tshabalala Kruger Moodley Meyer Pretorius Cele Buthelezi Maluleke Swart Viljoen Mabena Coetzee',
  ),
  en_IN: split(
    'Sharma Patel Singh Gupta Kumar Verma Reddy Nair Iyer Mehta Joshi Shah Das Rao Mishra Chopra Kapoor Malhotra Bhatia Menon Pillai Desai Jain Agarwal Banerjee Mukherjee Chatterjee Khan Saxena Kulkarni Bose Sethi Pandey Yadav Chauhan Trivedi Bhatt Naik Shetty Hegde Rathore Dutta Ghosh Mathur Ahuja Arora Bajaj Grover Pawar More',
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
  it: split(
    'Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti Costa Giordano Mancini Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone Longo Gentile Martinelli Vitale Lombardo Serra Coppola Marchetti Parisi Villa Conte Ferraro Fabbri Bianco Grassi Monti Sala Pellegrini Palumbo Sanna Farina Rizzi Cattaneo Silvestri Basile Sartori Testa Benedetti Riva Donati',
  ),
  nl: split(
    'Bakker Visser Smit Meijer Mulder Bos Vos Peters Hendriks Dekker Brouwer Dijkstra Jansen Janssen Jacobs Willems Maes Claes Wouters Mertens Peeters Goossens Vermeulen Verhoeven Koster Kuipers Schouten Hermans Postma Veenstra',
  ),
  id_ID: split(
    'Pratama Saputra Wijaya Santoso Nugroho Hidayat Setiawan Kusuma Wibowo Lestari Rahmawati Permata Maharani Anggraini Siregar Nasution Hartono Gunawan Susanto Putra Ramadhan Firmansyah Suryani Utami Handayani Simanjuntak Purnama Kurniawan Halim Yulianti Sitompul Harahap Tanjung Lubis Sihombing Wirawan Prasetyo Budiman Iskandar Syahputra Nainggolan Puspita Rahayu Cahyono Mulyadi',
  ),
  tr: split(
    'Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Korkmaz Çakır Güneş Yavuz Can Acar Şen Aktaş Güler Yalçın Güzel Bozkurt Keskin Erdoğmuş Tekin Aksoy Taş Avcı Ateş Toprak Bulut Karaca Uçar Kaplan Sarı Ünal Turan Bayram',
  ),
};
