import { asc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { bytesOf, makeDownloads } from "../../test/fixtures/downloads.ts";
import { makeBuyer, makePurchase } from "../../test/fixtures/sales.ts";
import { request, testCtx } from "../../test/fixtures/test-app.ts";
import { downloadLog } from "./tables.ts";

let fixture: Awaited<ReturnType<typeof makeDownloads>>;
beforeAll(async () => {
	fixture = await makeDownloads();
});

describe("the access log", () => {
	const logged = () =>
		testCtx()
			.db.select()
			.from(downloadLog)
			.where(eq(downloadLog.shareId, fixture.share.id))
			.orderBy(asc(downloadLog.at));
	const newLines = async (act: () => Promise<Response>) => {
		const before = new Set((await logged()).map(({ id }) => id));
		await bytesOf(act());
		return (await logged()).filter(({ id }) => !before.has(id));
	};

	it("logs one entry per download, with the purchase", async () => {
		const [line, ...more] = await newLines(() =>
			fixture.get("file", { "User-Agent": "a browser" }),
		);
		expect(more).toEqual([]);
		expect(line).toMatchObject({ what: fixture.files[0]?.id, userAgent: "a browser" });
		expect(line?.purchaseId).not.toBeNull();
		expect(await newLines(() => fixture.get("folder"))).toMatchObject([{ what: "folder:Texts" }]);
		expect(await newLines(() => fixture.get("all", {}, "owner"))).toMatchObject([
			{ what: "all", purchaseId: null },
		]);
		expect(await newLines(() => fixture.get("selection"))).toMatchObject([{ what: "selection" }]);
		expect(await newLines(() => fixture.get("all", { Range: "bytes=0-99" }))).toHaveLength(1);
	});

	it("logs a later range once, for a purchase without an address", async () => {
		const buyer = await makeBuyer();
		const { id: purchaseId } = await makePurchase(fixture.share, buyer.id, { buyerEmail: null });
		const headers = { Range: "bytes=9-" };
		const later = () => request(fixture.pathOf("file"), { headers, cookies: buyer.cookies });
		expect(await newLines(later)).toMatchObject([{ what: fixture.files[0]?.id, purchaseId }]);
		expect(await newLines(later)).toEqual([]);
		expect(await newLines(() => fixture.get("file", headers))).toEqual([]);
	});

	it("logs no response without the first byte", async () => {
		const etag = (await fixture.get("all")).headers.get("ETag") ?? "";
		expect(await newLines(() => fixture.get("all", { Range: "bytes=100-" }))).toEqual([]);
		expect(await newLines(() => fixture.get("all", { "If-None-Match": etag }))).toEqual([]);
		expect(await newLines(() => fixture.get("all", { Range: "bytes=99999999-" }))).toEqual([]);
		expect(await newLines(() => fixture.get("all", {}, "stranger"))).toEqual([]);
		expect(await newLines(() => fixture.ask(fixture.pathOf("all"), { method: "HEAD" }))).toEqual(
			[],
		);
	});
});
