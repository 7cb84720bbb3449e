import { BASE_STYLE } from "./plain-page.tsx";

export const CARD_STYLE = `${BASE_STYLE}
body { display: flex; flex-direction: column; min-height: 100vh; margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
header { padding: 1.25rem 1.5rem } header a { color: inherit; font-size: 1.125rem; font-weight: 700; text-decoration: none }
main { width: calc(100% - 2rem); max-width: 27rem; margin: auto; padding: 2rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 20px; text-align: center }
.icon { display: grid; place-items: center; width: 3.5rem; height: 3.5rem; margin: 0 auto 1rem; border-radius: 50%; background: var(--soft); color: var(--brand) }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; text-wrap: balance } p { margin: 0 0 1rem; color: var(--muted) } .share strong { color: var(--ink) }
form { display: grid; gap: .5rem; margin: 1.5rem 0 0; text-align: left } label { font-weight: 600 }
input { width: 100%; min-height: 3rem; padding: .5rem .875rem; border: 1px solid var(--field); border-radius: 10px; background: var(--page); color: inherit; font: inherit }
input[aria-invalid] { border-color: var(--bad) } p.fault { margin: 0; color: var(--bad) }
button { min-height: 3rem; margin-top: .5rem; padding: .5rem 1.25rem; border: 0; border-radius: 10px; background: var(--brand); color: var(--on); font: inherit; font-weight: 600; cursor: pointer }
.after { margin: 1.5rem 0 0; font-size: .9375rem }
a { color: var(--brand) } :focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; justify-content: center; padding: 1.5rem } nav a { padding: .375rem 0; color: var(--muted); font-size: .8125rem }
`;
