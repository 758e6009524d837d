export const others = `
not: ikke|uten|uden|inte|utan|ilman|nem|kivéve|όχι|χωρίς|לא|בלי|חוץ|ไม่|ยกเว้น|không|trừ|ngoại trừ|maliban|fără|cu excepția|kromě|mimo|undtagen|unntatt|förutom|no son; whole: inga|ingen|ingen fra|žádné
above: mere end|mer enn|mer än|trên|hơn|peste|více než; below: mindre end|mindre enn|mindre än|dưới|méně než; atLeast: minst|mindst|ít nhất|cel puțin|alespoň; atMost: högst|højst|tối đa|cel mult|nejvýše
followers: følgere|följare|người theo dõi|urmăritori|sledujících
`;
