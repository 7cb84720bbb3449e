/**
 * Fills a frame of any size: the picture above the text, or next to it if there is room; what doesn't fit is left
 * out, the button last. No `color-scheme`: if it differs from the page's, browsers paint the frame's corners.
 */
export const EMBED_STYLE = `
:root { --ink: #1b1a17; --muted: #645f55; --line: #e2ddd2; --sheet: #fff; --soft: #f1eee7; --brand: #0b6b52; --on-brand: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #f3f0ea; --muted: #b3ada2; --line: #3a3731; --sheet: #1e1c19; --soft: #2a2723; --brand: #4fcaa5; --on-brand: #0d1f18 } }
* { box-sizing: border-box }
html, body { height: 100% } body { margin: 0; background: transparent; color: var(--ink); font: 15px/1.45 system-ui, sans-serif; overflow-wrap: anywhere }
article { height: 100%; min-height: 9rem; display: flex; flex-direction: column; overflow: hidden; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px }
.cover { position: relative; flex: 1 1 0; min-height: 0; overflow: hidden; background: var(--soft); display: grid; place-items: center }
.cover img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover } .cover { container-type: size } .cover img.tiny { inset: -3.2cqmax; width: calc(100% + 6.4cqmax); height: calc(100% + 6.4cqmax); filter: blur(1.6cqmax) } .cover img.mark { inset: auto; position: static; width: 3.5rem; height: 3.5rem; object-fit: contain; opacity: .75 }
.text { display: flex; flex-direction: column; gap: .35rem; padding: 1rem 1.1rem 1.1rem; min-width: 0 }
h1 { margin: 0; font-size: 1.15rem; line-height: 1.25; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
p { margin: 0 } .muted { color: var(--muted); font-size: .87rem } .about { display: none; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 3 }
.strip { display: none; gap: .5rem; margin: .25rem 0 } .strip img { flex: 1 1 0; min-width: 0; height: 4.25rem; object-fit: cover; border-radius: 8px; background: var(--soft) } .strip img.tiny { filter: blur(3px) }
.row { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-top: .5rem }
a { color: inherit } .buy { display: inline-block; padding: .65rem 1.1rem; border-radius: 10px; background: var(--brand); color: var(--on-brand); font-weight: 600; text-decoration: none; font-variant-numeric: tabular-nums } .buy:hover { filter: brightness(1.08) }
.see { padding: .35rem 0; font-size: .9rem } :focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; border-radius: 6px }
.gone { margin: auto; padding: 1rem; text-align: center }
@media (min-height: 31rem) { .strip { display: flex } .about { display: -webkit-box } }
@media (min-width: 27.5rem) and (max-height: 26rem) { article { flex-direction: row } .cover { flex: 0 0 40% } .text { flex: 1; justify-content: center } }
@media (max-width: 27.49rem) and (max-height: 19rem) { .cover { display: none } .text { flex: 1; justify-content: center } }
`;
