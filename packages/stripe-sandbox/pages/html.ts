export class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}

	toString(): string {
		return this.text;
	}
}

type Value = string | number | boolean | null | undefined | Html | Value[];

/** A template whose values are escaped, unless they are `Html` themselves. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
	return new Html(parts.reduce((text, part, index) => text + show(values[index - 1]) + part));
}

function show(value: Value): string {
	if (value instanceof Html) return value.text;
	if (Array.isArray(value)) return value.map(show).join("");
	if (value === null || value === undefined || value === false) return "";
	return escapeHtml(String(value));
}

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
  :root { color-scheme: light dark; --ink: #1c1b22; --soft: #6b6878; --paper: #fbfaf8; --card: #fff; --line: #e3e0ea; --key: #4f46e5; }
  @media (prefers-color-scheme: dark) { :root { --ink: #eceaf2; --soft: #a29fb0; --paper: #17161c; --card: #211f28; --line: #35323f; --key: #8b85ff; } }
  * { box-sizing: border-box; }
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
  main { max-width: 70rem; margin: 0 auto; padding: 1.5rem; }
  header.bar { display: flex; gap: 1rem; flex-wrap: wrap; align-items: baseline; border-bottom: 1px solid var(--line); padding: .8rem 1.5rem; background: var(--card); }
  header.bar strong { margin-right: auto; }
  a { color: var(--key); }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .5rem; }
  table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
  th, td { text-align: left; padding: .45rem .7rem; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
  th { font-weight: 600; color: var(--soft); border-top: 0; white-space: nowrap; }
  td.number { text-align: right; font-variant-numeric: tabular-nums; }
  form { display: inline-flex; gap: .4rem; align-items: center; margin: 0 .3rem .3rem 0; flex-wrap: wrap; }
  button { font: inherit; padding: .35rem .8rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: inherit; cursor: pointer; }
  button.main { background: var(--key); border-color: var(--key); color: #fff; }
  button:focus-visible, input:focus-visible, a:focus-visible { outline: 2px solid var(--key); outline-offset: 2px; }
  input, select { font: inherit; padding: .3rem .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: inherit; }
  pre { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .8rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
  .panel { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.2rem; }
  .narrow { max-width: 26rem; margin: 8vh auto; }
  .soft { color: var(--soft); }
  iframe.mail { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
`;

/** A whole page. `bar` adds the operator's navigation. */
export function page(title: string, body: Html, options: { bar?: boolean } = {}): string {
	const bar = html`<header class="bar"><strong>Stripe sandbox</strong>
    <a href="/">Overview</a> <a href="/dev/mail">Mail</a></header>`;
	return `<!doctype html>${html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title><style>${new Html(STYLE)}</style></head>
    <body>${options.bar ? bar : ""}<main>${body}</main></body></html>`}`;
}
