import type {
	DeletionPreview,
	FileShare,
	MyShare,
	ShareResponse,
} from "../../../../worker/catalogue/shares/contract/shares.ts";
import { MAX_PAGE } from "../../../../worker/contract/pages.ts";
import { formatSize } from "../../../../worker/files/contract/files.ts";
import { choice, command, flag, onOrOff, option, removable } from "../arguments/command.ts";
import { moment, shareIdOf } from "../arguments/values.ts";
import { usageFailure } from "../failures.ts";
import { confirm, readInput } from "../output/ask.ts";
import { dateTime, table } from "../output/text.ts";
import { money, priceText } from "./money.ts";
import { openBrowser } from "./open-browser.ts";
import { SHARE_OPTIONS } from "./share-options.ts";

export const shareLink = (origin: string, shareId: string): string => `${origin}/share/${shareId}`;

export const shareJson = (origin: string, share: Pick<FileShare, "shareId">) => ({
	...share,
	link: shareLink(origin, share.shareId),
});

const list = command(
	"shares",
	"list your shares",
	{
		options: { search: option("TEXT", "those with these words in their title") },
		examples: ["tillbox shares --search north --json # all there is to know about some"],
	},
	async (session, { search }) => {
		const api = await session.api();
		const shares = await api.list<MyShare>("/api/my-file-shares", { search, most: MAX_PAGE });
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
		const titles = ["ID", "TITLE", "PRICE", "STATE", "SALES", "NET", "FILES", "SIZE"];
		const none = search ? "No share has this in its title." : "There are no shares.";
		session.out.result(
			{ shares: shares.map((share) => shareJson(api.http.origin, share)) },
			rows.length === 0 ? none : table(titles, rows, [2, 4, 5, 6, 7]),
		);
	},
);

function stateOf({ status, selling, soldOut, checking }: MyShare): string {
	if (status !== "published") return status.replace("_", " ");
	if (checking) return "being checked";
	if (soldOut) return "sold out";
	return selling ? "on sale" : "not on sale";
}

const show = command(
	"shares show <SHARE>",
	"show a share with its files",
	{ examples: ["tillbox shares show SHARE # SHARE is its id or its link"] },
	async (session, _, share) => {
		const api = await session.api();
		const id = shareIdOf(share, api.http.origin);
		const found = await api.json<ShareResponse>("GET", `/api/file-shares/${id}`);
		const { fileShare, files } = found;
		const link = shareLink(api.http.origin, fileShare.shareId);
		const rows = files.map((file) => [
			file.id,
			`${file.folderPath}/${file.originalName}`,
			formatSize(file.size),
		]);
		session.out.result(
			{ ...found, link },
			[
				`${fileShare.title}, ${priceText(fileShare)}, ${formatSize(fileShare.totalSize)}`,
				link,
				...(fileShare.description ? ["", fileShare.description] : []),
				"",
				table(["FILE", "PATH", "SIZE"], rows, [2]),
			].join("\n"),
		);
	},
);

const open = command(
	"shares open <SHARE>",
	"open the page of a share in the browser",
	{ options: { print: flag("print the link only") } },
	async (session, options, share) => {
		const origin = await session.origin();
		const link = shareLink(origin, shareIdOf(share, origin));
		session.out.result({ link }, link);
		if (!options.print && !session.out.options.json) openBrowser(link);
	},
);

const { title, price, pricing, images, samplesMarked, ...rest } = SHARE_OPTIONS;
const EDIT_OPTIONS = {
	title,
	price,
	pricing,
	images,
	samplesMarked,
	description: removable(rest.description),
	licence: removable(rest.licence),
	suggestedPrice: removable(rest.suggestedPrice),
	maxSales: removable(rest.maxSales),
	singles: removable(rest.singles),
	externalId: removable(rest.externalId),
	selling: onOrOff("whether it is on sale"),
	listed: onOrOff("whether your page shows it"),
	indexed: onOrOff("whether search engines may show it"),
	opensAt: removable(option("TIME", "nobody sees it before", moment)),
	expiresAt: removable(option("TIME", "when sales end", moment)),
	endsAccess: onOrOff("whether downloads end with them"),
	password: flag("read a password for its page from standard input"),
	noPassword: flag("let everyone see its page"),
};

const edit = command(
	"edit <SHARE>",
	"change a share",
	{
		options: EDIT_OPTIONS,
		examples: [
			"tillbox edit SHARE --price 7.50 --title 'North (remastered)' # title and price",
			"tillbox edit SHARE --selling off # stop sales; buyers keep their access",
			"tillbox edit SHARE --expires-at 2026-12-31 # end sales at the year's end",
			"tillbox edit SHARE --password < password.txt # ask visitors for a password",
		],
		note: 'The word "none" removes what --description, --licence, --suggested-price, --max-sales, --singles, --external-id, --opens-at and --expires-at have set.',
	},
	async (session, { password, noPassword, ...fields }, share) => {
		const body = {
			...fields,
			...(noPassword && { password: null }),
			...(password && { password: (await readInput()).replace(/\r?\n$/, "") }),
		};
		if (Object.keys(body).length === 0)
			throw usageFailure("Nothing to change: name at least one option.", [
				"`tillbox help edit` lists them.",
			]);
		const api = await session.api();
		const path = `/api/file-shares/${shareIdOf(share, api.http.origin)}`;
		const { fileShare } = await api.json<{ fileShare: MyShare }>("PATCH", path, { body });
		session.out.result(
			shareJson(api.http.origin, fileShare),
			`“${fileShare.title}”, ${priceText(fileShare)}, ${fileShare.selling ? "on sale" : "not on sale"}.`,
		);
	},
);

const remove = command(
	"delete <SHARE>",
	"delete a share",
	{
		options: {
			buyers: choice(
				["keep", "refund"],
				"buyers can go on downloading for some time, or are refunded",
			),
			yes: flag("don't ask", "-y"),
		},
		examples: [
			"tillbox delete SHARE # says first what it means for the buyers",
			"tillbox delete SHARE --buyers refund --yes # give the money back",
		],
	},
	async (session, { buyers = "keep", yes }, share) => {
		const api = await session.api();
		const id = shareIdOf(share, api.http.origin);
		const preview = await api.json<DeletionPreview>("GET", `/api/file-shares/${id}/deletion`);
		// Taken-down shares have no page, and can be deleted.
		const name = await api
			.json<ShareResponse>("GET", `/api/file-shares/${id}`)
			.then(({ fileShare }) => `“${fileShare.title}”`)
			.catch(() => id);
		await confirm(session, deletionQuestion(name, preview, buyers), yes);
		await api.json("DELETE", `/api/file-shares/${id}`, { query: { buyers } });
		session.out.result({ deleted: id, buyers }, `${name} is deleted.`);
	},
);

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
