import { type Context, Hono } from "hono";
import * as z from "zod";
import { LESSER_EDITIONS } from "../../catalogue/shares/contract/editions.ts";
import { chosenFilesInput } from "../../catalogue/shares/contract/shares.ts";
import { paths } from "../../contract/paths.ts";
import type { AppEnv } from "../../core/context.ts";
import { valid } from "../../platform/http/validation.ts";
import { MAX_WORD_LENGTH } from "../contract/selection.ts";
import { type Download, downloadFile, serveDownload } from "./download.ts";
import { downloadArchive, selectFiles } from "./download-archive.ts";
import { ContentRefused } from "./require-entitlement.ts";

// Looser than an id: an invalid one is simply unknown (404), like any mistyped link.
const word = z.string().min(1).max(1400);
const file = valid("param", z.object({ id: word }));
const share = valid("param", z.object({ shareId: word }));
const folder = valid("param", z.object({ shareId: word, folderName: word }));
const selectionWord = z.string().min(1).max(MAX_WORD_LENGTH);
const sized = valid("query", z.strictObject({ size: z.enum(LESSER_EDITIONS).optional() }));
const selection = valid("param", z.object({ shareId: word, selection: selectionWord }));

const ALL = { kind: "all" } as const;

/** False for a link with `download`, which only saves the response. */
function isOpened({ method, headers }: Request): boolean {
	const mode = headers.get("sec-fetch-mode");
	if (method !== "GET" || (headers.get("sec-fetch-dest") ?? "document") !== "document")
		return false;
	return mode === null ? /\btext\/html\b/.test(headers.get("accept") ?? "") : mode === "navigate";
}

/** Redirects a person without access, for instance in another browser, to the share's page. */
async function send(c: Context<AppEnv>, download: Promise<Download>): Promise<Response> {
	try {
		return await serveDownload(c.var.ctx, c.req.raw, await download);
	} catch (error) {
		if (!(error instanceof ContentRefused) || !isOpened(c.req.raw)) throw error;
		c.header("Cache-Control", "no-store");
		return c.redirect(paths.share(error.slug), 303);
	}
}

/**
 * Every route that serves paid content; each goes through `require-entitlement.ts`. Hono sends HEAD to the same
 * handlers.
 */
export const downloads = new Hono<AppEnv>()
	.get("/api/files/:id/download", file, sized, async (c) => {
		const { id } = c.req.valid("param");
		return send(c, downloadFile(c.var.ctx, { fileId: id, ...c.req.valid("query") }));
	})
	.get("/api/file-shares/:shareId/download-folder/:folderName{.+}", folder, sized, async (c) => {
		const { shareId: slug, folderName } = c.req.valid("param");
		const scope = { kind: "folder", folder: folderName } as const;
		return send(c, downloadArchive(c.var.ctx, { slug, scope, ...c.req.valid("query") }));
	})
	.get("/api/file-shares/:shareId/download-all-assets", share, sized, async (c) => {
		const { shareId: slug } = c.req.valid("param");
		return send(c, downloadArchive(c.var.ctx, { slug, scope: ALL, ...c.req.valid("query") }));
	})
	.get("/api/download-folder/:shareId", share, sized, async (c) => {
		const { shareId: slug } = c.req.valid("param");
		return send(c, downloadArchive(c.var.ctx, { slug, scope: ALL, ...c.req.valid("query") }));
	})
	.post(
		"/api/file-shares/:shareId/archives",
		share,
		sized,
		valid("json", chosenFilesInput),
		async (c) => {
			const { shareId: slug } = c.req.valid("param");
			const { files } = c.req.valid("json");
			const chosen = await selectFiles(c.var.ctx, { slug: slug, fileIds: files });
			const { size } = c.req.valid("query");
			const query = size ? `?size=${size}` : "";
			return c.json({
				url: `/api/file-shares/${encodeURIComponent(slug)}/archives/${chosen}${query}`,
			});
		},
	)
	.get("/api/file-shares/:shareId/archives/:selection", selection, sized, async (c) => {
		const { shareId: slug, selection: chosen } = c.req.valid("param");
		const scope = { kind: "selection", word: chosen } as const;
		return send(c, downloadArchive(c.var.ctx, { slug, scope, ...c.req.valid("query") }));
	});
