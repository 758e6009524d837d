import { createHash } from 'node:crypto';

/** The style of the page: system fonts, light and dark, readable on a phone. */
export const style = `
:root { color-scheme: light dark; --back: #fff; --text: #1d2430; --soft: #5b6675; --line: #dde2e9; --block: #f4f6f9;
  --get: #0b6b4f; --post: #8a4b00; --link: #1658b8; }
@media (prefers-color-scheme: dark) { :root { --back: #12161c; --text: #e4e9f0; --soft: #9aa6b5; --line: #2b333e;
  --block: #1a2029; --get: #5fd0a5; --post: #f0b060; --link: #86b6ff; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
.page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem 1rem; border-right: 1px solid var(--line);
  font-size: .875rem; }
nav ul { list-style: none; margin: .25rem 0 1rem; padding: 0; }
nav li a { display: block; padding: .15rem 0; text-decoration: none; overflow-wrap: anywhere; }
nav h2 { margin: 1rem 0 0; font-size: .875rem; color: var(--soft); }
main { padding: 1.25rem 2rem 4rem; min-width: 0; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.2; }
main > h2 { margin: 3rem 0 0; font-size: 1.35rem; }
article { margin-top: 2rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
h3 { margin: 0 0 .25rem; font-size: 1.1rem; }
h4 { margin: 1.1rem 0 .3rem; font-size: .9rem; color: var(--soft); }
.path { margin: 0; font: .95rem ui-monospace, monospace; overflow-wrap: anywhere; }
.GET, .POST { font-weight: 700; margin-right: .4rem; }
.GET { color: var(--get); }
.POST { color: var(--post); }
.current { font-weight: 700; }
code, pre { font-family: ui-monospace, monospace; font-size: .85rem; }
code { overflow-wrap: anywhere; }
p code, td code { background: var(--block); border-radius: 3px; padding: .05rem .25rem; }
pre { margin: .3rem 0; padding: .75rem; background: var(--block); border-radius: 6px; overflow: auto; max-height: 28rem; }
pre.copy { white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td:first-child { width: 30%; }
.hint { color: var(--soft); font-size: .85rem; }
summary { cursor: pointer; padding: .3rem 0; }
@media (max-width: 50rem) {
  .page { display: block; }
  nav { position: static; height: auto; max-height: 45vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1.25rem 1rem 3rem; }
  th { display: none; }
  tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0; }
  td, td:first-child { display: block; width: auto; border: 0; padding: .1rem 0; }
}
`;

/** The content security policy of the page: it allows this style and nothing else. */
export const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
