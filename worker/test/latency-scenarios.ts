import { PART_SIZE } from "../contract/constants.ts";
import { makePacks } from "../downloads/packs.ts";
import type { Trips } from "./round-trips.ts";
import { makeBuyer, makePurchase, makeShare } from "./sales.ts";
import { makeStoredShare } from "./stored-share.ts";
import { makeCreator, testCtx } from "./test-app.ts";
import { begun, freshCreator, hex, creator as uploader } from "./upload-helpers.ts";

/** A request, without the parts that every request has. */
export type Sent = {
	method?: string;
	path: string;
	cookies?: Record<string, string>;
	body?: BodyInit;
	headers?: Record<string, string>;
};

/** Something that people wait for, with its goals. */
export type Scenario = {
	name: string;
	/** prepares one request; this is not measured */
	prepare: () => Promise<Sent> | Sent;
	/** round trips one after the other; a service that is not named is not asked */
	trips: Partial<Trips>;
	/** time to the first byte with distant services in ms: in all, or more than with near ones */
	most: { total: number } | { added: number };
};

const encoder = new TextEncoder();

function posted(path: string, body: unknown): Sent {
	const headers = { "content-type": "application/json" };
	return { method: "POST", path, body: JSON.stringify(body), headers };
}

/** Makes a creator with shares, one of `count` files, and a buyer of them; returns what they wait for. */
export async function latencyScenarios(count: number): Promise<Scenario[]> {
	const creator = await makeCreator({ emailVerifiedAt: 1 });
	const contents = Array.from({ length: count }, (_, at) => ({
		name: `${at}.txt`,
		folder: `Folder ${at % 20}`,
		data: encoder.encode(`file ${at}`),
	}));
	const { share: many } = await makeStoredShare(creator.user.id, contents);
	await makePacks(testCtx(), many.id);
	const film = { name: "film.bin", data: crypto.getRandomValues(new Uint8Array(64 * 1024)) };
	const { share, files } = await makeStoredShare(creator.user.id, [film]);
	const buyer = await makeBuyer();
	for (const bought of [many, share]) await makePurchase(bought, buyer.id);
	const { cookies } = buyer;
	await freshCreator();
	const part = encoder.encode("a".repeat(PART_SIZE));
	const upload = await begun([{ name: "words.txt", size: PART_SIZE * 60 }]);
	const uploading = upload.files[0];
	let parts = 0;
	return [
		{
			name: "the page of a share, not cached",
			prepare: () => ({ path: `/share/${share.slug}` }),
			// Its entrypoint makes the one to a replica.
			trips: {},
			most: { added: 30 },
		},
		{
			name: "the page of a share, for its buyer",
			prepare: () => ({ path: `/share/${share.slug}`, cookies }),
			trips: { replica: 1 },
			most: { added: 30 },
		},
		{
			name: "who is signed in",
			prepare: () => ({ path: "/api/user", cookies: creator.cookies }),
			trips: { replica: 1 },
			most: { added: 30 },
		},
		{
			name: "the dashboard's shares",
			prepare: () => ({ path: "/api/my-file-shares", cookies: creator.cookies }),
			trips: { replica: 1 },
			most: { added: 30 },
		},
		{
			name: "the dashboard's figures",
			prepare: () => ({ path: "/api/dashboard", cookies: creator.cookies }),
			trips: { replica: 1 },
			most: { added: 30 },
		},
		{
			name: "a file begins to download",
			prepare: () => ({ path: `/api/files/${files[0]?.id}/download`, cookies }),
			trips: { primary: 1, files: 1 },
			most: { total: 240 },
		},
		{
			name: `an archive of ${count} files begins to download`,
			prepare: () => ({ path: `/api/file-shares/${many.slug}/download-all-assets`, cookies }),
			trips: { primary: 1, files: 1 },
			// The archive's layout is work of the processor, which the distance does not change.
			most: { added: 240 },
		},
		{
			name: "a part of an upload is acknowledged",
			prepare: () => ({
				method: "PUT",
				path: `/api/uploads/${upload.id}/files/${uploading?.id}/parts/${++parts}`,
				cookies: uploader.cookies,
				body: part,
				headers: {
					"content-length": String(part.length),
					"x-upload-token": uploading?.token ?? "",
					"x-part-crc32": hex(part),
				},
			}),
			trips: { objects: 2, files: 1 },
			most: { total: 240 },
		},
		{
			name: "a card payment begins",
			prepare: async () => {
				const offer = await makeShare(creator.user.id);
				return posted("/api/create-payment-intent", { shareId: offer.slug });
			},
			trips: { replica: 1, primary: 2, provider: 1 },
			most: { total: 520 },
		},
	];
}
