import type {
	DeletionPreview,
	MyShare,
	ShareResponse,
} from "../../../../worker/contract/catalogue/shares.ts";
import { formatSize } from "../../../../worker/contract/files/files.ts";
import { MAX_PAGE } from "../../../../worker/contract/pages.ts";
import { everyPage } from "../api/every-page.ts";
import { command } from "../arguments/command.ts";
import { shareIdOf } from "../arguments/values.ts";
import { usageFailure } from "../failures.ts";
import { confirm, readInput } from "../output/ask.ts";
import { dateTime, table } from "../output/text.ts";
import { money } from "./money.ts";
import { openBrowser } from "./open-browser.ts";
import { readFields, SHARE_OPTIONS } from "./share-options.ts";
import { priceText, shareJson, shareLink } from "./share-text.ts";

const list = command({
	name: "shares",
	about: "list your shares",
	options: {
		search: { type: "string", value: "TEXT", about: "those with these words in their title" },
	},
	examples: [
		{ line: "tillbox shares", about: "titles, prices and sales" },
		{ line: "tillbox shares --search north --json", about: "all there is to know about some" },
	],
	run: async (session, { options }) => {
		const api = await session.api();
		const shares = await everyPage<MyShare>(api, "/api/my-file-shares", {
			search: options.search,
			most: MAX_PAGE,
		});
		const rows = shares.map((share) => [
			share.shareId,
			share.title,
			priceText(share),
			stateOf(share),
			String(share.sales),
			money(share.net, share.currency),
			String(share.fileCount),
			formatSize(share.totalSize),
		]);
		session.out.result(
			{ shares: shares.map((share) => shareJson(api.http.origin, share)) },
			rows.length === 0
				? options.search
					? "No share has this in its title."
					: "There are no shares."
				: table(
						["ID", "TITLE", "PRICE", "STATE", "SALES", "NET", "FILES", "SIZE"],
						rows,
						[2, 4, 5, 6, 7],
					),
		);
	},
});

function stateOf({ status, selling, soldOut, checking }: MyShare): string {
	if (status !== "published") return status.replace("_", " ");
	if (checking) return "being checked";
	if (soldOut) return "sold out";
	return selling ? "on sale" : "not on sale";
}

const show = command({
	name: "shares show",
	about: "show a share with its files",
	operands: "SHARE",
	count: [1, 1],
	examples: [{ line: "tillbox shares show SHARE", about: "SHARE is its id or its link" }],
	run: async (session, { operands: [share = ""] }) => {
		const api = await session.api();
		const found = await api.json<ShareResponse>(
			"GET",
			`/api/file-shares/${shareIdOf(share, api.http.origin)}`,
		);
		const { fileShare, files } = found;
		const rows = files.map((file) => [
			file.id,
			`${file.folderPath}/${file.originalName}`,
			formatSize(file.size),
		]);
		session.out.result(
			{ ...found, link: shareLink(api.http.origin, fileShare.shareId) },
			[
				`${fileShare.title}, ${priceText(fileShare)}, ${formatSize(fileShare.totalSize)}`,
				shareLink(api.http.origin, fileShare.shareId),
				...(fileShare.description ? ["", fileShare.description] : []),
				"",
				table(["FILE", "PATH", "SIZE"], rows, [2]),
			].join("\n"),
		);
	},
});

const open = command({
	name: "shares open",
	about: "open the page of a share in the browser",
	operands: "SHARE",
	count: [1, 1],
	options: { print: { type: "boolean", about: "print the link only" } },
	examples: [{ line: "tillbox shares open SHARE", about: "as its buyers see it" }],
	run: async (session, { options, operands: [share = ""] }) => {
		const origin = await session.origin();
		const link = shareLink(origin, shareIdOf(share, origin));
		session.out.result({ link }, link);
		if (options.print || session.out.options.json) return;
		openBrowser(link);
	},
});

