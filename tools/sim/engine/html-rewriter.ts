type Content = { html?: boolean };
type Element = Record<
	"before" | "after" | "append" | "replace" | "setInnerContent",
	(content: string, options?: Content) => void
> & {
	setAttribute(name: string, value: string): void;
};
type Handler = { element(element: Element): void };

const escaped = (content: string, options?: Content) =>
	options?.html ? content : content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Supports what the product uses: an element by a name that occurs once, by id, or by its only attribute. */
export class HTMLRewriter {
	readonly #handlers: [selector: string, handler: Handler][] = [];

	on(selector: string, handler: Handler): this {
		this.#handlers.push([selector, handler]);
		return this;
	}

	transform(response: Response): Response {
		const handlers = this.#handlers;
		const body = new ReadableStream({
			type: "bytes",
			async start(controller) {
				let html = await response.text();
				for (const [selector, handler] of handlers) html = rewritten(html, selector, handler);
				controller.enqueue(new TextEncoder().encode(html));
				controller.close();
			},
		});
		return new Response(body, response);
	}
}

function rewritten(html: string, selector: string, handler: Handler): string {
	const [, name = "", id, attribute] = /^(\w*)(?:#(\w+)|\[(.+)\])?$/.exec(selector) ?? [];
	const wanted = id ? `id="${id}"` : (attribute ?? "");
	const opening = new RegExp(`<${name || "(\\w+)"}(?=[\\s>])[^>]*${wanted}[^>]*>`).exec(html);
	if (!opening) return html;
	const tag = name || (opening[1] ?? "");
	let [start] = opening;
	const end = `</${tag}>`;
	const from = opening.index + start.length;
	const to = id ? html.indexOf(end, from) : html.lastIndexOf(end);
	let inner = to < from ? "" : html.slice(from, to);
	const rest = html.slice(Math.max(from, to));
	let [before, after, whole]: (string | null)[] = ["", "", null];
	handler.element({
		before: (content, options) => {
			before += escaped(content, options);
		},
		after: (content, options) => {
			after = escaped(content, options) + after;
		},
		append: (content, options) => {
			inner += escaped(content, options);
		},
		replace: (content, options) => {
			whole = escaped(content, options);
		},
		setInnerContent: (content, options) => {
			inner = escaped(content, options);
		},
		setAttribute: (attribute, value) => {
			const quoted = ` ${attribute}="${value.replaceAll('"', "&quot;")}"`;
			const known = new RegExp(`\\s${attribute}(?:="[^"]*")?(?=[\\s>])`);
			start = known.test(start) ? start.replace(known, quoted) : start.replace(/>$/, `${quoted}>`);
		},
	});
	const element = whole ?? start + inner + (to < from ? "" : end);
	return (
		html.slice(0, opening.index) +
		before +
		element +
		after +
		(to < from ? rest : rest.slice(end.length))
	);
}
