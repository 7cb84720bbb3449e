import { paths } from "../../../worker/contract/paths.ts";
import { shareLink } from "../../lib/addresses/paths.ts";

export type ButtonLook = "dark" | "light";

/** In pixels, as in the response of `GET /oembed`. */
export const FRAME = { width: 600, height: 240 };

const ESCAPES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
};
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** The button's target without its script; the address says where the buyer came from. */
export const buttonLink = (slug: string) => `${shareLink(slug)}?utm_source=button`;

export function buttonSnippet(slug: string, { label, look }: { label: string; look: ButtonLook }) {
	return [
		`<a href="${buttonLink(slug)}" data-tillbox="${slug}" data-look="${look}">${escaped(label)}</a>`,
		`<script async src="${location.origin}/button.js"></script>`,
	].join("\n");
}

export function frameSnippet(slug: string, title: string): string {
	const { width, height } = FRAME;
	const src = `${location.origin}${paths.embed(slug)}`;
	return `<iframe src="${src}" title="${escaped(title)}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`;
}