const ON = { type: "string", value: "ON", choices: ["on", "off"] } as const;
const EDIT_OPTIONS = {
	...SHARE_OPTIONS,
	selling: { ...ON, about: "whether it is on sale" },
	listed: { ...ON, about: "whether your page shows it" },
	indexed: { ...ON, about: "whether search engines may show it" },
	"opens-at": { type: "string", value: "TIME", about: "nobody sees it before" },
	"expires-at": { type: "string", value: "TIME", about: "when sales end" },
	"ends-access": { ...ON, about: "whether downloads end with them" },
} as const;
/** What an edit can remove. */
const REMOVABLE = [
	"description",
	"licence",
	"suggested-price",
	"max-sales",
	"opens-at",
	"expires-at",
	"external-id",
] as const satisfies (keyof typeof EDIT_OPTIONS)[];

const edit = command({
	name: "edit",
	about: "change a share",
	operands: "SHARE",
	count: [1, 1],
	options: {
		...EDIT_OPTIONS,
		password: { type: "boolean", about: "read a password for its page from standard input" },
		"no-password": { type: "boolean", about: "let everyone see its page" },
	},
	examples: [
		{
			line: "tillbox edit SHARE --price 7.50 --title 'North (remastered)'",
			about: "title and price",
		},
		{ line: "tillbox edit SHARE --selling off", about: "stop sales; buyers keep their access" },
		{ line: "tillbox edit SHARE --expires-at 2026-12-31", about: "end sales at the year's end" },
		{ line: "tillbox edit SHARE --password < password.txt", about: "ask visitors for a password" },
	],
	notes: [
		`The word "none" removes what ${REMOVABLE.map((name) => `--${name}`).join(", ")} have set.`,
	],
	run: async (session, { options, operands: [share = ""] }) => {
		const changes = {
			...(await readFields(EDIT_OPTIONS, options, REMOVABLE)),
			...(options["no-password"] && { password: null }),
			...(options.password && { password: (await readInput()).replace(/\r?\n$/, "") }),
		};
		if (Object.keys(changes).length === 0)
			throw usageFailure("Nothing to change: name at least one option.", [
				"`tillbox help edit` lists them.",
			]);
		const api = await session.api();
		const { fileShare } = await api.json<{ fileShare: MyShare }>(
			"PATCH",
			`/api/file-shares/${shareIdOf(share, api.http.origin)}`,
			{ json: changes },
		);
		session.out.result(
			shareJson(api.http.origin, fileShare),
			`“${fileShare.title}”, ${priceText(fileShare)}, ${fileShare.selling ? "on sale" : "not on sale"}.`,
		);
	},
});

const remove = command({
	name: "delete",
	about: "delete a share",
	operands: "SHARE",
	count: [1, 1],
	options: {
		buyers: {
			type: "string",
			value: "WHAT",
			choices: ["keep", "refund"],
			about: "buyers can go on downloading for some time, or are refunded",
		},
		yes: { type: "boolean", short: "y", about: "don't ask" },
	},
	examples: [
		{ line: "tillbox delete SHARE", about: "says first what it means for the buyers" },
		{ line: "tillbox delete SHARE --buyers refund --yes", about: "give the money back" },
	],
	run: async (session, { options, operands: [share = ""] }) => {
		const api = await session.api();
		const id = shareIdOf(share, api.http.origin);
		const preview = await api.json<DeletionPreview>("GET", `/api/file-shares/${id}/deletion`);
		// One that was taken down has no page any more, and can be deleted.
		const title = await api
			.json<ShareResponse>("GET", `/api/file-shares/${id}`)
			.then(({ fileShare }) => `“${fileShare.title}”`)
			.catch(() => id);
		const buyers = options.buyers ?? "keep";
		await confirm(session, deletionQuestion(title, preview, buyers), options.yes);
		await api.json("DELETE", `/api/file-shares/${id}`, { query: { buyers } });
		session.out.result({ deleted: id, buyers }, `${title} is deleted.`);
	},
});

function deletionQuestion(
	title: string,
	preview: DeletionPreview,
	buyers: "keep" | "refund",
): string {
	if (preview.buyers === 0) return `Delete ${title}? Nobody has bought it.`;
	if (buyers === "refund")
		return `Delete ${title} and refund ${preview.refundable} of ${preview.buyers} buyers, ${money(preview.refundAmount, preview.currency)} in all?`;
	const until = preview.keptUntil ? ` until ${dateTime(preview.keptUntil)}` : "";
	return `Delete ${title}? ${preview.buyers} buyers can go on downloading${until}.`;
}

export const shares = [list, show, open, edit, remove];
