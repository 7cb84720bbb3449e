import { asc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { bytesOf, makeDownloads } from "../test/downloads.ts";
import { testCtx } from "../test/world.ts";
import { downloadLog } from "./tables.ts";

let world: Awaited<ReturnType<typeof makeDownloads>>;
beforeAll(async () => {
	world = await makeDownloads();
});

describe("the access log", () => {
	const logged = () =>
		testCtx()
			.db.select()
			.from(downloadLog)
			.where(eq(downloadLog.shareId, world.share.id))
			.orderBy(asc(downloadLog.at));
	const newLines = async (act: () => Promise<Response>) => {
		const before = new Set((await logged()).map(({ id }) => id));
		await bytesOf(act());
		return (await logged()).filter(({ id }) => !before.has(id));
	};

	it("has one line a download, with the purchase", async () => {
		const [line, ...more] = await newLines(() => world.get("file", { "User-Agent": "a browser" }));
		expect(more).toEqual([]);
		expect(line).toMatchObject({ what: world.files[0]?.id, userAgent: "a browser" });
		expect(line?.purchaseId).not.toBeNull();
		expect(await newLines(() => world.get("folder"))).toMatchObject([{ what: "folder:Texts" }]);
		expect(await newLines(() => world.get("all", {}, "owner"))).toMatchObject([
			{ what: "all", purchaseId: null },
		]);
		expect(await newLines(() => world.get("selection"))).toMatchObject([{ what: "selection" }]);
		expect(await newLines(() => world.get("all", { Range: "bytes=0-99" }))).toHaveLength(1);
	});

	it("has none for what carries no first byte", async () => {
		const etag = (await world.get("all")).headers.get("ETag") ?? "";
		expect(await newLines(() => world.get("all", { Range: "bytes=100-" }))).toEqual([]);
		expect(await newLines(() => world.get("all", { "If-None-Match": etag }))).toEqual([]);
		expect(await newLines(() => world.get("all", { Range: "bytes=99999999-" }))).toEqual([]);
		expect(await newLines(() => world.get("all", {}, "stranger"))).toEqual([]);
		expect(await newLines(() => world.ask(world.pathOf("all"), { method: "HEAD" }))).toEqual([]);
	});
});
