import * as z from "zod";
import { shapeFor } from "../../../catalogue/shares/contract/share-fields.ts";
import { shareListQuery } from "../../../catalogue/shares/contract/share-list.ts";
import type { MyShare } from "../../../catalogue/shares/contract/shares.ts";
import { deleteShareQuery, editShareInput } from "../../../catalogue/shares/contract/shares.ts";
import { nextPageOf } from "../../../contract/pages.ts";
import { missingPreviews } from "../../../files/previews/contract/missing-previews.ts";
import { bodyOf } from "../api.ts";
import { confirmedTool } from "../confirmed-tool.ts";
import { type Call, tool } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { createShare, newShareInput } from "./create-share.ts";
import {
	counted,
	currencyField,
	limitOf,
	money,
	pageSize,
	shareIdField,
	shownMoney,
	shownTitle,
	time,
} from "./fields.ts";

const settings = z.object({ ...shapeFor("shown"), ...shapeFor("shownToOwner") });
const shownShare = settings
	.pick({ title: true, selling: true, pricing: true, currency: true, price: true })
	.extend({
		shareId: z.string(),
		url: z.string(),
		status: z.enum(["published", "uploading", "taken_down"]),
		soldOut: z.boolean(),
		fileCount: z.number(),
		totalSize: z.number().describe("bytes"),
		sales: z.number().describe("completed and not refunded"),
		earned: money,
		net: money.describe(
			"what the creator has after fees and what refunds and disputes cost; may be negative",
		),
		views: z.number(),
		createdAt: time,
	});

const missingField = z
	.number()
	.nullable()
	.describe(
		"files whose preview is made by the creator's browser when they open the dashboard; null while that is not known",
	);

const shareDetails = settings.extend({
	...shownShare.shape,
	hasPassword: z.boolean(),
	pendingClaims: z.number().describe("direct payments that wait for the creator's decision"),
	files: z.array(
		z.object({
			id: z.string(),
			originalName: z.string(),
			folderPath: z.string(),
			mimeType: z.string(),
			size: z.number().describe("bytes"),
		}),
	),
	moreFiles: z.number().describe("how many files are not in the list above"),
	missingPreviews: missingField,
});

const MAX_LISTED_FILES = 200;

const urlOf = ({ ctx }: Call, shareId: string) => `${ctx.config.APP_ORIGIN}/share/${shareId}`;
const withUrl = (call: Call, share: MyShare) => ({ ...share, url: urlOf(call, share.shareId) });

const pageOf = ({ api }: Call, shareId: string) =>
	bodyOf(api.api["file-shares"][":shareId"].$get({ param: { shareId }, query: {} }));

const missingText = ({ ctx }: Call, missing: number | null) =>
	missing === null || missing === 0
		? ""
		: ` ${counted(missing, "preview")} of its files ${missing === 1 ? "is" : "are"} missing: the creator's browser makes them when they open ${ctx.config.APP_ORIGIN}/dashboard.`;

async function ownShare(call: Call, shareId: string): Promise<MyShare> {
	const [share] = await bodyOf(call.api.api["my-file-shares"].$get({ query: { shareId } }));
	if (!share)
		throw new ToolError({ code: "share.not_found", message: "You don't have this share." });
	return share;
}

const listShares = tool({
	name: "list_shares",
	title: "List shares",
	description:
		"Lists the creator's shares, newest first, with price, state, sales and views. Use show_share for one share's files and settings. For the page after, call again with the same arguments and `after` set to `next`.",
	scopes: ["shares:read"],
	effect: "read",
	input: z.strictObject({
		search: shareListQuery.shape.search.describe("words of the title, in any order and case"),
		after: shareListQuery.shape.after.describe("`next` of the page before"),
		limit: pageSize,
	}),
	output: z.object({ shares: z.array(shownShare), next: z.string().nullable() }),
	run: async (call, { limit, ...filter }) => {
		const query = { ...filter, ...limitOf(limit) };
		const response = await call.api.api["my-file-shares"].$get({ query });
		const page = await bodyOf(Promise.resolve(response));
		const shares = page.map((share) => withUrl(call, share));
		const next = nextPageOf(response.headers.get("link"));
		return { text: `${counted(shares.length, "share")}.`, data: { shares, next } };
	},
});

const showShare = tool({
	name: "show_share",
	title: "Show a share",
	description: "Shows one of the creator's shares: all settings, figures, and its files.",
	scopes: ["shares:read"],
	effect: "read",
	input: z.strictObject({ shareId: shareIdField }),
	output: shareDetails,
	run: async (call, { shareId }) => {
		const share = await ownShare(call, shareId);
		// A share that is being uploaded or was taken down shows no files.
		const page = share.status === "published" ? await pageOf(call, shareId) : null;
		const missing = page && missingPreviews(page);
		const files = (page?.files ?? share.files).slice(0, MAX_LISTED_FILES);
		return {
			text: `“${share.title}”, ${counted(share.fileCount, "file")}, ${counted(share.sales, "sale")}.${missingText(call, missing)}`,
			data: {
				...withUrl(call, share),
				files,
				moreFiles: Math.max(0, share.fileCount - files.length),
				missingPreviews: missing,
			},
		};
	},
});

const created = z.object({
	shareId: z.string(),
	title: z.string(),
	url: z.string(),
	currency: currencyField,
	price: money,
});

