import { html, type raw } from "hono/html";

export type Html = ReturnType<typeof raw>;
/** `html` returns promises only for promises. */
export const markup = html as (strings: TemplateStringsArray, ...values: unknown[]) => Html;

const INLINE = /`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|(https:\/\/[^\s)]*[^\s).,;:])/g;

function inline(text: string): Html[] {
	const parts: Html[] = [];
	let end = 0;
	for (const match of text.matchAll(INLINE)) {
		const [whole, code, label, href, strong, url] = match;
		parts.push(markup`${text.slice(end, match.index)}`);
		if (code) parts.push(markup`<code>${code}</code>`);
		else if (strong) parts.push(markup`<strong>${strong}</strong>`);
		else parts.push(markup`<a href="${href ?? url}">${label ?? url}</a>`);
		end = match.index + whole.length;
	}
	return [...parts, markup`${text.slice(end)}`];
}

const FENCES: Readonly<Record<string, string>> = {
	sh: "Shell",
	js: "JavaScript",
	json: "JSON",
	http: "HTTP",
};

/** Supports paragraphs, lists, second-level headings and code. */
export function markdown(text: string): Html {
	const blocks = text.split(/\n?```(\w*)\n([\s\S]*?)\n```\n?/g);
	const parts: Html[] = [];
	for (let at = 0; at < blocks.length; at += 3) {
		for (const block of (blocks[at] ?? "").split(/\n{2,}/)) {
			const lines = block.trim();
			if (lines.startsWith("## ")) parts.push(markup`<h3>${inline(lines.slice(3))}</h3>`);
			else if (/^[-*] /.test(lines))
				parts.push(
					markup`<ul>${lines.split(/\n[-*] /).map((item) => markup`<li>${inline(item.replace(/^[-*] /, ""))}</li>`)}</ul>`,
				);
			else if (lines) parts.push(markup`<p>${inline(lines)}</p>`);
		}
		const [language = "", code] = blocks.slice(at + 1, at + 3);
		if (code !== undefined) parts.push(codeBlock(code, FENCES[language] ?? "Example"));
	}
	return markup`${parts}`;
}

export const plain = (text: string): string =>
	text
		.replace(/```[\s\S]*?```/g, "")
		.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
		.replace(/[`*#]/g, "")
		.replace(/\s+/g, " ")
		.trim();

/** Scrolls by keyboard. `language` distinguishes samples of one operation. */
export function codeBlock(code: string, name: string, language = ""): Html {
	const parts = code.split(/("(?:[^"\\\n]|\\.)*")/g);
	return markup`<figure${language ? markup` data-language="${language}"` : ""}><figcaption>${name}</figcaption><pre tabindex="0" role="group" aria-label="${name}"><code>${parts.map((part, at) => (at % 2 ? markup`<b>${part}</b>` : part))}</code></pre></figure>`;
}
