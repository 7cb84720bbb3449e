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

/** Escapes values that aren't `Html`. */
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
  :root { color-scheme: light dark; --line: #8886; }
  body { margin: 0 auto; max-width: 70rem; padding: 0 1.5rem; font: 15px/1.5 system-ui, sans-serif; }
  header.bar { display: flex; gap: 1rem; padding: .8rem 0; border-bottom: 1px solid var(--line); }
  table { width: 100%; border-collapse: collapse; }
  th, td { text-align: left; padding: .45rem .7rem; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
  form { display: inline-flex; gap: .4rem; margin: 0 .3rem .3rem 0; flex-wrap: wrap; }
  button, input { font: inherit; padding: .35rem .8rem; }
  pre { padding: .8rem; border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; }
  .narrow { max-width: 26rem; margin: 8vh auto; }
  .soft { opacity: .7; }
  iframe.mail { width: 100%; height: 36rem; border: 1px solid var(--line); background: #fff; }
`;

/** `bar` adds the operator's navigation. */
export function page(title: string, body: Html, options: { bar?: boolean } = {}): string {
	const bar = html`<header class="bar"><strong>Stripe sandbox</strong>
    <a href="/">Overview</a> <a href="/dev/mail">Mail</a></header>`;
	return `<!doctype html>${html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title><style>${new Html(STYLE)}</style></head>
    <body>${options.bar ? bar : ""}<main>${body}</main></body></html>`}`;
}
