import type { Refusal } from "../../catalogue/shares/contract/share-view.ts";
import type { Ctx } from "../../core/context.ts";
import { ApiError } from "../../platform/errors.ts";
import { documentAt } from "./documents.ts";

const escapes: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Loaded on first use, so that the Worker starts faster. */
export const rendering = () => import("#rendering");

export const escapeHtml = (text: string) =>
	text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);

const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export const escapeXml = (text: string) => escapeHtml(text.replace(NO_XML, ""));

/** Safe inside a script element: no `<` can end it or open a comment. */
export function scriptJson(value: unknown): string {
	return JSON.stringify(value).replaceAll("<", "\\u003c");
}

export const property = (name: string, content: string) =>
	`<meta property="${name}" content="${escapeHtml(content)}">`;

export const named = (name: string, content: string) =>
	`<meta name="${name}" content="${escapeHtml(content)}">`;

const lineAbove = (text: string) =>
	`<p class="bg-faint px-4 py-2 text-center text-13 text-ink print:hidden">${escapeHtml(text)}</p>`;

type Rendered = {
	/** path of the built document */
	document: string;
	html: string;
	title: string;
	/** default: the built document's own */
	description?: string;
	above?: string | null;
	head?: string;
	/** inlined for the app, in an element with the id `dataId` */
	data: unknown;
	dataId: string;
	status?: number;
	isIndexed: boolean;
};

export async function renderedDocument(
	ctx: Ctx,
	request: Request,
	page: Rendered,
): Promise<Response> {
	const script = `<script type="application/json" id="${page.dataId}">${scriptJson(page.data)}</script>`;
	const rewriter = new HTMLRewriter()
		.on('meta[name="description"]', {
			element(element) {
				// Setting the attribute would leave "&" and "<" unescaped.
				if (page.description !== undefined)
					element.replace(named("description", page.description), { html: true });
			},
		})
		.on("head", { element: (element) => void element.append(page.head ?? "", { html: true }) })
		.on("title", { element: (element) => void element.setInnerContent(page.title) })
		.on("#root", {
			element: (root) => {
				if (page.above) root.before(lineAbove(page.above), { html: true });
				root.setAttribute("data-rendered", "");
				root.setInnerContent(page.html, { html: true });
			},
		})
		.on("body", { element: (body) => void body.append(script, { html: true }) });
	const response = await documentAt(ctx, request, page.document, {
		status: page.status ?? 200,
		rewriter,
	});
	response.headers.set("Cache-Control", "private, no-store");
	if (!page.isIndexed) response.headers.set("X-Robots-Tag", "noindex");
	return response;
}

/** Throws `error` if it isn't a refusal. */
export function refusalOf(error: unknown): Refusal {
	if (!(error instanceof ApiError) || error.status >= 500) throw error;
	const { status, code, message } = error;
	return { status, code, message };
}
