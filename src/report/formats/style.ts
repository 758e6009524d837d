/** The style of the HTML report: system fonts, light and dark, readable on a phone and on paper. */
export const reportStyle = `
:root { color-scheme: light dark; --back: #fff; --text: #1d2430; --soft: #5b6675; --line: #dde2e9; --block: #f4f6f9;
  --good: #0b6b4f; --good-back: #e4f4ee; --bad: #a3271f; --bad-back: #fbe9e7; }
@media (prefers-color-scheme: dark) { :root { --back: #12161c; --text: #e4e9f0; --soft: #9aa6b5; --line: #2b333e;
  --block: #1a2029; --good: #5fd0a5; --good-back: #14312a; --bad: #f2938b; --bad-back: #3a1d1b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { margin: 0; font-size: 1.75rem; }
h2 { margin: 2.25rem 0 .5rem; font-size: 1.2rem; }
p { margin: .25rem 0; }
.head { font-size: 1.1rem; }
.soft { color: var(--soft); font-size: .875rem; }
code { font-family: ui-monospace, monospace; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .75rem; margin-top: 1.25rem; }
.figures div { background: var(--block); border-radius: 8px; padding: .75rem 1rem; }
.figures strong { display: block; font-size: 1.6rem; line-height: 1.2; }
.figures span { color: var(--soft); font-size: .875rem; }
.gates { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
.gates li { border-radius: 6px; padding: .5rem .75rem; }
.holds { background: var(--good-back); }
.holds strong { color: var(--good); }
.fails { background: var(--bad-back); }
.fails strong { color: var(--bad); }
.requests { margin: .25rem 0 0; padding-left: 1rem; font-size: .85rem; overflow-wrap: anywhere; }
details { border-top: 1px solid var(--line); padding: .5rem 0; }
td details, li details { border: 0; padding: 0; }
td details { min-width: 12rem; }
summary { cursor: pointer; }
meter { width: 7rem; vertical-align: middle; margin: 0 .5rem; }
.cells { list-style: none; margin: .5rem 0; padding: 0; display: grid;
  grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .4rem; font-size: .875rem; }
.cells li { border-radius: 6px; padding: .35rem .6rem; overflow-wrap: anywhere; }
.cells .met { background: var(--good-back); }
.cells .met strong { color: var(--good); }
.cells .never { border: 1px dashed var(--line); color: var(--soft); }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td { overflow-wrap: anywhere; }
td.number { font-variant-numeric: tabular-nums; }
@media print { details { break-inside: avoid; } }
`;
