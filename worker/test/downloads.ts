import { eq } from "drizzle-orm";
import { archiveFiles, nameFiles, readFiles } from "../downloads/archive-entries.ts";
import { makePacks } from "../downloads/packs.ts";
import { files as filesTable, type shares } from "../shares/tables.ts";
import { makeBuyer, makePurchase } from "./sales.ts";
import { makeStoredShare } from "./stored-share.ts";
import { makeCreator, request, testCtx } from "./test-app.ts";

const text = (value: string) => new TextEncoder().encode(value);
const photo = crypto.getRandomValues(new Uint8Array(3000));

/** The files in the share of these tests. */
export const CONTENTS = [
	{ name: "final.jpg", data: photo },
	{ name: "notes.txt", data: text("note ".repeat(200)) },
	{ name: "FINAL.JPG", data: photo.subarray(1) },
	{ name: "a.txt", folder: "Texts", data: text("first ".repeat(100)) },
	{ name: "b.txt", folder: "Texts", data: text("second") },
	{ name: "empty.md", folder: "Texts/Drafts 2026", data: new Uint8Array() },
	{ name: "größe.csv", folder: "Texts/Drafts 2026", data: text("a,b\n") },
];

/** Their paths in the share's archives. */
export const PATHS = [
	"final.jpg",
	"notes.txt",
	"FINAL (2).JPG",
	"Texts/a.txt",
	"Texts/b.txt",
	"Texts/Drafts 2026/empty.md",
	"Texts/Drafts 2026/größe.csv",
];

type Share = typeof shares.$inferSelect;
type File = typeof filesTable.$inferSelect;

/** Every route that serves paid content, by a name for the test. */
export const ROUTES = {
	file: (_: Share, files: File[]) => `/api/files/${files[0]?.id}/download`,
	"small packed file": (_: Share, files: File[]) => `/api/files/${files[1]?.id}/download`,
	all: ({ slug: shareId }: Share) => `/api/file-shares/${shareId}/download-all-assets`,
	"all by its other address": ({ slug: shareId }: Share) => `/api/download-folder/${shareId}`,
	folder: ({ slug: shareId }: Share) => `/api/file-shares/${shareId}/download-folder/Texts`,
	"main folder": ({ slug: shareId }: Share) =>
		`/api/file-shares/${shareId}/download-folder/Main%20Files`,
	"nested folder": ({ slug: shareId }: Share) =>
		`/api/file-shares/${shareId}/download-folder/Texts%2FDrafts%202026`,
	// positions 0, 3 and 6
	selection: ({ slug: shareId }: Share) => `/api/file-shares/${shareId}/archives/SQ`,
};
export type Route = keyof typeof ROUTES;

/** A published share with packs, and viewers of every kind. */
export async function makeDownloads() {
	const creator = await makeCreator();
	const { share, files } = await makeStoredShare(creator.user.id, CONTENTS, { title: "Süd/See" });
	await makePacks(testCtx(), share.id);
	const buyer = await makeBuyer();
	await makePurchase(share, buyer.id);
	const refunded = await makeBuyer();
	await makePurchase(share, refunded.id, { state: "refunded" });
	const revoked = await makeBuyer();
	await makePurchase(share, revoked.id, { revokedAt: 1, revokeReason: "A reason." });
	const other = await makeBuyer();
	const elsewhere = await makeStoredShare(creator.user.id, CONTENTS);
	await makePurchase(elsewhere.share, other.id);
	const viewers = {
		owner: creator.cookies,
		buyer: buyer.cookies,
		stranger: {},
		refunded: refunded.cookies,
		revoked: revoked.cookies,
		"buyer of another share": other.cookies,
		"another creator": (await makeCreator()).cookies,
	};
	const pathOf = (route: Route) => ROUTES[route](share, files);
	/** sends requests as the buyer by default */
	const ask = (path: string, init: RequestInit = {}, viewer: keyof typeof viewers = "buyer") =>
		request(path, { ...init, cookies: viewers[viewer] });
	const get = (
		route: Route,
		headers: Record<string, string> = {},
		viewer: keyof typeof viewers = "buyer",
	) => ask(pathOf(route), { headers }, viewer);
	return { share, files, elsewhere: elsewhere.share, viewers, pathOf, ask, get };
}

export async function bytesOf(response: Response | Promise<Response>): Promise<Uint8Array> {
	return new Uint8Array(await (await response).arrayBuffer());
}

/** The entries of a share's archive. */
export async function archiveOfShare({ id }: { id: string }) {
	return archiveFiles(nameFiles(await readFiles(testCtx(), eq(filesTable.shareId, id))));
}
