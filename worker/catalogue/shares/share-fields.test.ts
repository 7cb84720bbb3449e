import { beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { storeToken } from "../../test/fixtures/access-tokens.ts";
import { callTool } from "../../test/fixtures/mcp.ts";
import { call, makeCreator, request } from "../../test/fixtures/test-app.ts";
import { draftInput, EMPTY_DRAFT, type ShareDraft } from "../drafts/contract.ts";
import { type SHARE_FIELDS, shapeFor } from "./contract/share-fields.ts";
import type { CreatedShare, MyShare } from "./contract/shares.ts";
import { exportShares } from "./export-shares.ts";

type Name = keyof typeof SHARE_FIELDS;
/**
 * A non-default value of each field, as responses have it; null for fields that aren't settings of a single share, or
 * can't have the same value twice.
 */
const VALUES: Record<Name, unknown> = {
	title: "Low tide",
	description: "Forty pictures",
	licence: "For private use",
	currency: null,
	price: "12.50",
	pricing: "chosen",
	suggestedPrice: "20.00",
	singles: {
		filePrice: "5.00",
		packages: [{ files: 10, price: "40.00" }],
		included: 0,
		web: { edge: 2048, filePrice: "2.00", price: "9.00" },
	},
	choosing: { count: 40, open: true },
	asksAddress: false,
	saleMode: "link",
	maxSales: 7,
	opensAt: "2030-01-01T00:00:00.000Z",
	expiresAt: "2031-01-01T00:00:00.000Z",
	endsAccess: true,
	password: "open sesame",
	selling: false,
	images: "watermark",
	clip: "60",
	coverFileId: null,
	order: null,
	files: null,
	samples: null,
	samplesMarked: false,
	listed: true,
	indexed: false,
	externalId: null,
	parts: null,
	ownedParts: null,
};
/** Other fields that a field's value needs. */
const WITH: Partial<Record<Name, Partial<Record<Name, unknown>>>> = {
	suggestedPrice: { pricing: "chosen", price: "12.50" },
	asksAddress: { pricing: "free", price: "0.00" },
};
const SHOWN = z.object({ ...shapeFor("shown"), ...shapeFor("shownToOwner") });
const namesOf = (use: "create" | "edit" | "typed") =>
	Object.keys(shapeFor(use)).filter((name) => VALUES[name as Name] !== null) as Name[];
/** The fields of a share with this value, in addition to the defaults. */
const given = (name: Name) => ({ title: "T", price: "9.00", ...WITH[name], [name]: VALUES[name] });

let creator: Awaited<ReturnType<typeof makeCreator>>;
let token: string;
beforeAll(async () => {
	creator = await makeCreator({ plan: "pro" });
	({ token } = await storeToken(creator.user.id, ["shares:read", "shares:write"]));
});

async function create(fields: Partial<Record<Name, unknown>>): Promise<string> {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields))
		body.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
	body.append("files", new File(["text"], "a.txt"));
	const { cookies } = creator;
	const made = await request("/api/file-shares", { method: "POST", body, cookies });
	expect(made.status).toBe(201);
	return (await made.json<CreatedShare>()).fileShare.shareId;
}

async function own(shareId: string): Promise<MyShare> {
	const path = `/api/my-file-shares?shareId=${shareId}`;
	const [share] = await (await call("GET", path, undefined, creator.cookies)).json<MyShare[]>();
	if (!share) throw new Error("It is not in the list.");
	return share;
}

async function expectEverywhere(shareId: string, name: Name): Promise<void> {
	const [share, exported, tool] = await Promise.all([
		own(shareId),
		exportShares(creator.ctx, creator.user.id),
		callTool(token, "show_share", { shareId }),
	]);
	const [field, value] = name === "password" ? ["hasPassword", true] : [name, VALUES[name]];
	const places = { share, exported: exported.find((each) => each.shareId === shareId) };
	expect({ ...places, tool: tool.structuredContent }).toMatchObject({
		share: { [field]: value },
		exported: { [field]: value },
		tool: { [field]: value },
	});
	expect(SHOWN.safeParse(share)).toMatchObject({ success: true });
}

it.each(namesOf("create"))(
	"stores a new share's field and shows it everywhere: %s",
	async (name) => {
		await expectEverywhere(await create(given(name)), name);
	},
);

it.each(namesOf("edit"))("changes no other field: %s", async (name) => {
	const shareId = await create({ title: "T", price: "9.00", ...WITH[name] });
	const before = await own(shareId);
	const sent = { [name]: VALUES[name] };
	const path = `/api/file-shares/${shareId}`;
	expect((await call("PATCH", path, sent, creator.cookies)).status).toBe(200);
	await expectEverywhere(shareId, name);
	const { changedAt: _, ...after } = await own(shareId);
	// A link is sold once.
	const follows = name === "saleMode" ? { maxSales: 1 } : {};
	const isHidden = name === "password" ? { hasPassword: true } : sent;
	expect({ ...before, ...isHidden, ...follows }).toMatchObject(after);
});

it.each(namesOf("edit"))("lets a model's tool change a field: %s", async (name) => {
	const shareId = await create({ title: "T", price: "9.00", ...WITH[name] });
	const edited = await callTool(token, "edit_share", { shareId, [name]: VALUES[name] });
	expect(edited.isError).toBeFalsy();
	await expectEverywhere(shareId, name);
});

it.each(namesOf("typed"))("copies a field into a draft: %s", async (name) => {
	const path = `/api/file-shares/${await create(given(name))}/duplicate`;
	const made = await call("POST", path, undefined, creator.cookies);
	const { id, details } = await made.json<ShareDraft>();
	const value = VALUES[name];
	expect(details[name as keyof typeof details]).toEqual(
		typeof value === "number" ? String(value) : value,
	);
	await call("DELETE", `/api/drafts/${id}`, undefined, creator.cookies);
});

it("gives every field a value in the empty form", () => {
	expect(draftInput.parse(EMPTY_DRAFT)).toEqual(EMPTY_DRAFT);
});