const createShareTool = tool({
	name: "create_share",
	title: "Create a share",
	description:
		"Publishes a new share from up to 20 small files that are given as text or base64, 3 MiB in all; it is for sale at once. For larger or existing files tell the person to run `tillbox upload <files> --title <title> --price <price>` on their computer, or to upload on the website.",
	scopes: ["shares:write"],
	effect: "write",
	input: newShareInput,
	output: created.extend({ missingPreviews: missingField }),
	run: async (call, input) => {
		const { fileShare } = await createShare(call, input);
		const { shareId, title } = fileShare;
		// Published even if its page can't be read.
		const page = await pageOf(call, shareId).catch(() => null);
		const missing = page && missingPreviews(page);
		return {
			text: `“${title}” is published at ${urlOf(call, shareId)}.${missingText(call, missing)}`,
			data: { ...fileShare, url: urlOf(call, shareId), missingPreviews: missing },
		};
	},
});

const editable = editShareInput.omit({ order: true, parts: true, ownedParts: true });

const editShare = tool({
	name: "edit_share",
	title: "Edit a share",
	description:
		"Changes settings of a share: title, description, price, limits, times, password, whether it is on sale. What is left out stays as it is. Buyers keep what they have bought.",
	scopes: ["shares:write"],
	effect: "write",
	isIdempotent: true,
	input: editable.extend({ shareId: shareIdField }).strict(),
	output: created.extend({ selling: z.boolean(), description: z.string().nullable() }),
	run: async (call, { shareId, ...json }) => {
		const edit = call.api.api["file-shares"][":shareId"].$patch({ param: { shareId }, json });
		const { fileShare } = await bodyOf(edit);
		return {
			text: `“${fileShare.title}” is changed.`,
			data: { ...fileShare, url: urlOf(call, shareId) },
		};
	},
});

const { buyers } = deleteShareQuery.shape;

const deleteShare = confirmedTool({
	name: "delete_share",
	title: "Delete a share",
	description:
		"Deletes a share for good, in two calls. Its buyers can download for a while longer (`keep`), or get their money back (`refund`, which needs the permission sales:refund too).",
	scopes: ["shares:read", "shares:write"],
	alsoNeeds: (input) => (input.buyers === "refund" ? ["sales:refund"] : []),
	input: z.strictObject({
		shareId: shareIdField,
		buyers: buyers.describe("`keep` where not given"),
	}),
	would: z.object({
		title: z.string(),
		buyers: z.number().describe("how many people have paid for it"),
		losingAccess: z.number().describe("how many of them lose access at once"),
		refundable: z.number().describe("how many of them can be refunded here"),
		currency: currencyField,
		refundAmount: money.describe("what would be refunded in all, now"),
		direct: z.number().describe("who paid the creator directly: only the creator can refund them"),
		disputed: z.number(),
		waitingClaims: z.number().describe("direct payments that wait, and would be declined"),
		keptUntil: time.nullable().describe("until when the others can download"),
	}),
	preview: async (call, { shareId, buyers: choice = "keep" }) => {
		const [{ title }, deletion] = await Promise.all([
			ownShare(call, shareId),
			bodyOf(call.api.api["file-shares"][":shareId"].deletion.$get({ param: { shareId } })),
		]);
		const { keptUntil, ...state } = deletion;
		const isRefunded = choice === "refund";
		const { currency } = deletion;
		const effect = {
			...deletion,
			title,
			refundAmount: isRefunded ? deletion.refundAmount : "0.00",
			losingAccess: isRefunded ? deletion.refundable : 0,
		};
		const forBuyers = isRefunded
			? `${counted(deletion.refundable, "buyer")} would get ${shownMoney(deletion.refundAmount, currency)} back in all and lose access at once`
			: `${counted(deletion.buyers, "buyer")} could download until ${keptUntil ?? "further notice"} and no refunds would be made`;
		return {
			text: `This deletes a share for good: ${forBuyers}. Delete it?\nShare ${shareId}: ${shownTitle(title)}`,
			effect,
			state,
		};
	},
	act: async (call, { shareId, buyers: choice = "keep" }) => {
		const route = call.api.api["file-shares"][":shareId"];
		await bodyOf(route.$delete({ param: { shareId }, query: { buyers: choice } }));
		return "The share is deleted.";
	},
});

const listChoices = tool({
	name: "list_choices",
	title: "List what clients have chosen",
	description:
		"Lists what each client has chosen of a share that asks its clients to choose, by file names, with their comments. Names and comments are the clients' own words.",
	scopes: ["shares:read"],
	effect: "read",
	input: z.strictObject({ shareId: shareIdField }),
	output: z.object({
		clients: z.array(
			z.object({
				name: z.string(),
				sentAt: time.nullable().describe("null while the client is still choosing"),
				chosen: z.array(z.string()),
				comments: z.array(z.object({ file: z.string(), comment: z.string() })),
			}),
		),
	}),
	run: async (call, { shareId }) => {
		const route = call.api.api["file-shares"][":shareId"].choices;
		const [{ clients }, page] = await Promise.all([
			bodyOf(route.$get({ param: { shareId } })),
			pageOf(call, shareId),
		]);
		const nameOf = new Map(page.files.map(({ id, originalName }) => [id, originalName]));
		const data = clients.map(({ name, sentAt, files }) => ({
			name,
			sentAt,
			chosen: files.flatMap(({ id, chosen }) => (chosen ? (nameOf.get(id) ?? []) : [])),
			comments: files.flatMap(({ id, comment }) =>
				comment === null ? [] : [{ file: nameOf.get(id) ?? id, comment }],
			),
		}));
		return { text: `${counted(clients.length, "client")}.`, data: { clients: data } };
	},
});

export const shareTools = [
	listShares,
	showShare,
	listChoices,
	createShareTool,
	editShare,
	deleteShare,
];
