/** Usual family names, by the place of `NameSource`, where `given.ts` has none. */
const split = (text: string): string[] => text.split(' ');

const spanish = split(
  'García Martínez López Sánchez Pérez Gómez Fernández Ruiz Díaz Moreno Álvarez Romero Navarro Torres Domínguez Vázquez Ramos Gil Serrano Blanco Molina Morales Suárez Ortega Delgado Castro Ortiz Rubio Marín Sanz Núñez Iglesias Medina Garrido Cortés Castillo Santos Lozano Guerrero Cano',
);
const portuguese = split(
  'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Teixeira Pinto Correia Moura Cunha Castro Azevedo',
);
const french = split(
  'Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefebvre Leroy Roux David Bertrand Morel Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Muller Faure Mercier Blanc Guérin Boyer Garnier Chevalier François Legrand Gauthier Perrin Robin Clément',
);
const german = split(
  'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Werner Krause Lehmann Köhler Maier Huber Kaiser Fuchs Peters Scholz Möller Weiß Jung Hahn Vogel Keller',
);

export const familyNames = {
  en_IE: split(
    'Murphy Kelly Walsh Byrne Ryan Doyle McCarthy Gallagher Doherty Kennedy Lynch Murray Quinn Moore Nolan Brennan Burke Collins Campbell Clarke Hughes Farrell Fitzgerald Brown Martin Maguire Flynn Thompson Callaghan Duffy Power Daly Keane Foley',
  ),
  en_NG: split(
    'Adeyemi Okafor Balogun Eze Okonkwo Adebayo Nwosu Ogunleye Bello Abubakar Obi Adeleke Okoro Lawal Nwachukwu Afolabi Uzor Oyelaran Danjuma Salami Akande Onyeka Ibe Musa Ojo Adewale Chukwu Bassey Effiong Yakubu',
  ),
  en_ZA: split(
    'Nkosi Dlamini Ndlovu Khumalo Sithole Mokoena Botha Naidoo Pillay Mahlangu Zulu Mthembu Molefe Smit Fourie Govender Venter Mabaso Nel Steyn Zwane Radebe Modise Jacobs Maseko Ngcobo Tshabalala Kruger Moodley Meyer',
  ),
  en_IN: split(
    'Sharma Patel Singh Gupta Kumar Verma Reddy Nair Iyer Mehta Joshi Shah Das Rao Mishra Chopra Kapoor Malhotra Bhatia Menon Pillai Desai Jain Agarwal Banerjee Mukherjee Chatterjee Khan Saxena Kulkarni Bose Sethi Pandey Yadav Chauhan',
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
    'Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti Costa Giordano Mancini Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone Longo Gentile Martinelli Vitale Lombardo Serra Coppola Marchetti Parisi Villa Conte',
  ),
  id_ID: split(
    'Pratama Saputra Wijaya Santoso Nugroho Hidayat Setiawan Kusuma Wibowo Lestari Rahmawati Permata Maharani Anggraini Siregar Nasution Hartono Gunawan Susanto Putra Ramadhan Firmansyah Suryani Utami Handayani Simanjuntak Purnama Kurniawan Halim Yulianti',
  ),
  tr: split(
    'Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Korkmaz Çakır Güneş Yavuz Can Acar Şen Aktaş Güler Yalçın Güzel Bozkurt Keskin',
  ),
};
